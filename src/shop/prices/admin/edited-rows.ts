import type { PriceListRow } from '#shop/prices/price-list-json.server.ts'
import { draftOf, problemOf, type RowDraft, readDraft, type Target } from './row-drafts.ts'

/** A row of a list that is edited. */
export type EditedRow = RowDraft & {
  /** Stays while other rows come and go. */
  key: number
  target: Target
  /** What is stored; new rows lack it. */
  was?: { from: string; price: string } | undefined
}

export function editedRows(stored: readonly PriceListRow[]): EditedRow[] {
  return stored.map((row, key) => {
    const { sku, category, all } = row
    const draft = draftOf(row)
    const { from, price } = draft
    return { ...draft, key, target: { sku, category, all }, was: { from, price } }
  })
}

export const isChanged = ({ was, from, price }: EditedRow) =>
  was?.from !== from || was?.price !== price

/** How many rows would change, come or go; so many are stored. */
export function countChanges(rows: readonly EditedRow[], stored: number): number {
  const kept = rows.filter(({ was }) => was).length
  return rows.filter(isChanged).length + stored - kept
}

/** A text that is the same for rows of one tool, category or of all; null if a row names nothing yet. */
export function targetKey({ sku, category, all }: Target): string | null {
  if (sku !== undefined) return `sku ${sku}`
  return category === undefined ? (all ? 'all' : null) : `in ${category}`
}

export type PastedRow = RowDraft & {
  target: Target
  /** Why it can't be taken as it is. */
  problem: string | null
  /** Whether no tool has its SKU. */
  isUnknown: boolean
  /** The row of the list whose price it gives. */
  row: EditedRow | null
}

/** Compares pasted rows with those of a list; `isKnown` says whether a SKU is that of a tool. */
export function comparePasted(
  pasted: readonly RowDraft[],
  rows: readonly EditedRow[],
  { targetOf, isKnown }: { targetOf: (text: string) => Target; isKnown: (sku: string) => boolean },
): PastedRow[] {
  const stepOf = (draft: RowDraft, target: Target) =>
    `${targetKey(target)} ${readDraft(draft, {}).minQuantity}`
  const before = new Map(rows.map((row) => [stepOf(row, row.target), row]))
  const seen = new Set<string>()
  return pasted.map((draft) => {
    const target = targetOf(draft.name)
    const step = stepOf(draft, target)
    const isUnknown = target.sku !== undefined && !isKnown(target.sku)
    const unnamed = targetKey(target) === null ? 'The SKU is missing.' : null
    const unknown = isUnknown ? `There is no tool ${target.sku}.` : unnamed
    const twice = seen.has(step) ? 'It stands twice in what was pasted.' : null
    const problem = unknown ?? problemOf(draft) ?? twice
    // What can't be read takes no row's place: nothing that was pasted is lost.
    if (!problem) seen.add(step)
    return {
      ...draft,
      target,
      problem,
      isUnknown,
      row: problem ? null : (before.get(step) ?? null),
    }
  })
}

/** Returns the list with pasted rows: those at fault first, then new ones. */
export function withPasted(
  rows: readonly EditedRow[],
  pasted: readonly PastedRow[],
  firstKey: number,
): { rows: EditedRow[]; errors: Map<number, string> } {
  const prices = new Map(pasted.flatMap(({ row, price }) => (row ? [[row.key, price]] : [])))
  const added = pasted
    .filter(({ row }) => !row)
    .toSorted((a, b) => Number(b.problem !== null) - Number(a.problem !== null))
    .map(({ name, from, price, target, problem }, index) => {
      return { problem, row: { key: firstKey + index, name, from, price, target } }
    })
  return {
    rows: [
      ...added.map(({ row }) => row),
      ...rows.map((row) => ({ ...row, price: prices.get(row.key) ?? row.price })),
    ],
    errors: new Map(added.flatMap(({ problem, row }) => (problem ? [[row.key, problem]] : []))),
  }
}

/** Whether a stored value is a row; an older build of the shop may have stored others. */
export function isEditedRow(value: unknown): value is EditedRow {
  const { key, name, from, price, target } = Object(value)
  const areTexts = [name, from, price].every((text) => typeof text === 'string')
  return areTexts && typeof key === 'number' && typeof target === 'object' && target !== null
}
