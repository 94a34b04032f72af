import { z } from '@hono/zod-openapi'
import { streamCsv } from '#platform/csv-stream.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import type { WorkerJob, WorkerPool } from '#platform/workers/worker-pool.server.ts'
import { queueOwnerOf } from '#shop/auth/access/caller.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { IMPORT_LIMITS } from '#shop/catalogue/imports/store/import-limits.ts'
import { refuseImport } from '#shop/catalogue/imports/store/import-refusals.server.ts'
import { countProductsFound } from '#shop/catalogue/search/admin-search.server.ts'
import { exportBatches, exportColumns } from './export-products.server.ts'
import type { writeTexts } from './write-workbook.server.ts'

export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

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

export type ProductExportApi = ReturnType<typeof createProductExportApi>

/** Serves products as files that can be imported again. */
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
            content: { 'text/csv': { schema: z.string() } },
          },
        },
      }),
      async (c) => {
        const batches = exportBatches(db, c.req.valid('query'))
        const csv = await streamCsv(await exportColumns(db), 'comma', batches)
        return c.body(csv, 200, headersOf('text/csv; charset=utf-8', 'products.csv'))
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
            content: {
              [WORKBOOK_TYPE]: { schema: z.string().openapi({ type: 'string', format: 'binary' }) },
            },
          },
          422: refuses('More than 50,000 products'),
          503: refuses('Too many workbooks are being written; see Retry-After'),
        },
      }),
      async (c) => {
        const wanted = c.req.valid('query')
        if ((await countProductsFound(db, wanted)) > IMPORT_LIMITS.workbookRows)
          throw refuseImport({ refused: 'too-many-for-workbook' })
        const columns = await exportColumns(db)
        const rows = [columns.map(([heading]) => heading)]
        const next = exportBatches(db, wanted)
        for (let batch = await next(); batch; batch = await next(batch)) {
          for (const product of batch.rows)
            rows.push(columns.map(([, cell]) => String(cell(product, 'comma'))))
        }
        const bytes = await workers(queueOwnerOf(c.var.audit))(workbookJob, rows)
        return c.body(new Uint8Array(bytes), 200, headersOf(WORKBOOK_TYPE, 'products.xlsx'))
      },
    )
}
