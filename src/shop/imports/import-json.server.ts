import { z } from '@hono/zod-openapi'
import { columnsJson, fileJson, rowJson } from '#shop/compared-files/file-json.server.ts'
import { valuesIn } from '#shop/tables/columns/map-columns.ts'
import { cellText } from '#shop/tables/columns/read-cell.ts'
import { notesOf } from '#shop/tables/columns/survey-columns.ts'
import { type ImportField, kindOf } from './store/import-fields.ts'
import type { StoredImport, StoredRow } from './store/import-queries.server.ts'
import { importModes, importStatuses } from './store/product-import.ts'
import { rowChecks, rowWarnings } from './store/row-checks.ts'

const count = z.number().int()
const value = z.union([z.string(), z.number(), z.null()])

export const importJson = z
  .object({
    _id: z.string(),
    status: z
      .enum(importStatuses)
      .describe(
        '`compared` can be applied; `refused` can’t be read, for the reason `problem`; `cancelled` and `failed`, for its `problem`, keep what is applied',
      ),
    file: z.string(),
    mode: z.enum(importModes),
    makesCategories: z.boolean(),
    who: z.string().describe('An e-mail, or operator'),
    at: z.string(),
    finishedAt: z.string().nullable(),
    ...fileJson,
    values: z
      .record(z.string(), z.string())
      .describe('What new products get that the file has nothing for, by field'),
    newCategories: z
      .array(z.object({ name: z.string(), isNew: z.boolean(), below: z.array(z.string()) }))
      .describe('What `makesCategories` would make: those of the first level, with new ones below'),
    problem: z.string().nullable(),
    counts: z.object({ new: count, changed: count, unchanged: count, refused: count }),
    checks: z
      .object({ rows: count, price: count, stock: count, sku: count, category: count, stale: count })
      .describe('Rows to look at before it is applied, and how many of them have each of `checks`'),
    done: count.describe('Rows applied or undone so far'),
    stale: count.describe('Those of which something had changed and was kept'),
    waitsFor: z.string().nullable().describe('The file that is read, applied or undone before this one'),
    version: count.describe('Grows with each change of columns, choices or rows; to apply it, send it'),
  })
  .openapi('ProductImport')

export type ProductImport = z.infer<typeof importJson>

export const importRowJson = z
  .object({
    ...rowJson,
    sku: z.string(),
    name: z.string().describe('Of its product, or what the file calls it'),
    changes: z.array(
      z.object({
        field: z.string(),
        from: value,
        to: value,
        outcome: z
          .enum(['applied', 'stale', 'undone', 'kept'])
          .optional()
          .describe(
            'stale, kept: something else had changed it to `current`; before it is applied: after `As of`',
          ),
        current: value.optional(),
      }),
    ),
    warnings: z.array(z.enum(rowWarnings)).describe('A price changes by more than 20 %, a stock to 0'),
    checks: z
      .array(z.enum(rowChecks))
      .describe(
        'The warnings, a SKU very like another one, a new product without category in a file of them, and what had changed meanwhile',
      ),
    cells: z.record(z.string(), z.string()).describe('Its cells by field, as they can be mended'),
    productId: z.string().nullable(),
    isRestorable: z.boolean().describe('Its product is deleted'),
    isConfirmable: z.boolean().describe('It is taken once `restores` confirms it'),
  })
  .openapi('ProductImportRow')

export type ProductImportRow = z.infer<typeof importRowJson>

export function toImportJson(
  imported: StoredImport,
  fields: ImportField[],
  waitsFor: string | null,
): ProductImport {
  const { id, status, mode, makesCategories, notes, questions, problem, counts, checks } = imported
  return {
    _id: id,
    status,
    file: imported.fileName,
    mode,
    makesCategories,
    who: imported.actor,
    at: imported.createdAt.toISOString(),
    finishedAt: imported.finishedAt?.toISOString() ?? null,
    ...columnsJson(imported.columns, fields),
    notes: [...notes, ...notesOf(imported.columns)],
    questions,
    values: valuesIn(imported.mapping),
    newCategories: imported.columns.flatMap(({ tree = [] }) => tree),
    problem,
    counts,
    checks,
    done: imported.done,
    stale: imported.stale,
    waitsFor,
    version: imported.version,
  }
}

export function toImportRowJson(row: StoredRow, { columns, status }: StoredImport): ProductImportRow {
  const { position, sku, state, changes, reasons, checks, productId } = row
  const cells = columns.flatMap(({ field }, at) =>
    field ? [[field, cellText(row.cells[at], kindOf(field))]] : [],
  )
  const texts = Object.fromEntries(cells)
  return {
    row: position,
    sku: sku ?? '',
    name: row.name ?? texts.name ?? '',
    state,
    changes,
    warnings: rowWarnings.filter((warning) => checks.includes(warning)),
    checks,
    reasons,
    cells: texts,
    productId,
    isRestorable: state === 'refused' && reasons.some((reason) => reason.endsWith('restore it')),
    isConfirmable: checks.includes('sku') || (status === 'compared' && checks.includes('stale')),
  }
}
