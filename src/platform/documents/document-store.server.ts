import { contentName } from '#platform/files/content-name.server.ts'
import type { FileStore } from '#platform/files/file-store.server.ts'
import { type PdfRefusal, refusePdf } from './pdf.server.ts'

export type DocumentStore = {
  /** Stores a PDF and returns its URL, which depends only on the content, and its size. */
  store: (document: Uint8Array) => Promise<{ url: string; bytes: number } | PdfRefusal>
  /** The size of a stored document, or null for any other URL. */
  sizeOf: (url: string) => Promise<number | null>
  read: (fileName: string) => Promise<Buffer<ArrayBuffer> | null>
}

const FILE_NAME = /^[0-9a-f]{32}\.pdf$/
const URL_START = '/media/'
const FOLDER = 'documents/'

export function createDocumentStore(store: FileStore): DocumentStore {
  return {
    store: async (bytes) => {
      const hash = await contentName(bytes)
      const name = `${FOLDER}${hash}.pdf`
      const stored = await store.find(name)
      if (stored) {
        // Refreshes the modification time, so that the cleanup of unused files skips it.
        await store.touch([name])
        return { url: URL_START + name, bytes: stored.bytes }
      }
      const refusal = refusePdf(bytes)
      if (refusal) return refusal
      await store.writeAll([{ name, bytes }])
      return { url: URL_START + name, bytes: bytes.length }
    },
    sizeOf: async (url) => {
      const name = url.startsWith(URL_START) ? url.slice(URL_START.length) : ''
      if (!name.startsWith(FOLDER) || !FILE_NAME.test(name.slice(FOLDER.length))) return null
      return (await store.find(name))?.bytes ?? null
    },
    read: async (fileName) => (FILE_NAME.test(fileName) ? store.read(`${FOLDER}${fileName}`) : null),
  }
}
