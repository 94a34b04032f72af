import { isStock } from '#shop/tables/columns/table-fields.ts'
import type { StoredChange, StoredRow } from './import-queries.server.ts'

/** What an admin should look at before a file is applied. */
export const rowChecks = ['price', 'stock', 'sku', 'category', 'stale'] as const
export const rowWarnings = ['price', 'stock'] as const
export type RowCheck = (typeof rowChecks)[number]

/** How the reason of a SKU ends that an admin may confirm. */
export const TO_CONFIRM = 'correct it, or confirm it'

const LARGE_CHANGE = 0.2

/** Returns what to look at in a compared row (product 22.4) of a file that says categories, or not. */
export function checksOf(
  { state, changes, reasons }: Pick<StoredRow, 'state' | 'changes' | 'reasons'>,
  hasCategories: boolean,
): RowCheck[] {
  const isStale = ({ outcome }: StoredChange) => outcome === 'stale' || outcome === 'kept'
  const made = state === 'changed' ? changes.filter((change) => !isStale(change)) : []
  const found: Record<RowCheck, boolean> = {
    price: made.some(
      ({ field, from, to }) =>
        field === 'perPrice' && Math.abs(Number(to) - Number(from)) > LARGE_CHANGE * Number(from),
    ),
    stock: made.some(({ field, to }) => isStock(field) && to === 0),
    sku: state === 'refused' && reasons.some((reason) => reason.endsWith(TO_CONFIRM)),
    category: hasCategories && state === 'new' && !changes.some(({ field }) => field === 'category'),
    stale: changes.some(isStale),
  }
  return rowChecks.filter((check) => found[check])
}
