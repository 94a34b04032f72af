import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { orRefuse } from '#platform/http/api/refusals.server.ts'
import { listQuery, restApi } from '#platform/http/api/rest-api.server.ts'
import type { ImageStore } from '#platform/images/image-store.server.ts'
import type { Log } from '#platform/log.server.ts'
import { adminList } from '#shop/auth/access/admin-list.server.ts'
import { adminJson } from '#shop/auth/access/json-routes.server.ts'
import { listCategories } from '#shop/catalogue/categories/category-queries.server.ts'
import { rowStates } from '#shop/compared-files/row-states.ts'
import { readMapping } from '#shop/tables/columns/map-columns.ts'
import { LONGEST_CELL } from '#shop/tables/files/file-limits.ts'
import { decimalMark } from '#shop/tables/files/read-upload.server.ts'
import { cancelImport, chooseColumns, mendRow, startApplying, startUndoing } from './change-import.server.ts'
import {
  importJson,
  importRowJson,
  type ProductImport,
  toImportJson,
  toImportRowJson,
} from './import-json.server.ts'
import type { Imports } from './imports.server.ts'
import { fieldsOf } from './store/import-fields.ts'
import {
  findImport,
  findNext,
  listImports,
  readRows,
  type StoredImport,
} from './store/import-queries.server.ts'
import { type ImportRefusal, refuseImport } from './store/import-refusals.server.ts'
import { importModes } from './store/product-import.ts'
import { rowChecks } from './store/row-checks.ts'

const params = z.object({ id: z.string() })
const rowParams = params.extend({
  row: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 31 - 1),
})

const choices = z.object({
  mode: z.enum(importModes, `mode must be one of ${importModes.join(', ')}`).optional(),
  makesCategories: z.boolean().optional(),
  mapping: z
    .record(z.string(), z.string(), 'mapping must be an object of column name and field')
    .optional()
    .describe(
      'Fields, or other choices of `fields`, by the names of columns; an empty one is not read. `+minQuantity` is a value for all new products',
    ),
  decimalMarks: z.record(z.string(), decimalMark).optional(),
})

const listed = [...rowStates, 'check', ...rowChecks] as const
const state = z
  .enum(listed, `state must be one of ${listed.join(', ')}`)
  .optional()
  .describe('`check`: those with `checks`; or with one of these')

const mend = z.object({
  cells: z
    .record(z.string(), z.string().max(LONGEST_CELL + 1), 'cells must be an object of field and text')
    .default({}),
  restores: z
    .boolean()
    .optional()
    .describe('Puts a deleted product on sale again, or confirms what the row asks'),
})

/** What an admin has seen of an import. */
const seen = z.object({ version: z.int('version must be that of the comparison') })

