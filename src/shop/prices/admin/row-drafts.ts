import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { readWholeNumber } from '#platform/written-number.ts'
import { isFarFromBase } from '#shop/prices/check-price-rows.ts'
import type { SentRow } from '#shop/prices/price-list-forms.ts'
import type { PriceListRow } from '#shop/prices/price-list-json.server.ts'
import { priceText, readPrice } from '#ui/forms/price-text.ts'

/** A row as it is typed: what it names, from how many pieces, and a price or a percentage. */
export type RowDraft = { name: string; from: string; price: string }

/** What a row prices; nothing where no text was typed. */
export type Target = Pick<SentRow, 'sku' | 'category' | 'all'>

export const ALL_TOOLS = 'All tools'

export function draftOf(row: PriceListRow): RowDraft {
  return {
    name: row.sku ?? row.category ?? (row.all ? ALL_TOOLS : ''),
    from: String(row.minQuantity),
    price: row.percent === undefined ? priceText(row.perPrice) : `${row.percent} %`,
  }
}

/** Returns a typed row as it is sent; what can't be read is sent as nothing, which the shop refuses in words. */
export function readDraft({ from, price }: Omit<RowDraft, 'name'>, target: Target): SentRow {
  const minQuantity = from.trim() === '' ? 1 : readWholeNumber(from)
  const isPercent = price.includes('%')
  // A percentage is also written as what it takes off: -5 %.
  const value = readPrice(isPercent ? price.replace('%', '').replace(/^\s*-/, '') : price)
  return {
    ...target,
    // JSON has no NaN.
    minQuantity: Number.isNaN(minQuantity) ? 0 : minQuantity,
    ...(!Number.isNaN(value) && (isPercent ? { percent: value } : { perPrice: value })),
  }
}

/** What is odd about the price of a row: it is far from the base price; null if nothing is. */
export function oddityOf(draft: Omit<RowDraft, 'name'>, base: number | undefined): string | null {
  const { perPrice } = readDraft(draft, {})
  if (base === undefined || !isFarFromBase(perPrice, base * 100)) return null
  return `Far from the base price of ${formatDollars(dollarsToCents(base))}`
}
