import sharp from 'sharp'
import { findBorderColor } from './border-color.server.ts'
import { imageFormats, imageWidths } from './image-url.ts'

/** Why bytes are no image that the shop keeps. */
export type ImageRefusal = { refused: 'unsupported-type' | 'too-many-pixels' | 'damaged' }

/** An image in one width, or its own when that is smaller, and one format. */
export type ImageFile = {
  width: number
  format: (typeof imageFormats)[number]
  bytes: Uint8Array
}

/** An image in every width and format, and its border's colour (`rrggbb`); null for a cut-out. */
export type RenderedImage = { files: ImageFile[]; borderColor: string | null }

export type RenderImage = (bytes: Uint8Array) => Promise<RenderedImage | ImageRefusal>

const MOST_PIXELS = 24_000_000
const LARGEST_WIDTH = Math.max(...imageWidths)
// Neither format can hold more than 16,383 pixels a side, and nobody looks at an image that tall.
const LARGEST_BOX = { width: LARGEST_WIDTH, height: 2 * LARGEST_WIDTH, fit: 'inside' } as const

// Whatever begins otherwise never reaches a decoder: SVG, GIF, PDF and the like.
const beginnings = [/^\xff\xd8\xff/, /^\x89PNG\r\n/, /^RIFF.{4}WEBP/s, /^.{4}ftypavif/s]

// Kept decoded images would be memory that nobody asks for again.
sharp.cache(false)

/**
 * Makes every width and format of a JPEG, PNG, WebP or AVIF, told by its content alone: of the first
 * image of several, upright, at most 24 megapixels. Metadata and whatever hides behind the image
 * are gone; transparency stays.
 */
export async function renderImage(bytes: Uint8Array): Promise<RenderedImage | ImageRefusal> {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  if (!beginnings.some((beginning) => beginning.test(start))) {
    return { refused: 'unsupported-type' }
  }
  try {
    const largest = await decode(bytes)
    const files: ImageFile[] = []
    // One after the other: each takes memory while it is made.
    for (const width of imageWidths) {
      for (const format of imageFormats) {
        files.push({ width, format, bytes: await encode(largest, width, format) })
      }
    }
    return { files, borderColor: findBorderColor(largest) }
  } catch (error) {
    return { refused: /pixel limit/.test(String(error)) ? 'too-many-pixels' : 'damaged' }
  }
}

type Pixels = Awaited<ReturnType<typeof decode>>

/** Decodes once, to bare pixels in sRGB that are no more than the shop shows. */
function decode(bytes: Uint8Array) {
  // A truncated image is an error, an odd colour profile only a warning.
  const strictness = { limitInputPixels: MOST_PIXELS, failOn: 'error' } as const
  return sharp(bytes, { ...strictness, sequentialRead: true })
    .autoOrient()
    .resize({ ...LARGEST_BOX, withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
}

function encode({ data, info }: Pixels, width: number, format: ImageFile['format']) {
  const { width: rawWidth, height, channels } = info
  const pixels = sharp(data, { raw: { width: rawWidth, height, channels } })
  const resized = pixels.resize({ width, withoutEnlargement: true })
  // Effort 1 is three times as fast as the default and one eighth larger: a seed of 41 images counts.
  return format === 'avif'
    ? resized.avif({ quality: 55, effort: 1 }).toBuffer()
    : resized.webp({ quality: 80 }).toBuffer()
}
