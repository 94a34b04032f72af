import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

// Run `node scripts/images/make-hero-images.ts` after changing the hero image, and commit the files it writes.
const source = 'db/seed/originals/hero.webp'
const folder = 'src/shop/screens/home/hero'

// Wide screens show the whole image beside the text, narrow screens its right half below the text.
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
    const image = sharp(source).extract(extract).resize({ width })
    const file = join(folder, `${name}-${width}`)
    await image.clone().avif({ quality: 42, effort: 9 }).toFile(`${file}.avif`)
    await image.clone().webp({ quality: 76 }).toFile(`${file}.webp`)
  }
}
await sharp('src/ui/favicon.svg', { density: 300 }).resize(180).png().toFile('public/apple-touch-icon.png')
