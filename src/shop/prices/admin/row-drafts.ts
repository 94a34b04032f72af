import { readWholeNumber } from '#platform/written-number.ts'
import type { SentRow } from '#shop/prices/price-list-forms.ts'
import type { PriceListRow } from '#shop/prices/price-list-json.server.ts'
import { rowsOf, type Separator } from '#shop/tables/cells.ts'
import { priceText, readPrice } from '#ui/forms/price-text.ts'

/** A row as it is typed: what it names, from how many pieces, and a price or a percentage. */
export type RowDraft = { name: string; from: string; price: string }

/** A category that a row may name, by its slug or its name. */
export type NamedCategory = { slug: string; name: string }

const ALL = 'All tools'

export function draftOf(row: PriceListRow): RowDraft {
  return {
    name: row.sku ?? row.category ?? ALL,
    from: String(row.minQuantity),
    price: row.percent === undefined ? priceText(row.perPrice) : `${row.percent} %`,
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

/**
 * Returns the rows of a text from a spreadsheet: three columns, or two without the quantity. Only the first of
 * several may be headings, which have no number.
 */
export function pastedRows(text: string): RowDraft[] {
  const separator: Separator = text.includes('\t') ? '\t' : text.includes(';') ? ';' : ','
  const rows = [...rowsOf(text, separator)]
    .map(({ cells }) => cells)
    .filter((cells) => cells.some((cell) => cell !== ''))
  const hasHeadings = rows.length > 1 && !rows[0]?.some((cell) => /\d/.test(cell))
  return rows.slice(hasHeadings ? 1 : 0).map(([name = '', second = '', third]) => {
    return third === undefined
      ? { name, from: '1', price: second }
      : { name, from: second, price: third }
  })
}
