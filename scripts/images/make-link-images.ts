import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

// Run `node scripts/images/make-link-images.ts` after changing the icon or the hero image, and commit its files:
// public/favicon.ico, which browsers request by name, and public/link-preview.jpg for link previews.
const root = join(import.meta.dirname, '../..')
const ICON_SIZES = [16, 32, 48]
// The size that Open Graph recommends.
const PREVIEW = { width: 1200, height: 630 }

const icon = readFileSync(join(root, 'src/ui/favicon.svg'))
const images = await Promise.all(
  ICON_SIZES.map((size) => sharp(icon, { density: 288 }).resize(size, size).png().toBuffer()),
)
writeFileSync(join(root, 'public/favicon.ico'), ico(images))

await sharp(join(root, 'db/seed/originals/hero.webp'))
  .resize({ ...PREVIEW, fit: 'cover', position: 'right' })
  .jpeg({ quality: 78, mozjpeg: true })
  .toFile(join(root, 'public/link-preview.jpg'))

/** Returns a Windows icon file: a 6-byte header, 16 bytes per image, then the PNG images. */
function ico(images: Buffer[]): Buffer {
  const header = Buffer.alloc(6 + 16 * images.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(images.length, 4)
  let offset = header.length
  for (const [index, image] of images.entries()) {
    const entry = 6 + 16 * index
    header.writeUInt8(ICON_SIZES[index] ?? 0, entry)
    header.writeUInt8(ICON_SIZES[index] ?? 0, entry + 1)
    header.writeUInt16LE(1, entry + 4)
    header.writeUInt16LE(32, entry + 6)
    header.writeUInt32LE(image.length, entry + 8)
    header.writeUInt32LE(offset, entry + 12)
    offset += image.length
  }
  return Buffer.concat([header, ...images])
}
