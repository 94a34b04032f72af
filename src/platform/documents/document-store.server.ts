import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PdfRefusal } from './pdf.server.ts'

/** Storage for documents; the only implementation uses a folder. */
export type DocumentStore = {
  /** Stores a PDF and returns its URL, which depends only on the content, and its size. */
  store: (document: Uint8Array) => Promise<{ url: string; bytes: number } | PdfRefusal>
  /** The size of a stored document, or null for any other URL. */
  sizeOf: (url: string) => Promise<number | null>
  /** A stored document by its file name, or null. */
  read: (fileName: string) => Promise<Buffer<ArrayBuffer> | null>
}

const FILE_NAME = /^[0-9a-f]{32}\.pdf$/
const URL_START = '/media/documents/'

/** Stores the documents that `rewrite` produces in `folder`, named by the uploaded content. */
export function createDiskDocumentStore(
  folder: string,
  rewrite: (bytes: Uint8Array) => Promise<{ bytes: Uint8Array } | PdfRefusal>,
): DocumentStore {
  const find = async (name: string) => {
    if (!FILE_NAME.test(name)) return null
    return stat(join(folder, name)).catch(() => null)
  }
  return {
    store: async (bytes) => {
      const name = `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.pdf`
      const file = join(folder, name)
      const stored = await find(name)
      if (stored) {
        // Refreshes the modification time, so that the cleanup of unused files skips it.
        await utimes(file, new Date(), new Date())
        return { url: URL_START + name, bytes: stored.size }
      }
      const rewritten = await rewrite(bytes)
      if ('refused' in rewritten) return rewritten
      await mkdir(folder, { recursive: true })
      const draft = `${file}.${crypto.randomUUID()}.draft`
      try {
        await writeFile(draft, rewritten.bytes)
        await rename(draft, file)
      } finally {
        await rm(draft, { force: true })
      }
      return { url: URL_START + name, bytes: rewritten.bytes.length }
    },
    sizeOf: async (url) => {
      if (!url.startsWith(URL_START)) return null
      return (await find(url.slice(URL_START.length)))?.size ?? null
    },
    read: async (fileName) =>
      FILE_NAME.test(fileName) ? readFile(join(folder, fileName)).catch(() => null) : null,
  }
}
