import { z } from '@hono/zod-openapi'
import { streamCsv } from '#platform/csv-stream.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { CSV_TYPE, downloadHeaders, file } from '#platform/http/api/download.server.ts'
import { refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import type { WorkerPool } from '#platform/workers/worker-pool.server.ts'
import { queueOwnerOf } from '#shop/auth/access/caller.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { requireImport } from '#shop/imports/imports-api.server.ts'
import { refuseImport } from '#shop/imports/store/import-refusals.server.ts'
import { countProductsFound } from '#shop/search/admin-search.server.ts'
import { FILE_LIMITS } from '#shop/tables/files/file-limits.ts'
import { WORKBOOK_TYPE, writeWorkbook } from '#shop/tables/files/workbook.server.ts'
import { exportBatches, exportColumns } from './export-products.server.ts'
import { refusedBatches, refusedColumns } from './refused-rows.server.ts'

const filter = z.object({
  search: z.string().max(254).default(''),
  stock: z.literal('low', 'stock must be low').optional(),
})

export function createProductExportApi({ db, workers }: { db: Db; workers: WorkerPool }) {
  return restApi()
    .openapi(
      adminRoute({
        path: '/products/csv',
        operationId: 'downloadProducts',
        summary: 'Download products as CSV',
        request: { query: filter },
        responses: {
          200: file('All products found, streamed, in the columns of an import', 'text/csv'),
        },
      }),
      async (c) => {
        const next = exportBatches(db, c.req.valid('query'))
        const csv = await streamCsv(await exportColumns(db), 'comma', next)
        return c.body(csv, 200, downloadHeaders(CSV_TYPE, 'products.csv'))
      },
    )
    .openapi(
      adminRoute({
        path: '/products/xlsx',
        operationId: 'downloadProductsWorkbook',
        summary: 'Download products as a workbook',
        request: { query: filter },
        responses: {
          200: file('All products found, in the columns of an import', WORKBOOK_TYPE),
          422: refuses('More than 50,000 products'),
          503: refuses('Too many workbooks are being written; see Retry-After'),
        },
      }),
      async (c) => {
        const query = c.req.valid('query')
        if ((await countProductsFound(db, query)) > FILE_LIMITS.workbookRows)
          throw refuseImport({ refused: 'too-many-for-workbook' })
        const owner = queueOwnerOf(c.var.audit)
        const columns = await exportColumns(db)
        const workbook = await writeWorkbook(workers, owner, columns, exportBatches(db, query))
        return c.body(workbook, 200, downloadHeaders(WORKBOOK_TYPE, 'products.xlsx'))
      },
    )
    .openapi(
      adminRoute({
        path: '/products/imports/{id}/refused',
        operationId: 'downloadRefusedRows',
        summary: 'Download the refused rows of an import',
        request: { params: z.object({ id: z.string() }) },
        responses: {
          200: file(
            'The columns of the file and one of reasons; a workbook if the file was one, or else CSV',
            'text/csv',
            WORKBOOK_TYPE,
          ),
          404: refuses('No such import'),
          503: refuses('Too many workbooks are being written; see Retry-After'),
        },
      }),
      async (c) => {
        const imported = await requireImport(db, c.req.valid('param').id)
        const [columns, next] = [await refusedColumns(db, imported), refusedBatches(db, imported)]
        if (!imported.isWorkbook) {
          const csv = await streamCsv(columns, 'comma', next)
          return c.body(csv, 200, downloadHeaders(CSV_TYPE, 'refused.csv'))
        }
        const workbook = await writeWorkbook(workers, queueOwnerOf(c.var.audit), columns, next)
        return c.body(workbook, 200, downloadHeaders(WORKBOOK_TYPE, 'refused.xlsx'))
      },
    )
}
