import { z } from '@hono/zod-openapi'
import { type CsvColumns, streamCsv } from '#platform/csv-stream.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import type { QueueOwner } from '#platform/jobs/fair-queue.server.ts'
import type { WorkerJob, WorkerPool } from '#platform/workers/worker-pool.server.ts'
import { queueOwnerOf } from '#shop/auth/access/caller.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { requireImport } from '#shop/catalogue/imports/imports-api.server.ts'
import { IMPORT_LIMITS } from '#shop/catalogue/imports/store/import-limits.ts'
import { refuseImport } from '#shop/catalogue/imports/store/import-refusals.server.ts'
import { countProductsFound } from '#shop/catalogue/search/admin-search.server.ts'
import { exportBatches, exportColumns } from './export-products.server.ts'
import { refusedBatches, refusedColumns } from './refused-rows.server.ts'
import type { writeTexts } from './write-workbook.server.ts'

export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const types = { csv: 'text/csv; charset=utf-8', xlsx: WORKBOOK_TYPE }
type Format = keyof typeof types

export const workbookJob: WorkerJob<typeof writeTexts> = {
  kind: { name: 'product export', timeoutMs: 120_000, memoryBytes: 1_500 * 1024 * 1024 },
  module: 'src/shop/catalogue/imports/export/write-workbook.server.ts',
  function: 'writeTexts',
}

const filter = z.object({
  search: z.string().max(254).default(''),
  stock: z.literal('low', 'stock must be low').optional(),
})

/** The headers of a file to download. */
export const headersOf = (type: string, name: string) => ({
  'Content-Type': type,
  'Content-Disposition': `attachment; filename="${name}"`,
  'Cache-Control': 'private, no-store',
})

const text = { schema: z.string() }
const binary = { schema: z.string().openapi({ type: 'string', format: 'binary' }) }

export type ProductExportApi = ReturnType<typeof createProductExportApi>

/** Serves products, and the refused rows of imports, as files that can be imported again. */
export function createProductExportApi({ db, workers }: { db: Db; workers: WorkerPool }) {
  return restApi()
    .openapi(
      adminRoute({
        method: 'get',
        path: '/products/csv',
        operationId: 'downloadProducts',
        summary: 'Download products as CSV',
        request: { query: filter },
        responses: {
          200: {
            description: 'All products found, streamed, in the columns of an import',
            content: { 'text/csv': text },
          },
        },
      }),
      async (c) => {
        const next = exportBatches(db, c.req.valid('query'))
        const csv = await streamCsv(await exportColumns(db), 'comma', next)
        return c.body(csv, 200, fileHeaders('csv', 'products'))
      },
    )
    .openapi(
      adminRoute({
        method: 'get',
        path: '/products/xlsx',
        operationId: 'downloadProductsWorkbook',
        summary: 'Download products as a workbook',
        request: { query: filter },
        responses: {
          200: {
            description: 'All products found, in the columns of an import',
            content: { [types.xlsx]: binary },
          },
          422: refuses('More than 50,000 products'),
          503: refuses('Too many workbooks are being written; see Retry-After'),
        },
      }),
      async (c) => {
        const query = c.req.valid('query')
        if ((await countProductsFound(db, query)) > IMPORT_LIMITS.workbookRows)
          throw refuseImport({ refused: 'too-many-for-workbook' })
        const owner = queueOwnerOf(c.var.audit)
        const columns = await exportColumns(db)
        const workbook = await writeWorkbook(workers, owner, columns, exportBatches(db, query))
        return c.body(workbook, 200, fileHeaders('xlsx', 'products'))
      },
    )
    .openapi(
      adminRoute({
        method: 'get',
        path: '/products/imports/{id}/refused',
        operationId: 'downloadRefusedRows',
        summary: 'Download the refused rows of an import',
        request: { params: z.object({ id: z.string() }) },
        responses: {
          200: {
            description:
              'The columns of the file and one of reasons; a workbook if the file was one, or else CSV',
            content: { 'text/csv': text, [types.xlsx]: binary },
          },
          404: refuses('No such import'),
          503: refuses('Too many workbooks are being written; see Retry-After'),
        },
      }),
      async (c) => {
        const imported = await requireImport(db, c.req.valid('param').id)
        const [columns, next] = [await refusedColumns(db, imported), refusedBatches(db, imported)]
        if (!imported.isWorkbook)
          return c.body(await streamCsv(columns, 'comma', next), 200, fileHeaders('csv', 'refused'))
        const workbook = await writeWorkbook(workers, queueOwnerOf(c.var.audit), columns, next)
        return c.body(workbook, 200, fileHeaders('xlsx', 'refused'))
      },
    )
}

const fileHeaders = (format: Format, name: string) => headersOf(types[format], `${name}.${format}`)

async function writeWorkbook<Row, Batch extends { rows: Row[] }>(
  workers: WorkerPool,
  owner: QueueOwner,
  columns: CsvColumns<Row>,
  nextBatch: (before?: Batch) => Promise<Batch | null>,
): Promise<Uint8Array<ArrayBuffer>> {
  const rows = [columns.map(([heading]) => heading)]
  for (let batch = await nextBatch(); batch; batch = await nextBatch(batch)) {
    for (const row of batch.rows) rows.push(columns.map(([, cell]) => String(cell(row, 'comma'))))
  }
  return new Uint8Array(await workers(owner)(workbookJob, rows))
}
