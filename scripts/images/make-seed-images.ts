import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SEED_IMAGES, seedImagesStamp } from '#operations/seed/seed-images.server.ts'
import { createDiskFiles } from '#platform/files/disk-files.server.ts'
import { renderImage } from '#platform/images/image.server.ts'
import { createImageStore } from '#platform/images/image-store.server.ts'

// Renders the demo catalogue's images in every width and format, so that a first start only copies
// them. Run `node scripts/images/make-seed-images.ts` and commit the files it writes.
const root = join(import.meta.dirname, '../..')
const folder = join(root, SEED_IMAGES)
rmSync(folder, { recursive: true, force: true })
const store = createImageStore(createDiskFiles(folder), renderImage)
const images = join(root, 'db/seed/originals')
for (const name of readdirSync(images)) {
  const stored = await store.store(readFileSync(join(images, name)))
  if ('refused' in stored) throw new Error(`The image ${name} is ${stored.refused}`)
}
writeFileSync(join(folder, 'made-from.txt'), `${seedImagesStamp(root)}\n`)
