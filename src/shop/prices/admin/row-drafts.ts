import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { readWholeNumber } from '#platform/written-number.ts'
import { isFarFromBase } from '#shop/prices/check-price-rows.ts'
import type { SentRow } from '#shop/prices/price-list-forms.ts'
import type { PriceListRow } from '#shop/prices/price-list-json.server.ts'
import { priceText, readPrice } from '#ui/forms/price-text.ts'

/** A row as it is typed: what it names, from how many pieces, and a price or a percentage. */
export type RowDraft = {
  name: string
  from: string
  price: string
  /** The base price of a stored row, in dollars. */
  base?: number | undefined
}

export type NamedCategory = { slug: string; name: string }

const ALL = 'All tools'

export function draftOf(row: PriceListRow): RowDraft {
  return {
    name: row.sku ?? row.category ?? ALL,
    from: String(row.minQuantity),
    price: row.percent === undefined ? priceText(row.perPrice) : `${row.percent} %`,
    base: row.basePrice,
  }
}

/** Returns a typed row as it is sent; what can't be read is sent as nothing, which the shop refuses in words. */
export function readDraft({ name, from, price }: RowDraft, categories: NamedCategory[]): SentRow {
  const minQuantity = from.trim() === '' ? 1 : readWholeNumber(from)
  const isPercent = price.includes('%')
  const value = readPrice(price.replace('%', '').replace(/^\s*-/, ''))
  return {
    ...targetOf(name.trim(), categories),
    // JSON has no NaN.
    minQuantity: Number.isNaN(minQuantity) ? 0 : minQuantity,
    ...(!Number.isNaN(value) && (isPercent ? { percent: value } : { perPrice: value })),
  }
}

function targetOf(name: string, categories: NamedCategory[]) {
  const lower = name.toLowerCase()
  if (lower === ALL.toLowerCase() || lower === 'all') return { all: true as const }
  const category = categories.find(
    ({ slug, name }) => slug === lower || name.toLowerCase() === lower,
  )
  if (category) return { category: category.slug }
  return name === '' ? {} : { sku: name }
}

/** Returns what can't be read of a row, in words; null if all can. */
export function problemOf({ from, price }: RowDraft): string | null {
  const { minQuantity, ...read } = readDraft({ name: '', from, price }, [])
  if (minQuantity === 0) return `“${from}” is no quantity.`
  if ('percent' in read || 'perPrice' in read) return null
  return price.trim() === '' ? 'The price is missing.' : `“${price}” is no price.`
}

/** What is odd about the price of a row: it is far from the base price; null if nothing is. */
export function oddityOf({ name, from, price, base }: RowDraft): string | null {
  const { perPrice } = readDraft({ name, from, price }, [])
  if (base === undefined || !isFarFromBase(perPrice, base * 100)) return null
  return `Far from the base price of ${formatDollars(dollarsToCents(base))}`
}
