import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { file } from '#platform/http/api/download.server.ts'
import { refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import type { WorkerPool } from '#platform/workers/worker-pool.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { respondWithTable, WORKBOOK_TYPE } from '#shop/compared-files/table-download.server.ts'
import { requireImport } from '#shop/imports/imports-api.server.ts'
import { refuseImport } from '#shop/imports/store/import-refusals.server.ts'
import { countProductsFound } from '#shop/search/admin-search.server.ts'
import { FILE_LIMITS } from '#shop/tables/files/file-limits.ts'
import { exportBatches, exportColumns, refusedBatches, refusedColumns } from './export-products.server.ts'

const filter = z.object({
  search: z.string().max(254).default(''),
  template: z.literal('true').optional().describe('Only the headings, to be filled in'),
  stock: z.enum(['low', 'discontinued'], 'stock must be low or discontinued').optional(),
})

const busy = refuses('Too many workbooks are being written; see Retry-After')

export function createProductExportApi({ db, workers }: { db: Db; workers: WorkerPool }) {
  const found = async ({ template, ...query }: z.output<typeof filter>) => {
    const columns = await exportColumns(db)
    // The last column is when a product was exported.
    if (template) return { name: 'template', columns: columns.slice(0, -1), next: async () => null }
    return { name: 'products', columns, next: exportBatches(db, query) }
  }
  return restApi({
    downloadProducts: adminRoute({
      endpoint: 'GET /products/csv',
      summary: 'Download products as CSV',
      request: { query: filter },
      responses: {
        200: file('All products found, streamed, in the columns of an import', 'text/csv'),
      },
      respond: async (c) => respondWithTable(c, workers, 'csv', await found(c.req.valid('query'))),
    }),
    downloadProductsWorkbook: adminRoute({
      endpoint: 'GET /products/xlsx',
      summary: 'Download products as a workbook',
      request: { query: filter },
      responses: {
        200: file('All products found, in the columns of an import', WORKBOOK_TYPE),
        422: refuses('More than 50,000 products'),
        503: busy,
      },
      respond: async (c) => {
        const query = c.req.valid('query')
        if (!query.template && (await countProductsFound(db, query)) > FILE_LIMITS.workbookRows)
          throw refuseImport({ refused: 'too-many-for-workbook' })
        return respondWithTable(c, workers, 'xlsx', await found(query))
      },
    }),
    downloadRefusedRows: adminRoute({
      endpoint: 'GET /products/imports/{id}/refused',
      summary: 'Download the refused rows of an import',
      request: { params: z.object({ id: z.string() }) },
      responses: {
        200: file(
          'The columns of the file and one of reasons; a workbook if the file was one, or else CSV',
          'text/csv',
          WORKBOOK_TYPE,
        ),
        404: refuses('No such import'),
        503: busy,
      },
      respond: async (c) => {
        const imported = await requireImport(db, c.req.valid('param').id)
        const columns = await refusedColumns(db, imported)
        const table = { name: 'refused', columns, next: refusedBatches(db, imported) }
        return respondWithTable(c, workers, imported.isWorkbook ? 'xlsx' : 'csv', table)
      },
    }),
  })
}
