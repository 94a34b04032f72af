import sharp from 'sharp'
import { findBorderColor } from './border-color.server.ts'
import { imageFormats, imageWidths } from './image-url.ts'

export type ImageRefusal = { refused: 'unsupported-type' | 'too-many-pixels' | 'damaged' }

/** An image in one format, scaled down to `width` if it is wider. */
export type ImageFile = {
  width: number
  format: (typeof imageFormats)[number]
  bytes: Uint8Array
}

/** An image in every width and format, and the colour of its border (`rrggbb`), null if transparent. */
export type RenderedImage = { files: ImageFile[]; borderColor: string | null }

const MAX_PIXELS = 24_000_000
const MAX_WIDTH = Math.max(...imageWidths)
// Limits the height because neither format supports sides of more than 16,383 pixels.
const MAX_BOX = { width: MAX_WIDTH, height: 2 * MAX_WIDTH, fit: 'inside' } as const

// Files with another signature, such as SVG, GIF or PDF, never reach a decoder.
const signatures = [/^\xff\xd8\xff/, /^\x89PNG\r\n/, /^RIFF.{4}WEBP/s, /^.{4}ftypavif/s]

// Each image is decoded once, so a cache would only waste memory.
sharp.cache(false)

/**
 * Renders a JPEG, PNG, WebP or AVIF of at most 24 megapixels in every width and format. The type is
 * detected from the content. Animations are reduced to their first frame, EXIF rotation is applied,
 * metadata and appended data are removed, and transparency is preserved.
 */
export async function renderImage(bytes: Uint8Array): Promise<RenderedImage | ImageRefusal> {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  if (!signatures.some((signature) => signature.test(start))) {
    return { refused: 'unsupported-type' }
  }
  try {
    const largest = await decode(bytes)
    const files: ImageFile[] = []
    // Sequential, to limit the memory.
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

/** Decodes once, to raw sRGB pixels in the largest size that the shop uses. */
function decode(bytes: Uint8Array) {
  // `failOn: 'error'` rejects truncated images but accepts unusual colour profiles.
  const strictness = { limitInputPixels: MAX_PIXELS, failOn: 'error' } as const
  return sharp(bytes, { ...strictness, sequentialRead: true })
    .autoOrient()
    .resize({ ...MAX_BOX, withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
}

function encode({ data, info }: Pixels, width: number, format: ImageFile['format']) {
  const { width: rawWidth, height, channels } = info
  const pixels = sharp(data, { raw: { width: rawWidth, height, channels } })
  const resized = pixels.resize({ width, withoutEnlargement: true })
  // Effort 1 is three times as fast as the default, for files that are one eighth larger.
  return format === 'avif'
    ? resized.avif({ quality: 55, effort: 1 }).toBuffer()
    : resized.webp({ quality: 80 }).toBuffer()
}
