import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { imageFormats, imageWidths } from '#platform/images/image-url.ts'
import type { RenderAnyImage } from '#platform/images/logo-image.server.ts'

/** The demo catalogue's images in every width and format, named like stored ones. */
export const SEED_IMAGES = 'db/seed/images'

const ORIGINALS = 'db/seed/originals'
const MAKERS = ['image.server.ts', 'image-url.ts', 'border-color.server.ts']

/** Like `render`, but reads images that are already rendered in `folder`. */
export function takeReadyImages(folder: string, render: RenderAnyImage): RenderAnyImage {
  return async (bytes) => {
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
    const file = (await readdir(folder)).find((name) => name.startsWith(hash))
    if (!file) return render(bytes)
    const [name = '', borderColor = null] = file.split(/-\d+\./)[0]?.split('-') ?? []
    const base = borderColor ? `${name}-${borderColor}` : name
    const variants = imageWidths.flatMap((width) => imageFormats.map((format) => ({ width, format })))
    const files = variants.map(async ({ width, format }) => ({
      width,
      format,
      bytes: await readFile(join(folder, `${base}-${width}.${format}`)),
    }))
    return { files: await Promise.all(files), borderColor }
  }
}

/** Returns a hash of the originals and of the rendering code without comments. */
export function seedImagesStamp(root: string): string {
  const hash = createHash('sha256')
  for (const maker of MAKERS) {
    const code = readFileSync(join(root, 'src/platform/images', maker), 'utf8')
    hash.update(code.replaceAll(/\/\*.*?\*\/|\/\/[^\n]*/gs, '').replaceAll(/\s+/g, ' '))
  }
  for (const name of readdirSync(join(root, ORIGINALS)).sort()) {
    hash.update(readFileSync(join(root, ORIGINALS, name)))
  }
  return hash.digest('hex')
}