export function createImportsApi(environment: { db: Db; images: ImageStore; log: Log; imports: Imports }) {
  const { db, log, imports } = environment
  const goOn = (step: 'read' | 'apply') =>
    void imports[step]().catch((error: unknown) => log.error(error, 'An import failed'))
  const step = <Name extends 'apply' | 'cancel' | 'undo', Body extends typeof seen | undefined>(
    name: Name,
    summary: string,
    begin: (db: Db, id: string, version: number) => Promise<ImportRefusal | undefined>,
    body?: Body,
  ) =>
    adminJson({
      endpoint: `POST /products/imports/{id}/${name}` as const,
      summary,
      params,
      body,
      json: importJson,
      refusals: { 404: 'No such import', 409: 'Not in this state, or version, of the import' },
      respond: async ({ params: { id }, json }) => {
        refuseIf(await begin(db, id, json?.version ?? 0))
        if (name !== 'cancel') goOn('apply')
        return readImportJson(db, id)
      },
    })
  return restApi({
    listImports: adminList({
      endpoint: 'GET /products/imports',
      query: listQuery,
      answer: 'Imports, latest first',
      row: importJson,
      rows: async ({ size, page }) => {
        const heads = await findHeads(db)
        return (await listImports(db, size, page)).map((imported) =>
          toImportJson(imported, [], waitsFor(imported, heads)),
        )
      },
    }),
    getImport: adminJson({
      endpoint: 'GET /products/imports/{id}',
      params,
      json: importJson,
      refusals: { 404: 'No such import' },
      respond: ({ params: { id } }) => readImportJson(db, id),
    }),
    chooseImportColumns: adminJson({
      endpoint: 'PUT /products/imports/{id}/columns',
      summary: 'Choose what the columns of an import are, and compare it again',
      params,
      body: choices,
      answer: 'The import, which is read again',
      json: importJson,
      refusals: {
        404: 'No such import',
        409: 'The import was applied or cancelled',
        422: 'No such field, or one that is chosen twice',
      },
      respond: async ({ params: { id }, json: { mapping, ...others }, audit }) => {
        const fields = fieldsOf(await listCategories(db))
        const { chosen } = orRefuse(readMapping(mapping ?? {}, fields), refuseImport)
        const choices = { ...others, mapping: mapping && chosen }
        refuseIf(await chooseColumns(db, id, choices, audit.actor.email))
        goOn('read')
        return readImportJson(db, id)
      },
    }),
    applyImport: step('apply', 'Apply an import as it was compared', startApplying, seen),
    cancelImport: step('cancel', 'Cancel an import; what is applied stays', cancelImport),
    undoImport: step('undo', 'Undo what an import has applied', startUndoing),
    listImportRows: adminJson({
      endpoint: 'GET /products/imports/{id}/rows',
      params,
      query: listQuery.extend({ state }),
      answer: 'Rows in the order of the file',
      json: z.array(importRowJson),
      refusals: { 404: 'No such import' },
      respond: async ({ params: { id }, query: { state, size = 20, page } }) => {
        const imported = await requireImport(db, id)
        const asked = rowStates.find((name) => name === state)
        const check = [...rowChecks, 'check' as const].find((name) => name === state)
        const which = check ? { check } : { state: asked ?? [...rowStates] }
        const rows = await readRows(db, imported.id, { ...which, size, page })
        return rows.map((row) => toImportRowJson(row, imported))
      },
    }),
    mendImportRow: adminJson({
      endpoint: 'PUT /products/imports/{id}/rows/{row}',
      summary: 'Correct a row of an import',
      params: rowParams,
      body: mend,
      answer: 'The row, compared again',
      json: importRowJson,
      refusals: {
        404: 'No such import or row',
        409: 'The import was applied or cancelled',
        422: 'No column has this field',
      },
      respond: async ({ params: { id, row }, json, audit }) => {
        const { email } = audit.actor
        const mended = orRefuse(await mendRow(environment, id, row, json, email), refuseImport)
        return toImportRowJson(mended, await requireImport(db, id))
      },
    }),
  })
}

function refuseIf(refusal: ImportRefusal | undefined): void {
  if (refusal) throw refuseImport(refusal)
}

export async function requireImport(db: Db, id: string) {
  const imported = await findImport(db, id)
  if (!imported) throw refuseImport({ refused: 'no-such-import' })
  return imported
}

/** Reads an import as the API returns it, with the one that it waits for. Throws a 404. */
export async function readImportJson(db: Db, id: string): Promise<ProductImport> {
  const imported = await requireImport(db, id)
  const fields = fieldsOf(await listCategories(db))
  return toImportJson(imported, fields, waitsFor(imported, await findHeads(db)))
}

/** The imports that are worked on: reading and applying do not wait for each other. */
const findHeads = (db: Db) => Promise.all([findNext(db, ['reading']), findNext(db, ['applying', 'undoing'])])

function waitsFor(
  { id, status }: StoredImport,
  [reading, applying]: Awaited<ReturnType<typeof findHeads>>,
): string | null {
  const isApplied = status === 'applying' || status === 'undoing'
  const first = isApplied ? applying : status === 'reading' ? reading : undefined
  return first && first.id !== id ? first.fileName : null
}
