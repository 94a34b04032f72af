import { setImmediate } from 'node:timers/promises'
import { z } from '@hono/zod-openapi'
import { oneLine } from '#platform/clean-text.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orRefuse } from '#platform/http/api/refusals.server.ts'
import { firstCharacters } from '#platform/text.ts'
import type { RunJob } from '#platform/workers/worker-pool.server.ts'
import type { JobOptions } from '#platform/workers/worker-process.server.ts'
import { createCategoryPaths } from '#shop/catalogue/categories/category-paths.ts'
import { listCategories } from '#shop/catalogue/categories/category-queries.server.ts'
import { MAX_ROWS, sentRow } from '#shop/prices/price-list-forms.ts'
import { toRowJson } from '#shop/prices/price-list-json.server.ts'
import type { StoredList } from '#shop/prices/price-list-queries.server.ts'
import { readRows, readTargets } from '#shop/prices/price-rows.server.ts'
import { setMarks } from '#shop/tables/columns/decimal-marks.ts'
import { mapColumns, readMapping } from '#shop/tables/columns/map-columns.ts'
import { type ColumnMark, plainNumber } from '#shop/tables/columns/read-cell.ts'
import { fileJson } from '#shop/tables/files/file-json.server.ts'
import { refuseFile } from '#shop/tables/files/file-refusals.server.ts'
import { readInWorker } from '#shop/tables/files/read-in-worker.server.ts'
import { columnFields } from '#shop/tables/files/read-upload.server.ts'
import { createMarkCount } from '#shop/tables/number-text.ts'
import { rowStates } from '#shop/tables/row-states.ts'
import {
  type ComparedPriceRow,
  comparePriceFile,
  type PriceColumn,
  type PriceFileRow,
  type ReadPriceRow,
  readPriceRow,
} from './compare-price-file.ts'
import { priceFields, REQUIRED_FIELDS } from './price-file-fields.ts'

const BATCH = 500

const price = { perPrice: z.number().optional(), percent: z.number().optional() }

/** What a file does to the rows of a list. */
export const comparedPricesJson = z
  .object({
    version: z.number().int().openapi({ description: 'Of the list that it was compared with' }),
    ...fileJson,
    compared: z.array(
      z.object({
        row: z.number().int().openapi({ description: 'Its number in the file' }),
        state: z.enum(rowStates),
        target: z.string().openapi({ description: 'A SKU, the name of a category, or All tools' }),
        minQuantity: z.number(),
        ...price,
        from: z.object(price).nullable().openapi({ description: 'Its price in the list' }),
        reasons: z.array(z.string()).openapi({ description: 'Why it is refused' }),
        cells: z.array(z.string()).openapi({ description: 'Of refused rows' }),
      }),
    ),
    others: z.number().int().openapi({ description: 'Rows of the list that the file lacks' }),
    rows: z.array(sentRow).openapi({ description: 'All rows of the list as they would be' }),
  })
  .openapi('ComparedPrices')
export type ComparedPrices = z.infer<typeof comparedPricesJson>

/** How a file is read and compared, as fields of a form. */
export const choices = z.object({
  ...columnFields,
  replaces: z
    .enum(['true', 'false'], 'replaces must be true or false')
    .default('false')
    .transform((text) => text === 'true'),
})

/** Reads a file and compares it with a list. Throws a refusal that says why it can't be read. */
export async function readPriceFile(
  { db, workers }: { db: Db; workers: (options: JobOptions) => RunJob },
  list: StoredList,
  file: Uint8Array,
  { mapping, decimalMarks, sheet, replaces }: z.output<typeof choices>,
): Promise<ComparedPrices> {
  const { chosen } = orRefuse(readMapping(mapping, priceFields), refuseFile)
  const fileRows: PriceFileRow[] = []
  const onPart = async (chunk: string) => {
    for (const [position, cells, problem] of JSON.parse(chunk))
      fileRows.push({ position, cells: cells.map(oneLine), problem })
  }
  const readable = await readInWorker(workers({ onPart }), new Uint8Array(file), {
    sheet,
    chosen: Object.keys(chosen),
    fields: priceFields,
    maxRows: MAX_ROWS,
  })
  const read = orRefuse(readable, refuseFile)
  const { columns: mapped, questions } = mapColumns(
    read.headings,
    priceFields,
    chosen,
    REQUIRED_FIELDS,
  )
  const columns = mapped.map((column, at) => {
    const sample = fileRows.find(({ cells }) => cells[at])?.cells[at] ?? ''
    return { ...column, at, sample: firstCharacters(sample, 100), mark: null as ColumnMark }
  })
  const { isWorkbook } = read
  questions.push(...setMarks(countMarks(columns, fileRows), { isWorkbook, decimalMarks }))
  const about = {
    version: list.version,
    columns: columns.map(({ name, heading, field, sample, mark }) => {
      return { name, heading, field, sample, decimalMark: mark }
    }),
    fields: priceFields.map(({ name, heading }) => ({ name, heading })),
    notes: read.notes,
    questions,
  }
  const stored = (await readRows(db, list.id)).map(toRowJson)
  const sent = stored.map(({ name: _, basePrice: __, deleted: ___, ...row }) => row)
  // The rows as they are: a program that sends them changes nothing.
  if (questions.length > 0) return { ...about, compared: [], rows: sent, others: 0 }
  const paths = createCategoryPaths(await listCategories(db))
  const priceColumns = columns.flatMap(toPriceColumn)
  const rows: ReadPriceRow[] = []
  for (const row of fileRows) {
    rows.push(readPriceRow(row, priceColumns, paths))
    // Requests between two batches do not wait.
    if (rows.length % BATCH === 0) await setImmediate()
  }
  const known = await readTargets(db, [...sent, ...rows.map(({ row }) => row)])
  const { isContract } = list
  const result = comparePriceFile(rows, { stored: sent, known, isContract, replaces })
  if (result.rows.length > MAX_ROWS) {
    const problem = `The list would have ${result.rows.length.toLocaleString('en-US')} rows; at most ${MAX_ROWS.toLocaleString('en-US')} are kept.`
    throw refuseFile({ refused: 'unreadable', problem })
  }
  const nameOf = (slug: string) => paths.pathOf(slug)
  return { ...about, ...result, compared: result.compared.map((row) => toJson(row, nameOf)) }
}

function toPriceColumn(column: Omit<PriceColumn, 'field'> & { field: string | null }) {
  const { at, heading, field, mark } = column
  return field === null ? [] : [{ at, heading, field, mark }]
}

function countMarks<Column extends { at: number; field: string | null }>(
  columns: Column[],
  rows: PriceFileRow[],
) {
  const isNumber = ({ field }: Column) => field !== null && field !== 'target'
  return columns.filter(isNumber).map((column) => {
    const count = createMarkCount()
    for (const { cells } of rows) count.add(plainNumber((cells[column.at] ?? '').replace('%', '')))
    return { column, count }
  })
}

function toJson(compared: ComparedPriceRow, nameOf: (slug: string) => string) {
  const { position, state, reasons, cells, from } = compared
  const { sku, category, minQuantity, perPrice, percent } = compared.row
  return {
    row: position,
    state,
    target: sku ?? (category === undefined ? 'All tools' : nameOf(category)),
    minQuantity,
    perPrice,
    percent,
    from: from && { perPrice: from.perPrice, percent: from.percent },
    reasons,
    cells: state === 'refused' ? cells : [],
  }
}
