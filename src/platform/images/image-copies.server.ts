import sharp from 'sharp'

/** The copies of one of the shop's stored images, by the end of their file names. */
export const imageCopies = {
  /** A square PNG, whole, on transparent ground. */
  'icon.png': (webp: Uint8Array): Promise<Buffer> =>
    sharp(webp).resize(512, 512, { fit: 'contain', background: '#00000000' }).png().toBuffer(),
  /** A PNG of a few kilobytes, twice as large as mails show it. */
  'mail.png': (webp: Uint8Array): Promise<Buffer> =>
    sharp(webp).resize(256, 112, { fit: 'inside' }).png({ palette: true }).toBuffer(),
  /** A JPEG on white. Link previews elsewhere show a transparent image on black, and some accept no WebP. */
  'link.jpg': (webp: Uint8Array): Promise<Buffer> =>
    sharp(webp).flatten({ background: '#ffffff' }).jpeg({ quality: 80 }).toBuffer(),
}
