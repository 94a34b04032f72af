import { type Cents, cents, formatDollars } from '#platform/money.ts'
import { type PriceRow, rowPrice } from './price-ladder.ts'
import type { SentRow } from './price-list-forms.ts'

/** What rows may name: products by SKU, with their base prices, and the slugs of categories. */
export type KnownTargets = {
  products: ReadonlyMap<string, { id: string; basePrice: Cents }>
  categories: ReadonlySet<string>
}

/** A row that names something; neither a product nor a category is everything. */
export type CheckedRow = PriceRow & { productId: string | null; category: string | null }

export type RowError = { index: number; message: string }

export const LARGEST_PRICE = cents(2_000_000_000)
const LARGEST_QUANTITY = 2 ** 31 - 1

export const noTool = (sku: string) => `There is no tool ${sku}.`

/** Whether a price in dollars is more than three times the base price, or less than a fifth. */
export const isFarFromBase = (price: number | undefined, base: number | undefined): boolean =>
  price !== undefined && base !== undefined && (price * 100 > 3 * base || price * 100 < base / 5)

/** `nameOf` says where other rows are, for those that are numbered. */
type CheckedList = { isContract: boolean; nameOf?: ((index: number) => string) | undefined }

/** Returns the rows of a list, or what is wrong with them: together they are the whole list. */
export function checkRows(
  rows: readonly SentRow[],
  known: KnownTargets,
  { isContract, nameOf }: CheckedList,
): { rows: CheckedRow[]; errors: RowError[] } {
  const checked: (CheckedRow & { index: number; basePrice: Cents | null })[] = []
  const errors: RowError[] = []
  for (const [index, row] of rows.entries()) {
    const target = targetOf(row, known)
    const price = priceOf(row)
    if (typeof target !== 'string' && typeof price !== 'string') checked.push({ ...price, ...target, index })
    else for (const message of rowProblems(row, known)) errors.push({ index, message })
  }
  const ladders = Map.groupBy(checked, ({ productId, category }) => `${productId} ${category}`)
  for (const ladder of ladders.values()) errors.push(...ladderErrors(ladder, isContract, nameOf))
  return {
    rows: checked.map(({ index: _, basePrice: __, ...row }) => row),
    errors: errors.toSorted((a, b) => a.index - b.index),
  }
}

export function rowProblems(row: SentRow, known: KnownTargets): string[] {
  return [targetOf(row, known), priceOf(row)].filter((problem) => typeof problem === 'string')
}

function targetOf({ sku, category, all }: SentRow, { products, categories }: KnownTargets) {
  if ([sku, category, all].filter((field) => field !== undefined).length !== 1)
    return 'Name a SKU, a category or all tools.'
  if (sku !== undefined) {
    const product = products.get(sku.toUpperCase())
    if (!product) return noTool(sku)
    return { productId: product.id, category: null, basePrice: product.basePrice }
  }
  if (category === undefined) return { productId: null, category: null, basePrice: null }
  if (!categories.has(category)) return `There is no category ${category}.`
  return { productId: null, category, basePrice: null }
}

/** Returns the price of a row as it counts, or what is wrong with it. */
export function priceOf({ minQuantity, perPrice, percent }: SentRow): PriceRow | string {
  if (!Number.isInteger(minQuantity) || minQuantity < 1 || minQuantity > LARGEST_QUANTITY)
    return 'The quantity must be a whole number from 1.'
  if (perPrice === undefined && percent === undefined) return 'The price is missing.'
  if (perPrice !== undefined && percent !== undefined) return 'Give a price or a percentage, not both.'
  if (percent !== undefined) {
    if (percent <= 0 || percent >= 100) return 'The percentage must be above 0 and below 100.'
    if (!isHundredths(percent)) return 'A percentage has at most two decimals.'
    return { minQuantity, percentOff: percent }
  }
  const price = perPrice ?? 0
  if (price <= 0 || price * 100 > LARGEST_PRICE) return 'The price must be above $0.'
  if (!isHundredths(price)) return 'A price has at most two decimals.'
  return { minQuantity, unitPrice: cents(Math.round(price * 100)) }
}

function isHundredths(value: number): boolean {
  return Number(value.toFixed(2)) === value
}

function ladderErrors(
  rows: (CheckedRow & { index: number; basePrice: Cents | null })[],
  isContract: boolean,
  nameOf: CheckedList['nameOf'],
): RowError[] {
  const sorted = rows.toSorted((a, b) => a.minQuantity - b.minQuantity || a.index - b.index)
  return sorted.flatMap((row, place) => {
    const { index } = row
    const before = sorted[place - 1]
    if (before?.minQuantity === row.minQuantity) {
      const other = nameOf ? capitalized(nameOf(before.index)) : 'Another row'
      return { index, message: `${other} has the same quantity.` }
    }
    const rise = before && riseBetween(before, row, row.basePrice)
    if (before && rise) {
      const where = nameOf ? `, in ${nameOf(before.index)}` : ''
      return { index, message: `${rise} than from ${before.minQuantity}${where}.` }
    }
    if (!before && isContract && row.minQuantity > 1) {
      return { index, message: 'The first step of a contract is from 1 piece.' }
    }
    return []
  })
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** How a step is dearer than the one before; a price and a percentage compare at the base price of the product. */
function riseBetween(before: PriceRow, row: PriceRow, basePrice: Cents | null): string | null {
  if ('unitPrice' in row && 'unitPrice' in before) {
    return row.unitPrice > before.unitPrice ? `${formatDollars(row.unitPrice)} is more` : null
  }
  if ('percentOff' in row && 'percentOff' in before) {
    return row.percentOff < before.percentOff ? `${row.percentOff} % off is less` : null
  }
  if (basePrice === null) return null
  const now = rowPrice(row, basePrice)
  return now > rowPrice(before, basePrice) ? `${formatDollars(now)} is more` : null
}
