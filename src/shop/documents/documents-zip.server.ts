import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Db } from '#platform/database/database.server.ts'
import { type DocumentEntry, fileName } from './document.ts'
import { type DocumentCaller, findDocument } from './document-queries.server.ts'
import { renderPdf } from './pdf/render-pdf.server.ts'

/**
 * Streams documents as one zip. Documents are rendered one at a time as the client reads, so memory
 * stays bounded.
 */
export function zipDocuments(
  db: Db,
  caller: DocumentCaller,
  entries: DocumentEntry[],
): ReadableStream<Uint8Array> {
  const zip = new ZipFile()
  for (const { kind, number, issuedAt } of entries) {
    // PDF streams are compressed already.
    const options = { mtime: new Date(issuedAt), compress: false }
    zip.addReadStreamLazy(fileName(kind, number), options, (given) => {
      findDocument(db, caller, kind, number)
        .then((layout) => {
          if (!layout) throw new Error(`Document ${number} is gone`)
          return renderPdf(layout)
        })
        .then(
          (bytes) => given(null, Readable.from([bytes])),
          (error: unknown) => given(error, Readable.from([])),
        )
    })
  }
  zip.end()
  const output = Readable.from(zip.outputStream as unknown as AsyncIterable<Uint8Array>)
  ;(zip as unknown as NodeJS.EventEmitter).on('error', (error: Error) => output.destroy(error))
  return Readable.toWeb(output) as ReadableStream<Uint8Array>
}
