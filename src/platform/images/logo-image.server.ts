import sharp from 'sharp'
import { type ImageRefusal, type RenderedImage, renderImage } from './image.server.ts'
import { imageWidths } from './image-url.ts'

export type BrandImageRefusal =
  | ImageRefusal
  | { refused: 'too-small' | 'active-drawing' | 'outside-drawing' | 'large-drawing' }

/** Renders an image; one of the brand by `renderLogo`. */
export type RenderAnyImage = (
  bytes: Uint8Array,
  isOfBrand?: boolean,
) => Promise<RenderedImage | BrandImageRefusal>

const LEAST_SIDE = 16
const LARGEST_SVG_BYTES = 1024 * 1024
const SIDE = Math.max(...imageWidths)
const USUAL_DENSITY = 72
const LARGEST_DENSITY = 20_000

// The renderer runs no scripts and loads nothing; a drawing that needs them would be wrong.
const ACTIVE = /<script|<foreignobject|<!entity|javascript:|\son[a-z]{3,20}\s{0,5}=/i
const OUTSIDE =
  /(?:href|src)\s{0,5}=\s{0,5}["']\s{0,5}(?!#|data:image\/(?:png|jpeg|webp))[^"'\s]|@import|url\(\s{0,5}["']?\s{0,5}(?!#|data:image\/|["'])\S/i

/**
 * Renders a logo or another image of the brand like any image, but refuses one of a few pixels, and takes
 * an SVG, which becomes a bitmap: its scripts and what it refers to elsewhere are refused.
 */
export async function renderLogo(bytes: Uint8Array): Promise<RenderedImage | BrandImageRefusal> {
  const start = Buffer.from(bytes.subarray(0, 1000)).toString('utf8')
  if (/^\uFEFF?\s*<(?:\?xml|!--|!doctype|svg)/i.test(start) && !/<html/i.test(start)) {
    const bitmap = await bitmapOf(bytes)
    return 'refused' in bitmap ? bitmap : renderImage(bitmap.png)
  }
  const rendered = await renderImage(bytes)
  if ('refused' in rendered) return rendered
  const { width, height } = await sharp(bytes).metadata()
  return Math.min(width, height) < LEAST_SIDE ? { refused: 'too-small' } : rendered
}

async function bitmapOf(bytes: Uint8Array): Promise<{ png: Buffer } | BrandImageRefusal> {
  if (bytes.length > LARGEST_SVG_BYTES) return { refused: 'large-drawing' }
  const text = Buffer.from(bytes).toString('utf8')
  if (ACTIVE.test(text)) return { refused: 'active-drawing' }
  if (OUTSIDE.test(text)) return { refused: 'outside-drawing' }
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    // As wide or high as the largest image, whatever size the drawing names.
    const density = Math.min((USUAL_DENSITY * SIDE) / Math.max(width, height), LARGEST_DENSITY)
    const png = await sharp(bytes, { density, limitInputPixels: 4 * SIDE * SIDE })
      .resize({ width: SIDE, height: SIDE, fit: 'inside' })
      .png()
      .toBuffer()
    const { entropy, channels } = await sharp(png).stats()
    const isEmpty = entropy === 0 && channels.at(-1)?.max === 0
    return isEmpty ? { refused: 'damaged' } : { png }
  } catch {
    return { refused: 'damaged' }
  }
}
