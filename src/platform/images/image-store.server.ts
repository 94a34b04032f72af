import { createHash } from 'node:crypto'
import { access, mkdir, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createConcurrencyLimit } from '#platform/jobs/concurrency-limit.server.ts'
import type { ImageRefusal, RenderImage } from './image.server.ts'
import { IMAGE_URL, imageFormats, imageWidths } from './image-url.ts'

export type StoredFile = { bytes: Buffer<ArrayBuffer>; contentType: string }

/** Storage for images; the only implementation uses a folder. */
export type ImageStore = {
  /**
   * Stores an image in every width and format and returns its URL: `/media/<hash>-<rrggbb>.webp`
   * with the colour of its border, or `/media/<hash>.webp` for a transparent border. The URL depends
   * only on the content. Nothing is stored for a refused image.
   */
  store: (image: Uint8Array) => Promise<{ url: string } | ImageRefusal>
  /** Whether this is the URL of a completely stored image. */
  has: (url: string) => Promise<boolean>
  /**
   * One file of a stored image, or null: `<name>-800.avif`, `<name>.webp` for the largest, or
   * `<name>-link.jpg` for link previews.
   */
  read: (fileName: string) => Promise<StoredFile | null>
}

// A colour has six digits, a width at most four.
const FILE_NAME =
  /^(?<name>[0-9a-f]{32}(?:-[0-9a-f]{6})?)(?:-(?<width>\d{3,4}))?\.(?<format>avif|webp)$/
const LINK_IMAGE = /^(?<name>[0-9a-f]{32}(?:-[0-9a-f]{6})?)-link\.jpg$/
const MAX_WIDTH = Math.max(...imageWidths)
const files = imageWidths.flatMap((width) => imageFormats.map((format) => ({ width, format })))

/** Stores the images that `render` produces in `folder`, named by their content. */
export function createDiskImageStore(folder: string, render: RenderImage): ImageStore {
  const inTurn = createConcurrencyLimit({ atOnce: 1, waiting: 32 })
  const fileOf = (name: string, width: number, format: string) =>
    join(folder, `${name}-${width}.${format}`)
  const isStored = async (name: string) => {
    const checks = files.map(({ width, format }) => access(fileOf(name, width, format)))
    return (await Promise.allSettled(checks)).every(({ status }) => status === 'fulfilled')
  }
  /** The name of the completely stored image with this hash, or null. */
  const findStored = async (hash: string) => {
    const inFolder = await readdir(folder).catch(() => [])
    const names = inFolder.flatMap((file) => FILE_NAME.exec(file)?.groups?.name ?? [])
    for (const name of new Set(names)) {
      if (name.startsWith(hash) && (await isStored(name))) return name
    }
    return null
  }
  /** Made when it is first asked for, and kept: only few images are ever shared. */
  const readLinkImage = async (name: string) => {
    const file = join(folder, `${name}-link.jpg`)
    const kept = await readFile(file).catch(() => null)
    if (kept) return kept
    const largest = await readFile(fileOf(name, MAX_WIDTH, 'webp')).catch(() => null)
    if (!largest) return null
    const { renderLinkImage } = await import('./link-image.server.ts')
    const bytes = await inTurn(() => renderLinkImage(largest))
    // A full or read-only disk costs only time.
    await writeAll([{ file, bytes }]).catch(() => undefined)
    return Buffer.from(bytes)
  }
  return {
    store: async (bytes) => {
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
      const stored = await findStored(hash)
      if (stored) {
        // Refreshes the modification time, so that the cleanup of unused images skips it.
        await Promise.all(files.map((one) => touch(fileOf(stored, one.width, one.format))))
        return { url: `/media/${stored}.webp` }
      }
      const rendered = await render(bytes)
      if ('refused' in rendered) return rendered
      const name = rendered.borderColor ? `${hash}-${rendered.borderColor}` : hash
      const encoded = rendered.files.map(({ width, format, bytes }) => ({
        file: fileOf(name, width, format),
        bytes,
      }))
      await mkdir(folder, { recursive: true })
      await writeAll(encoded)
      return { url: `/media/${name}.webp` }
    },
    has: async (url) => {
      const name = IMAGE_URL.exec(url)?.[1]
      return name !== undefined && (await isStored(name))
    },
    read: async (fileName) => {
      const linked = LINK_IMAGE.exec(fileName)?.groups?.name
      if (linked) {
        const bytes = await readLinkImage(linked)
        return bytes && { bytes, contentType: 'image/jpeg' }
      }
      const { name, width, format } = FILE_NAME.exec(fileName)?.groups ?? {}
      if (!name || !format) return null
      const bytes = await readFile(fileOf(name, Number(width ?? MAX_WIDTH), format)).catch(
        () => null,
      )
      return bytes && { bytes, contentType: `image/${format}` }
    },
  }
}

function touch(file: string): Promise<void> {
  const now = new Date()
  return utimes(file, now, now)
}

// Files are renamed after all are written, so that readers never see a partial file or image.
async function writeAll(files: { file: string; bytes: Uint8Array }[]): Promise<void> {
  const drafts = files.map(({ file, bytes }) => ({
    file,
    bytes,
    draft: `${file}.${crypto.randomUUID()}.draft`,
  }))
  try {
    for (const { draft, bytes } of drafts) await writeFile(draft, bytes)
    for (const { draft, file } of drafts) await rename(draft, file)
  } finally {
    for (const { draft } of drafts) await rm(draft, { force: true })
  }
}
