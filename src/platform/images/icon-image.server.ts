import sharp from 'sharp'

const SIDE = 512

/** Returns one of the shop's stored images as a square PNG, whole, on transparent ground. */
export function renderIcon(webp: Uint8Array): Promise<Buffer> {
  const background = { r: 0, g: 0, b: 0, alpha: 0 }
  return sharp(webp).resize(SIDE, SIDE, { fit: 'contain', background }).png().toBuffer()
}
