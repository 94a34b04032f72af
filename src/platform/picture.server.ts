import sharp, { type OutputInfo } from 'sharp'
import { imageWidths } from './image-address.ts'

/** Why bytes are no picture that the shop keeps. */
export type PictureRefusal = { refused: 'unsupported-type' | 'too-many-pixels' | 'damaged' }

/** A picture's bare pixels, upright, in sRGB and no larger than the shop shows it. */
export type Picture = { pixels: Buffer; info: OutputInfo }

const MOST_PIXELS = 24_000_000
const LARGEST_WIDTH = Math.max(...imageWidths)
// Neither format can hold more than 16,383 pixels a side, and nobody looks at a picture that tall.
const LARGEST_BOX = { width: LARGEST_WIDTH, height: 2 * LARGEST_WIDTH, fit: 'inside' } as const

// Whatever begins otherwise never reaches a decoder: SVG, GIF, PDF and the like.
const beginnings = [/^\xff\xd8\xff/, /^\x89PNG\r\n/, /^RIFF.{4}WEBP/s, /^.{4}ftypavif/s]

// Kept decoded pictures would be memory that nobody asks for again.
sharp.cache(false)

/**
 * Decodes an untrusted JPEG, PNG, WebP or AVIF, told by its content alone: the first picture of
 * several, at most 24 megapixels. Metadata and whatever hides behind the picture are gone.
 */
export async function decodePicture(bytes: Uint8Array): Promise<Picture | PictureRefusal> {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  if (!beginnings.some((beginning) => beginning.test(start))) {
    return { refused: 'unsupported-type' }
  }
  const image = sharp(bytes, {
    limitInputPixels: MOST_PIXELS,
    // A truncated picture is an error, an odd colour profile only a warning.
    failOn: 'error',
    sequentialRead: true,
  })
  try {
    const { data, info } = await image
      .autoOrient()
      .resize({ ...LARGEST_BOX, withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { pixels: data, info }
  } catch (error) {
    return { refused: /pixel limit/.test(String(error)) ? 'too-many-pixels' : 'damaged' }
  }
}

/** A picture in one width, or its own when that is smaller. */
export function encodePicture(
  { pixels, info }: Picture,
  width: number,
  format: 'avif' | 'webp',
): Promise<Buffer> {
  const { width: rawWidth, height, channels } = info
  const resized = sharp(pixels, { raw: { width: rawWidth, height, channels } }).resize({
    ...{ width, withoutEnlargement: true },
  })
  // Effort 1 is three times as fast as the default and one eighth larger: a seed of 41 pictures counts.
  return format === 'avif'
    ? resized.avif({ quality: 55, effort: 1 }).toBuffer()
    : resized.webp({ quality: 80 }).toBuffer()
}
