import sharp from 'sharp'

const SIDE = 512

/** Returns one of the shop's stored images as a square PNG, whole, on transparent ground. */
export function renderIcon(webp: Uint8Array): Promise<Buffer> {
  const background = { r: 0, g: 0, b: 0, alpha: 0 }
  return sharp(webp).resize(SIDE, SIDE, { fit: 'contain', background }).png().toBuffer()
}

/**
 * Returns one of the shop's stored images as a JPEG on white. Link previews elsewhere show a
 * transparent image on black, and some accept no WebP.
 */
export function renderLinkImage(webp: Uint8Array): Promise<Buffer> {
  return sharp(webp).flatten({ background: '#ffffff' }).jpeg({ quality: 80 }).toBuffer()
}
