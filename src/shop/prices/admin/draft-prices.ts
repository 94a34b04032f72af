import { type Cents, dollarsToCents } from '#platform/money.ts'
import { priceOf } from '#shop/prices/check-price-rows.ts'
import {
  type ApplyingList,
  candidatesAt,
  nearestRows,
  type PriceRow,
  priceAt,
  priceLadder,
} from '#shop/prices/price-ladder.ts'
import type { SentRow } from '#shop/prices/price-list-forms.ts'
import type { PricedToolJson, PriceList } from '#shop/prices/price-list-json.server.ts'
import type { EditedRow } from './edited-rows.ts'
import { readDraft } from './row-drafts.ts'

/** A list as it is edited: what it would be if it were saved and published. */
export type DraftList = Pick<PriceList, '_id' | 'name' | 'contract'> & {
  rows: readonly EditedRow[]
}

/** Returns the lists that price a tool, with an edited one in the place of what is stored of it. */
function listsOf(tool: PricedToolJson, draft?: DraftList): ApplyingList[] {
  const lists = tool.lists
    .filter(({ _id }) => _id !== draft?._id)
    .map(({ _id, name, contract, rows }) => {
      return { id: _id, name, isContract: contract, rows: rows.flatMap(readable) }
    })
  if (!draft) return lists
  const own = draft.rows.flatMap((row) => {
    const level = levelOf(row, tool)
    return level === null ? [] : readable(readDraft(row, row.target)).map((row) => ({ ...row, level }))
  })
  const rows = nearestRows(own)
  if (rows.length === 0) return lists
  return [...lists, { id: draft._id, name: draft.name, isContract: draft.contract, rows }]
}

/** Returns what is paid for a row's quantity of its tool: with this list alone, and today. */
export function priceOfRow(
  row: EditedRow,
  tool: PricedToolJson,
  steps: DraftList,
): { paid: Cents; now: Cents } | null {
  const [price] = readable(readDraft(row, row.target))
  if (!price) return null
  const paidBy = (priced: PricedToolJson, draft?: DraftList) =>
    priceAt(paidFor(priced, draft).ladder, price.minQuantity)
  return { paid: paidBy({ ...tool, lists: [] }, steps), now: paidBy(tool) }
}

/** Returns what is paid for a tool, and what else a quantity could cost, as the shop decides it. */
export function paidFor(tool: PricedToolJson, draft?: DraftList, quantity = 1) {
  const base = dollarsToCents(tool.basePrice)
  const lists = listsOf(tool, draft)
  return { ladder: priceLadder(base, lists), candidates: candidatesAt(base, lists, quantity) }
}

/** By how many percent a price is below the base price, to one decimal. */
export function percentOff(price: Cents, base: number): number {
  const cents = dollarsToCents(base)
  return Math.round(((cents - price) / cents) * 1000) / 10
}

function readable(row: SentRow): PriceRow[] {
  const price = priceOf(row)
  return typeof price === 'string' ? [] : [price]
}

/** As `nearestRows` counts it; null for another tool's row. */
function levelOf({ target }: EditedRow, { sku, categories }: PricedToolJson): number | null {
  if (target.all) return 3
  if (target.sku !== undefined) return target.sku === sku ? 0 : null
  const at = categories.indexOf(target.category ?? '')
  return at < 0 ? null : at + 1
}
