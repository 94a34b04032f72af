import { type CsvFormat, csvDollars } from '#platform/csv.ts'
import { type CsvColumns, streamCsv } from '#platform/csv-stream.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { centsToDollars } from '#platform/money.ts'
import { listProductPrices, type ProductPrices } from './explain-prices.server.ts'
import { priceAt } from './price-ladder.ts'
import type { Viewer } from './viewer.server.ts'

const BATCH = 500

/** Streams what a viewer pays for all products on sale as CSV, with a line for each step. */
export function streamPricesCsv(db: Db, viewer: Viewer, format: CsvFormat, at: Date) {
  return streamCsv(csvColumns, format, async (before: CsvBatch | undefined) => {
    const after = before?.last ?? ''
    const prices = await listProductPrices(db, viewer, { search: '', after, size: BATCH }, at)
    const last = prices.at(-1)?.product.sku
    return last === undefined ? null : { last, rows: prices.flatMap(stepsOf) }
  })
}

type CsvRow = ProductPrices & { minQuantity: number }
type CsvBatch = { last: string; rows: CsvRow[] }

function stepsOf(prices: ProductPrices): CsvRow[] {
  const least = prices.product.minQuantity
  const later = prices.ladder.filter(({ minQuantity }) => minQuantity > least)
  return [{ minQuantity: least }, ...later].map(({ minQuantity }) => ({ ...prices, minQuantity }))
}

const csvColumns: CsvColumns<CsvRow> = [
  ['SKU', ({ product }) => product.sku],
  ['Name', ({ product }) => product.name],
  ['From', ({ minQuantity }) => minQuantity],
  [
    'Price each, USD',
    ({ ladder, minQuantity }, format) => csvDollars(centsToDollars(priceAt(ladder, minQuantity)), format),
  ],
  ['Base price, USD', ({ product }, format) => csvDollars(centsToDollars(product.unitPrice), format)],
]
