import { setTimeout } from 'node:timers/promises'
import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { orRefuse } from '#platform/http/api/refusals.server.ts'
import { answers, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import { unavailable } from '#platform/http/http-errors.ts'
import { createConcurrencyLimit } from '#platform/jobs/concurrency-limit.server.ts'
import type { Log } from '#platform/log.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { listCategories } from '#shop/catalogue/categories/category-queries.server.ts'
import { readMapping } from '#shop/tables/columns/map-columns.ts'
import { INTERRUPTED, NOT_READ } from '#shop/tables/files/file-limits.ts'
import {
  columnFields,
  fileBody,
  flag,
  flagBody,
  readFields,
  readUploadedFile,
} from '#shop/tables/files/read-upload.server.ts'
import { addImport } from './change-import.server.ts'
import { importJson } from './import-json.server.ts'
import type { Imports } from './imports.server.ts'
import { readImportJson } from './imports-api.server.ts'
import { fieldsOf } from './store/import-fields.ts'
import { findImport } from './store/import-queries.server.ts'
import { refuseImport } from './store/import-refusals.server.ts'
import { importModes } from './store/product-import.ts'

// A nightly file is compared in this time; for a larger one the caller asks again.
const WAIT_MS = 10_000
const POLL_MS = 100

const uploadFields = z.object({
  mode: z.enum(importModes, `mode must be one of ${importModes.join(', ')}`).default('change-and-add'),
  ...columnFields,
  makesCategories: flag('makesCategories'),
})

/** Serves the upload of files of products. It has its own limit of the body. */
export function createImportUploadApi({ db, log, imports }: { db: Db; log: Log; imports: Imports }) {
  // Bodies are held in memory.
  const receive = createConcurrencyLimit({ atOnce: 2, waiting: 4 })
  return restApi({
    importProducts: adminRoute({
      endpoint: 'POST /products/imports',
      summary: 'Read a file of products and compare it with the catalogue',
      description:
        'A CSV, TSV or spreadsheet file of up to 20 MB and 100,000 rows, 50,000 of a spreadsheet. Nothing is changed before it is applied.',
      requestBody: fileBody({
        mode: { type: 'string', enum: [...importModes], default: 'change-and-add' },
        makesCategories: flagBody('Makes the categories that the shop lacks'),
      }),
      responses: {
        201: answers('It was compared', importJson),
        202: answers('It is being read; ask again', importJson),
        400: refuses('Invalid multipart body'),
        413: refuses('Larger than 20 MB'),
        415: refuses('Not a file that can be read'),
        422: refuses('The file can’t be read, for the reason in the message'),
        503: refuses('Too many concurrent uploads, or the reading was interrupted'),
      },
      respond: async (c) => {
        const id = await receive(async () => {
          const { file, fileName, texts } = await readUploadedFile(c.req.raw)
          const choices = readFields(texts, uploadFields)
          const fields = fieldsOf(await listCategories(db))
          const { chosen: mapping } = orRefuse(readMapping(choices.mapping, fields), refuseImport)
          const { actor, ipAddress } = c.var.audit
          const given = { ...choices, mapping, file: Buffer.from(file), fileName }
          return addImport(db, { ...given, actor, ipAddress })
        })
        await waitUntilRead({ db, log, imports }, id)
        const imported = await findImport(db, id)
        if (imported?.status === 'refused') {
          // The sender is told at once, so the import need not stay in the list.
          await db.deleteFrom('productImport').where('id', '=', id).execute()
          const { problem } = imported
          if (problem === NOT_READ) throw refuseImport({ refused: 'wrong-type' })
          if (problem === INTERRUPTED) throw unavailable(problem)
          throw refuseImport({ refused: 'unreadable', problem: problem ?? NOT_READ })
        }
        const answer = await readImportJson(db, id)
        return answer.status === 'reading' ? c.json(answer, 202) : c.json(answer, 201)
      },
    }),
  })
}

/** Reads an import, or waits for another process that does; at most for some seconds. */
async function waitUntilRead(
  { db, log, imports }: { db: Db; log: Log; imports: Imports },
  id: string,
): Promise<void> {
  const end = performance.now() + WAIT_MS
  const reading = imports.read().catch((error: unknown) => log.error(error, 'Reading an import failed'))
  await Promise.race([reading, setTimeout(WAIT_MS, undefined, { ref: false })])
  while (performance.now() < end) {
    const imported = await findImport(db, id)
    if (imported?.status !== 'reading') return
    await setTimeout(POLL_MS)
  }
}
