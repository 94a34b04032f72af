import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

// Run once when the hero picture changes: `node scripts/make-hero-pictures.ts`; its files are committed.
const source = 'db/seed/pictures/hero.webp'
const folder = 'src/shop/home/hero'

// Wide screens see the whole picture beside the text; narrow ones its right half, below the text.
const crops = [
  { name: 'wide', widths: [1280, 2000], extract: { left: 0, top: 0, width: 2000, height: 900 } },
  {
    name: 'narrow',
    widths: [560, 740, 1020],
    extract: { left: 980, top: 0, width: 1020, height: 900 },
  },
]

await mkdir(folder, { recursive: true })
for (const { name, widths, extract } of crops) {
  for (const width of widths) {
    const picture = sharp(source).extract(extract).resize({ width })
    const file = join(folder, `${name}-${width}`)
    await picture.clone().avif({ quality: 42, effort: 9 }).toFile(`${file}.avif`)
    await picture.clone().webp({ quality: 76 }).toFile(`${file}.webp`)
  }
}
await sharp('src/ui/favicon.svg', { density: 300 })
  .resize(180)
  .png()
  .toFile('public/apple-touch-icon.png')
