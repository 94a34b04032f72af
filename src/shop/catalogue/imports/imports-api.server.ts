import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { answers, body, listQuery, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import type { Log } from '#platform/log.server.ts'
import { adminList } from '#shop/auth/access/admin-list.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { listCategories } from '#shop/catalogue/categories/category-queries.server.ts'
import {
  cancelImport,
  chooseColumns,
  readMapping,
  startApplying,
  startUndoing,
} from './change-import.server.ts'
import { importJson, type ProductImport, toImportJson } from './import-json.server.ts'
import type { Imports } from './imports.server.ts'
import { decimalMark } from './read/read-upload.server.ts'
import { fieldsOf } from './store/import-fields.ts'
import { findImport, findNext, listImports } from './store/import-queries.server.ts'
import { type ImportRefusal, refuseImport } from './store/import-refusals.server.ts'
import { importModes } from './store/product-import.ts'

const params = z.object({ id: z.string() })

const choices = z.object({
  mode: z.enum(importModes, `mode must be one of ${importModes.join(', ')}`).optional(),
  makesCategories: z.boolean().optional(),
  mapping: z
    .record(z.string(), z.string(), 'mapping must be an object of column name and field')
    .optional()
    .openapi({ description: 'Fields by the names of columns; an empty one is not read' }),
  decimalMarks: z.record(z.string(), decimalMark).optional(),
})

const missing = { 404: refuses('No such import') }

export type ImportsApi = ReturnType<typeof createImportsApi>

/** Serves imports of products: their columns and steps. */
export function createImportsApi({ db, log, imports }: { db: Db; log: Log; imports: Imports }) {
  const goOn = (step: 'read' | 'apply') =>
    void imports[step]().catch((error: unknown) => log.error(error, 'An import failed'))
  /** A route that asks for a step of an import. */
  const step = <Name extends 'apply' | 'cancel' | 'undo'>(name: Name, summary: string) =>
    adminRoute({
      method: 'post',
      path: `/products/imports/{id}/${name}` as const,
      operationId: `${name}Import`,
      summary,
      request: { params },
      responses: {
        200: answers('The import', importJson),
        ...missing,
        409: refuses('Not in this state of the import'),
      },
    })
  return restApi()
    .openapi(
      ...adminList({
        path: '/products/imports',
        operationId: 'listImports',
        summary: 'List imports',
        query: listQuery,
        answer: 'Imports, latest first',
        row: importJson,
        rows: async ({ size, page }) =>
          (await listImports(db, size, page)).map((imported) => toImportJson(imported, [], null)),
      }),
    )
    .openapi(
      adminRoute({
        method: 'get',
        path: '/products/imports/{id}',
        operationId: 'getImport',
        summary: 'Read an import',
        request: { params },
        responses: { 200: answers('The import', importJson), ...missing },
      }),
      async (c) => c.json(await readImportJson(db, c.req.valid('param').id), 200),
    )
    .openapi(
      adminRoute({
        method: 'put',
        path: '/products/imports/{id}/columns',
        operationId: 'chooseImportColumns',
        summary: 'Choose what the columns of an import are, and compare it again',
        request: { params, body: body(choices) },
        responses: {
          200: answers('The import, which is read again', importJson),
          ...missing,
          409: refuses('The import was applied or cancelled'),
          422: refuses('No such field, or one that is chosen twice'),
        },
      }),
      async (c) => {
        const { id } = c.req.valid('param')
        const { mode, makesCategories, mapping, decimalMarks } = c.req.valid('json')
        const read = readMapping(mapping ?? {}, fieldsOf(await listCategories(db)))
        if ('refused' in read) throw refuseImport(read)
        refuseIf(
          await chooseColumns(db, id, {
            ...(mode && { mode }),
            ...(makesCategories !== undefined && { makesCategories }),
            ...(mapping && { mapping: read.chosen }),
            ...(decimalMarks && { decimalMarks }),
          }),
        )
        goOn('read')
        return c.json(await readImportJson(db, id), 200)
      },
    )
    .openapi(step('apply', 'Apply an import'), async (c) => {
      const { id } = c.req.valid('param')
      refuseIf(await startApplying(db, id))
      goOn('apply')
      return c.json(await readImportJson(db, id), 200)
    })
    .openapi(step('cancel', 'Cancel an import; what is applied stays'), async (c) => {
      const { id } = c.req.valid('param')
      refuseIf(await cancelImport(db, id))
      return c.json(await readImportJson(db, id), 200)
    })
    .openapi(step('undo', 'Undo what an import has applied'), async (c) => {
      const { id } = c.req.valid('param')
      refuseIf(await startUndoing(db, id))
      goOn('apply')
      return c.json(await readImportJson(db, id), 200)
    })
}

function refuseIf(refusal: ImportRefusal | undefined): void {
  if (refusal) throw refuseImport(refusal)
}

/** Finds an import. Throws a 404. */
export async function requireImport(db: Db, id: string) {
  const imported = await findImport(db, id)
  if (!imported) throw refuseImport({ refused: 'no-such-import' })
  return imported
}

/** Reads an import as the API returns it, with the one that it waits for. Throws a 404. */
export async function readImportJson(db: Db, id: string): Promise<ProductImport> {
  const imported = await requireImport(db, id)
  const fields = fieldsOf(await listCategories(db))
  const isWaiting = imported.status === 'applying' || imported.status === 'undoing'
  const first = isWaiting ? await findNext(db, ['applying', 'undoing']) : undefined
  return toImportJson(imported, fields, first && first.id !== id ? first.fileName : null)
}
