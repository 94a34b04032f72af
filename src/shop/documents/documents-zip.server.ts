import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Db } from '#platform/database/database.server.ts'
import type { RunJob } from '#platform/workers/worker-pool.server.ts'
import { fileName } from './document.ts'
import { type DocumentCaller, type DocumentEntry, findDocument } from './document-queries.server.ts'
import { documentJob } from './pdf/pdf-jobs.server.ts'

/**
 * Streams documents as one zip. Documents are rendered one at a time as the client reads, so memory
 * stays bounded. `onEnd` is called when the zip is complete, failed, or no longer wanted.
 */
export function zipDocuments(
  db: Db,
  run: RunJob,
  caller: DocumentCaller,
  entries: DocumentEntry[],
  onEnd: () => void,
): ReadableStream<Uint8Array> {
  const zip = new ZipFile()
  for (const { kind, number, issuedAt } of entries) {
    // PDF streams are compressed already.
    const options = { mtime: new Date(issuedAt), compress: false }
    zip.addReadStreamLazy(fileName(kind, number), options, (given) => {
      findDocument(db, caller, kind, number)
        .then((layout) => {
          if (!layout) throw new Error(`Document ${number} is gone`)
          return run(documentJob, layout)
        })
        .then(
          (bytes) => given(null, Readable.from([bytes])),
          (error: unknown) => given(error, Readable.from([])),
        )
    })
  }
  zip.end()
  const output = zip.outputStream as Readable
  ;(zip as unknown as NodeJS.EventEmitter).on('error', (error: Error) => output.destroy(error))
  output.once('close', onEnd)
  return Readable.toWeb(output) as ReadableStream<Uint8Array>
}
