import sharp from 'sharp'

/**
 * Returns one of the shop's stored images as a JPEG on white. Link previews elsewhere show a
 * transparent image on black, and some accept no WebP.
 */
export function renderLinkImage(webp: Uint8Array): Promise<Buffer> {
  return sharp(webp).flatten({ background: '#ffffff' }).jpeg({ quality: 80 }).toBuffer()
}
