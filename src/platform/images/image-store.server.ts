import { createHash } from 'node:crypto'
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImageRefusal, RenderImage } from './image.server.ts'
import { imageFormats, imageWidths } from './image-url.ts'

export type StoredFile = { bytes: Buffer<ArrayBuffer>; contentType: string }

/** Where pictures live: a folder today; a bucket would be another one of these. */
export type ImageStore = {
  /**
   * Keeps a picture in every width and format and answers its address, `/media/<hash>.webp`.
   * Nothing is kept of one that is refused. The same picture again is the same address.
   */
  store: (picture: Uint8Array) => Promise<{ url: string } | ImageRefusal>
  /** Whether this is the address of a picture that is kept here, whole. */
  has: (url: string) => Promise<boolean>
  /** One file of a stored picture, or null: `<hash>-800.avif`, or `<hash>.webp` for the largest. */
  read: (fileName: string) => Promise<StoredFile | null>
}

const FILE_NAME = /^(?<hash>[0-9a-f]{32})(?:-(?<width>\d+))?\.(?<format>avif|webp)$/
const ADDRESS = /^\/media\/(?<hash>[0-9a-f]{32})\.webp$/
const LARGEST = Math.max(...imageWidths)
const files = imageWidths.flatMap((width) => imageFormats.map((format) => ({ width, format })))

/** Keeps pictures below `folder`, named by their content, as `render` makes them. */
export function createDiskImageStore(folder: string, render: RenderImage): ImageStore {
  const fileOf = (hash: string, width: number, format: string) =>
    join(folder, `${hash}-${width}.${format}`)
  const isKept = async (hash: string) => {
    const kept = files.map(({ width, format }) => access(fileOf(hash, width, format)))
    return (await Promise.allSettled(kept)).every(({ status }) => status === 'fulfilled')
  }
  return {
    store: async (bytes) => {
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
      const url = `/media/${hash}.webp`
      if (await isKept(hash)) return { url }
      const made = await render(bytes)
      if ('refused' in made) return made
      const encoded = made.map(({ width, format, bytes }) => ({
        ...{ file: fileOf(hash, width, format), bytes },
      }))
      await mkdir(folder, { recursive: true })
      await writeAll(encoded)
      return { url }
    },
    has: async (url) => {
      const hash = ADDRESS.exec(url)?.groups?.hash
      return hash !== undefined && (await isKept(hash))
    },
    read: async (fileName) => {
      const { hash, width, format } = FILE_NAME.exec(fileName)?.groups ?? {}
      if (!hash || !format) return null
      const bytes = await readFile(fileOf(hash, Number(width ?? LARGEST), format)).catch(() => null)
      return bytes && { bytes, contentType: `image/${format}` }
    },
  }
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
