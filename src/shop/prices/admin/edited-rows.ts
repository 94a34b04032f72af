import type { PriceListRow } from '#shop/prices/price-list-json.server.ts'
import { draftOf, type RowDraft, readDraft, type Target } from './row-drafts.ts'

/** A row of a list that is edited. */
export type EditedRow = RowDraft & {
  /** Stays while other rows come and go. */
  key: number
  target: Target
  /** What is stored; new rows lack it. */
  was?: { from: string; price: string } | undefined
  /** Why a pasted row can't be taken, whatever other steps say; before it is typed over, nothing is saved. */
  fault?: string | undefined
}

export function editedRows(stored: readonly PriceListRow[]): EditedRow[] {
  return stored.map((row, key) => {
    const { sku, category, all } = row
    const draft = draftOf(row)
    const { from, price } = draft
    return { ...draft, key, target: { sku, category, all }, was: { from, price } }
  })
}

/** How many rows would change, come or go; so many are stored. */
export function countChanges(rows: readonly EditedRow[], stored: number): number {
  const kept = rows.filter(({ was }) => was)
  const same = kept.filter(({ was, from, price }) => was?.from === from && was.price === price)
  return rows.length - same.length + stored - kept.length
}

/** A text that is the same for rows of one tool, category or of all; null if a row names nothing yet. */
export function targetKey({ sku, category, all }: Target): string | null {
  if (sku !== undefined) return `sku ${sku}`
  return category === undefined ? (all ? 'all' : null) : `in ${category}`
}

/** A pasted row, with why it can't be taken as it is. */
export type PastedRow = Omit<EditedRow, 'key' | 'was'> & { problem: string | null }

const stepOf = (row: RowDraft & { target: Target }) =>
  `${targetKey(row.target)} ${readDraft(row, {}).minQuantity}`

/**
 * Returns a list with pasted rows, none of which is lost: they give the price of the same step, or are added, those at
 * fault first.
 */
export function withPasted(
  rows: readonly EditedRow[],
  pasted: readonly PastedRow[],
  firstKey: number,
): { rows: EditedRow[]; errors: Map<number, string> } {
  const places = new Map(rows.map((row) => [stepOf(row), row.key]))
  const prices = new Map<number, Partial<EditedRow>>()
  const errors = new Map<number, string>()
  const added: EditedRow[] = []
  for (const { problem, ...row } of pasted) {
    const step = stepOf(row)
    const place = row.price === '' || row.fault ? undefined : places.get(step)
    const key = place ?? firstKey + added.length
    if (problem !== null) errors.set(key, problem)
    if (place === undefined) added.push({ ...row, key })
    else prices.set(place, { price: row.price, fault: undefined })
    // A second one for the step is a row of its own.
    if (!row.fault) places.delete(step)
  }
  const isRight = ({ key }: EditedRow) => Number(!errors.has(key))
  return {
    rows: [
      ...added.toSorted((a, b) => isRight(a) - isRight(b)),
      ...rows.map((row) => ({ ...row, ...prices.get(row.key) })),
    ],
    errors,
  }
}
