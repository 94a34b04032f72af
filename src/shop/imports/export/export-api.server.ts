import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { file } from '#platform/http/api/download.server.ts'
import { refuses } from '#platform/http/api/rest-api.server.ts'
import type { WorkerPool } from '#platform/workers/worker-pool.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import {
  busyWorkbooks,
  respondWithTable,
  tableRoutes,
} from '#shop/compared-files/table-routes.server.ts'
import { requireImport } from '#shop/imports/imports-api.server.ts'
import { refuseImport } from '#shop/imports/store/import-refusals.server.ts'
import { countProductsFound } from '#shop/search/admin-search.server.ts'
import { FILE_LIMITS } from '#shop/tables/files/file-limits.ts'
import { WORKBOOK_TYPE } from '#shop/tables/files/workbook.server.ts'
import { exportBatches, exportColumns } from './export-products.server.ts'
import { refusedBatches, refusedColumns } from './refused-rows.server.ts'

const filter = z.object({
  search: z.string().max(254).default(''),
  stock: z.literal('low', 'stock must be low').optional(),
})

export function createProductExportApi({ db, workers }: { db: Db; workers: WorkerPool }) {
  const downloads = tableRoutes(workers, {
    path: '/products',
    operationId: 'downloadProducts',
    summary: 'Download products',
    request: { query: filter },
    answer: 'All products found, in the columns of an import',
    responses: { 422: refuses('A workbook of more than 50,000 products') },
    table: async (c, format) => {
      const query = c.req.valid('query' as never) as z.output<typeof filter>
      const isTooLong = async () => (await countProductsFound(db, query)) > FILE_LIMITS.workbookRows
      if (format === 'xlsx' && (await isTooLong()))
        throw refuseImport({ refused: 'too-many-for-workbook' })
      const columns = await exportColumns(db)
      return { name: 'products', columns, next: exportBatches(db, query) }
    },
  })
  return downloads.openapi(
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
        503: busyWorkbooks,
      },
    }),
    async (c) => {
      const imported = await requireImport(db, c.req.valid('param').id)
      const columns = await refusedColumns(db, imported)
      const table = { name: 'refused', columns, next: refusedBatches(db, imported) }
      return respondWithTable(c, workers, imported.isWorkbook ? 'xlsx' : 'csv', table)
    },
  )
}
