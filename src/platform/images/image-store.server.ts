import { createHash } from 'node:crypto'
import { access, mkdir, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImageRefusal, RenderImage } from './image.server.ts'
import { IMAGE_URL, imageFormats, imageWidths } from './image-url.ts'

export type StoredFile = { bytes: Buffer<ArrayBuffer>; contentType: string }

/** Where images live: a folder today; a bucket would be another one of these. */
export type ImageStore = {
  /**
   * Keeps an image in every width and format and answers its address: `/media/<hash>-<rrggbb>.webp`
   * with the colour of its border, or `/media/<hash>.webp` when it is transparent there.
   * Nothing is kept of one that is refused. The same image again is the same address.
   */
  store: (image: Uint8Array) => Promise<{ url: string } | ImageRefusal>
  /** Whether this is the address of an image that is kept here, whole. */
  has: (url: string) => Promise<boolean>
  /** One file of a stored image, or null: `<name>-800.avif`, or `<name>.webp` for the largest. */
  read: (fileName: string) => Promise<StoredFile | null>
}

// The border's colour has six digits, a width at most four.
const FILE_NAME =
  /^(?<name>[0-9a-f]{32}(?:-[0-9a-f]{6})?)(?:-(?<width>\d{3,4}))?\.(?<format>avif|webp)$/
const LARGEST = Math.max(...imageWidths)
const files = imageWidths.flatMap((width) => imageFormats.map((format) => ({ width, format })))

/** Keeps images below `folder`, named by their content, as `render` makes them. */
export function createDiskImageStore(folder: string, render: RenderImage): ImageStore {
  const fileOf = (name: string, width: number, format: string) =>
    join(folder, `${name}-${width}.${format}`)
  const isKept = async (name: string) => {
    const kept = files.map(({ width, format }) => access(fileOf(name, width, format)))
    return (await Promise.allSettled(kept)).every(({ status }) => status === 'fulfilled')
  }
  /** The name under which the image with this hash is kept, whole; null when it is not. */
  const findKept = async (hash: string) => {
    const inFolder = await readdir(folder).catch(() => [])
    const names = inFolder.flatMap((file) => FILE_NAME.exec(file)?.groups?.name ?? [])
    for (const name of new Set(names)) {
      if (name.startsWith(hash) && (await isKept(name))) return name
    }
    return null
  }
  return {
    store: async (bytes) => {
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
      const kept = await findKept(hash)
      if (kept) {
        // As new: whoever deletes old images that nobody uses leaves it alone.
        await Promise.all(files.map((one) => touch(fileOf(kept, one.width, one.format))))
        return { url: `/media/${kept}.webp` }
      }
      const made = await render(bytes)
      if ('refused' in made) return made
      const name = made.borderColor ? `${hash}-${made.borderColor}` : hash
      const encoded = made.files.map(({ width, format, bytes }) => ({
        file: fileOf(name, width, format),
        bytes,
      }))
      await mkdir(folder, { recursive: true })
      await writeAll(encoded)
      return { url: `/media/${name}.webp` }
    },
    has: async (url) => {
      const name = IMAGE_URL.exec(url)?.[1]
      return name !== undefined && (await isKept(name))
    },
    read: async (fileName) => {
      const { name, width, format } = FILE_NAME.exec(fileName)?.groups ?? {}
      if (!name || !format) return null
      const bytes = await readFile(fileOf(name, Number(width ?? LARGEST), format)).catch(() => null)
      return bytes && { bytes, contentType: `image/${format}` }
    },
  }
}

function touch(file: string): Promise<void> {
  const now = new Date()
  return utimes(file, now, now)
}

// All or nothing, and a reader never sees half a file: they get their names once all are written.
async function writeAll(files: { file: string; bytes: Uint8Array }[]): Promise<void> {
  const drafts = files.map(({ file, bytes }) => ({
    ...{ file, bytes, draft: `${file}.${crypto.randomUUID()}.draft` },
  }))
  try {
    for (const { draft, bytes } of drafts) await writeFile(draft, bytes)
    for (const { draft, file } of drafts) await rename(draft, file)
  } finally {
    for (const { draft } of drafts) await rm(draft, { force: true })
  }
}
