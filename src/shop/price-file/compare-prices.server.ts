import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { type CategoryPaths, createCategoryPaths } from '#shop/catalogue/categories/category-paths.ts'
import { listCategories } from '#shop/catalogue/categories/category-queries.server.ts'
import { columnsJson, fileJson, rowJson, toRowJson } from '#shop/compared-files/file-json.server.ts'
import { readInBatches } from '#shop/compared-files/read-sent-file.server.ts'
import type { KnownTargets } from '#shop/prices/check-price-rows.ts'
import { MAX_ROWS, type SentRow, sentRow } from '#shop/prices/price-list-forms.ts'
import { toRowJson as toListRowJson } from '#shop/prices/price-list-json.server.ts'
import type { ListClock, StoredList } from '#shop/prices/price-list-queries.server.ts'
import { readRows, readTargets } from '#shop/prices/price-rows.server.ts'
import { plainCell } from '#shop/tables/columns/read-cell.ts'
import type { FileColumn, SurveyedTable } from '#shop/tables/columns/survey-columns.ts'
import { refuseFile } from '#shop/tables/files/file-refusals.server.ts'
import {
  type ComparedPriceRow,
  comparePriceFile,
  keyOf,
  readPriceRow,
  targetIn,
} from './compare-price-file.ts'
import { priceFields } from './price-file-fields.ts'

const price = { perPrice: z.number().optional(), percent: z.number().optional() }

export const comparedPricesJson = z
  .object({
    version: z.number().int().describe('Of the list that it was compared with'),
    ...fileJson,
    compared: z.array(
      z.object({
        ...rowJson,
        target: z.string().describe('A SKU, the name of a category, or All tools'),
        ...sentRow.shape,
        warnings: z.array(z.literal('price')).describe('Above three times the base price, or below a fifth'),
        from: z.object(price).nullable().describe('Its price in the list'),
        isStale: z.boolean().describe('Its price in the list changed after `As of`, and stays'),
        isFaulty: z
          .boolean()
          .optional()
          .describe('Whether it is refused for what it says, not for other steps'),
        cells: z.array(z.string()).describe('Of refused rows'),
      }),
    ),
    others: z.number().int().describe('Rows of the list that the file lacks'),
    rows: z.array(sentRow).describe('All rows of the list as they would be'),
  })
  .openapi('ComparedPrices')
export type ComparedPrices = z.infer<typeof comparedPricesJson>

type PriceTicks = { replaces: boolean; takesStale: boolean }

/** Compares a file of prices with a list. Throws a refusal if the list would be too long. */
export async function comparePrices(
  { db, clock }: { db: Db; clock: ListClock },
  list: StoredList,
  { columns, rows: unfolded, notes, questions: asked }: SurveyedTable,
  { replaces, takesStale }: PriceTicks,
): Promise<ComparedPrices> {
  const stored = (await readRows(db, list.id)).map((row) => {
    const { name: _, basePrice: __, deleted: ___, ...sent } = toListRowJson(row)
    return { sent, changedAt: row.changedAt }
  })
  const sent = stored.map(({ sent }) => sent)
  const paths = createCategoryPaths(await listCategories(db))
  const targets = targetsOf(unfolded, columns, paths)
  const known = await readTargets(db, [
    ...sent,
    ...targets.flatMap(({ cell, target }) => [target, { sku: cell, minQuantity: 1 }]),
  ])
  const questions = [...asked, ...askBoth(columns, targets, known)]
  const about = {
    version: list.version,
    ...columnsJson(columns, priceFields),
    notes,
    questions,
  }
  // The rows as they are: a program that sends them changes nothing.
  if (questions.length > 0) return { ...about, compared: [], rows: sent, others: 0 }
  // As 2026-12-31, which the Swedish write.
  const today = clock.now.toLocaleDateString('sv', { timeZone: clock.timeZone })
  const rows = await readInBatches(unfolded, (row) => readPriceRow(row, columns, paths, today))
  const { isContract } = list
  const times = takesStale ? [] : stored
  const changedAt = new Map(times.map(({ sent, changedAt }) => [keyOf(sent), changedAt]))
  const result = comparePriceFile(rows, { stored: sent, known, isContract, replaces, changedAt })
  if (result.rows.length > MAX_ROWS) {
    const problem = `The list would have ${result.rows.length.toLocaleString('en-US')} rows; at most ${MAX_ROWS.toLocaleString('en-US')} are kept.`
    throw refuseFile({ refused: 'unreadable', problem })
  }
  const nameOf = (slug: string) => paths.pathOf(slug)
  return { ...about, ...result, compared: result.compared.map((row) => toJson(row, nameOf)) }
}

type Target = { cell: string; target: SentRow }

function targetsOf(rows: SurveyedTable['rows'], columns: FileColumn[], paths: CategoryPaths) {
  const at = columns.findIndex(({ field }) => field === 'target')
  return rows.flatMap(({ cells }) => {
    const cell = plainCell(cells[at])
    return cell === ''
      ? []
      : [{ cell: cell.toUpperCase(), target: { minQuantity: 1, ...targetIn(cell, paths) } }]
  })
}

/** Asks about a word that is a SKU and the name of a category. */
function askBoth(columns: FileColumn[], targets: Target[], { products }: KnownTargets): string[] {
  const both = targets.find(({ cell, target }) => target.category !== undefined && products.has(cell))
  const column = columns.find(({ field }) => field === 'target')
  if (!both || !column) return []
  column.choices = [
    { name: 'target:sku', heading: 'SKU' },
    { name: 'target:plain', heading: 'SKU or category, as a category if it is both' },
  ]
  if (column.choice) return []
  return [`Choose what ${column.name} has: ${both.cell} is the SKU of a tool and the name of a category.`]
}

function toJson(compared: ComparedPriceRow, nameOf: (slug: string) => string) {
  const { from, isFar, isStale, isFaulty } = compared
  const { sku, category } = compared.row
  return {
    ...toRowJson(compared),
    target: sku ?? (category === undefined ? 'All tools' : nameOf(category)),
    ...compared.row,
    warnings: isFar ? ['price' as const] : [],
    isStale,
    isFaulty,
    from: from && { perPrice: from.perPrice, percent: from.percent },
  }
}
