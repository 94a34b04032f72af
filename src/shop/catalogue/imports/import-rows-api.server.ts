import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { answers, body, listQuery, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import type { ImageStore } from '#platform/images/image-store.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { mendRow } from './change-import.server.ts'
import { importRowJson, toImportRowJson } from './import-json.server.ts'
import { requireImport } from './imports-api.server.ts'
import { LONGEST_CELL } from './store/import-limits.ts'
import { readRows } from './store/import-queries.server.ts'
import { refuseImport } from './store/import-refusals.server.ts'
import { rowStates } from './store/product-import.ts'

const params = z.object({ id: z.string() })
const rowParams = z.object({
  id: z.string(),
  row: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 31 - 1),
})

const mend = z.object({
  cells: z
    .record(z.string(), z.string().max(LONGEST_CELL), 'cells must be an object of field and text')
    .default({}),
  restores: z.boolean().optional().openapi({ description: 'Puts a deleted product on sale again' }),
})

const state = z
  .enum([...rowStates, 'stale'], `state must be one of ${rowStates.join(', ')}, stale`)
  .optional()
  .openapi({ description: '`stale`: of which something had changed in the meantime' })

export type ImportRowsApi = ReturnType<typeof createImportRowsApi>

/** Serves the rows of imports and their corrections. */
export function createImportRowsApi(environment: { db: Db; images: ImageStore }) {
  const { db } = environment
  return restApi()
    .openapi(
      adminRoute({
        method: 'get',
        path: '/products/imports/{id}/rows',
        operationId: 'listImportRows',
        summary: 'List rows of an import',
        request: { params, query: listQuery.extend({ state }) },
        responses: {
          200: answers('Rows in the order of the file', z.array(importRowJson)),
          404: refuses('No such import'),
        },
      }),
      async (c) => {
        const imported = await requireImport(db, c.req.valid('param').id)
        const { state, size = 20, page } = c.req.valid('query')
        const which = state === 'stale' ? { isStale: true } : { state: state ?? [...rowStates] }
        const rows = await readRows(db, imported.id, { ...which, size, page })
        return c.json(
          rows.map((row) => toImportRowJson(row, imported)),
          200,
        )
      },
    )
    .openapi(
      adminRoute({
        method: 'put',
        path: '/products/imports/{id}/rows/{row}',
        operationId: 'mendImportRow',
        summary: 'Correct a row of an import',
        request: { params: rowParams, body: body(mend) },
        responses: {
          200: answers('The row, compared again', importRowJson),
          404: refuses('No such import or row'),
          409: refuses('The import was applied or cancelled'),
          422: refuses('No column has this field'),
        },
      }),
      async (c) => {
        const { id, row } = c.req.valid('param')
        const mended = await mendRow(environment, id, row, c.req.valid('json'))
        if ('refused' in mended) throw refuseImport(mended)
        return c.json(toImportRowJson(mended, await requireImport(db, id)), 200)
      },
    )
}
