import { contentName } from '#platform/files/content-name.server.ts'
import type { FileStore } from '#platform/files/file-store.server.ts'
import { createConcurrencyLimit } from '#platform/jobs/concurrency-limit.server.ts'
import type { imageCopies } from './image-copies.server.ts'
import { IMAGE_URL, imageFormats, imageWidths } from './image-url.ts'
import type { BrandImageRefusal, RenderAnyImage } from './logo-image.server.ts'

export type StoredFile = { bytes: Buffer<ArrayBuffer>; contentType: string }

export type ImageStore = {
  /**
   * Stores an image in every width and format and returns its URL: `/media/<hash>-<rrggbb>.webp`
   * with the colour of its border, or `/media/<hash>.webp` for a transparent border. The URL depends
   * only on the content. Nothing is stored for a refused image.
   */
  store: (image: Uint8Array, isOfBrand?: boolean) => Promise<{ url: string } | BrandImageRefusal>
  has: (url: string) => Promise<boolean>
  /**
   * One file of a stored image, or null: `<name>-800.avif`, `<name>.webp` for the largest, or
   * `<name>-link.jpg` for link previews, `<name>-icon.png` for icons, `<name>-mail.png` for mails.
   */
  read: (fileName: string) => Promise<StoredFile | null>
}

// A colour has six digits, a width at most four.
const FILE_NAME = /^(?<name>[0-9a-f]{32}(?:-[0-9a-f]{6})?)(?:-(?<width>\d{3,4}))?\.(?<format>avif|webp)$/
const DERIVED_IMAGE = /^(?<name>[0-9a-f]{32}(?:-[0-9a-f]{6})?)-(?<kind>link\.jpg|icon\.png|mail\.png)$/
const MAX_WIDTH = Math.max(...imageWidths)
const files = imageWidths.flatMap((width) => imageFormats.map((format) => ({ width, format })))

export function createImageStore(store: FileStore, render: RenderAnyImage): ImageStore {
  const inTurn = createConcurrencyLimit({ atOnce: 1, waiting: 32 })
  const filesOf = (name: string) => files.map(({ width, format }) => fileName(name, width, format))
  const isStored = async (name: string) => (await Promise.all(filesOf(name).map(store.find))).every(Boolean)
  /** The name of the completely stored image with this hash, or null. */
  const findStored = async (hash: string) => {
    const names = new Set<string>()
    for await (const file of store.list(hash)) {
      const name = FILE_NAME.exec(file.name)?.groups?.name
      if (name) names.add(name)
    }
    for (const name of names) if (await isStored(name)) return name
    return null
  }
  /** Rendered on first request and stored: only few images are ever shared or icons. */
  const readDerived = async (name: string, kind: keyof typeof imageCopies) => {
    const file = `${name}-${kind}`
    const existing = await store.read(file)
    if (existing) return existing
    const largest = await store.read(fileName(name, MAX_WIDTH, 'webp'))
    if (!largest) return null
    const { imageCopies } = await import('./image-copies.server.ts')
    const bytes = await inTurn(() => imageCopies[kind](largest))
    // With a full or read-only disk it is rendered again each time.
    await store.writeAll([{ name: file, bytes }]).catch(() => undefined)
    return Buffer.from(bytes)
  }
  return {
    store: async (bytes, isOfBrand) => {
      const hash = await contentName(bytes)
      const stored = await findStored(hash)
      if (stored) {
        // Refreshes the modification time, so that the cleanup of unused images skips it.
        await store.touch(filesOf(stored))
        return { url: `/media/${stored}.webp` }
      }
      const rendered = await render(bytes, isOfBrand)
      if ('refused' in rendered) return rendered
      const name = rendered.borderColor ? `${hash}-${rendered.borderColor}` : hash
      await store.writeAll(
        rendered.files.map(({ width, format, bytes }) => ({
          name: fileName(name, width, format),
          bytes,
        })),
      )
      return { url: `/media/${name}.webp` }
    },
    has: async (url) => {
      const name = IMAGE_URL.exec(url)?.[1]
      return name !== undefined && (await isStored(name))
    },
    read: async (file) => {
      const { name: original, kind } = DERIVED_IMAGE.exec(file)?.groups ?? {}
      if (original && kind) {
        const bytes = await readDerived(original, kind as keyof typeof imageCopies)
        return bytes && { bytes, contentType: kind === 'link.jpg' ? 'image/jpeg' : 'image/png' }
      }
      const { name, width, format } = FILE_NAME.exec(file)?.groups ?? {}
      if (!name || !format) return null
      const bytes = await store.read(fileName(name, Number(width ?? MAX_WIDTH), format))
      return bytes && { bytes, contentType: `image/${format}` }
    },
  }
}

function fileName(name: string, width: number, format: string): string {
  return `${name}-${width}.${format}`
}
