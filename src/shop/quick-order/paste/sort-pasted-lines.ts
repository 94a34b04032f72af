import type { Product, ProductMatch } from '#shop/catalogue/product.ts'
import {
  hasRoomFor,
  MOST_LINES,
  type OrderLines,
  quantityOf,
  setLine,
  snapQuantity,
} from '#shop/order-list/order-list.ts'
import { type PastedItem, type PastedLine, unreadableTexts } from './pasted-line.ts'

/** A pasted line whose product must be chosen, the most likely candidate first. */
export type UncertainLine = { text: string; quantity: number | null; candidates: Product[] }

/** A pasted line with something to know about it. */
export type NotedLine = { text: string; note: string }

export type SortedPaste = {
  /** The list with the certain lines. */
  lines: OrderLines
  /** How many pasted lines were added. */
  added: number
  /** What was added with another quantity than written. */
  changed: NotedLine[]
  uncertain: UncertainLine[]
  unread: NotedLine[]
}

/** Returns what a pasted line searches for; undefined for one that can't be read. */
export function itemOf({ read }: PastedLine): PastedItem | undefined {
  return 'unreadable' in read ? undefined : read
}

/**
 * Adds the certain lines to the list, and sorts the others. `matches` are those of the readable
 * lines, in their sequence.
 */
export function sortPastedLines(
  pasted: PastedLine[],
  matches: ProductMatch[],
  list: OrderLines,
): SortedPaste {
  const sorted: SortedPaste = { lines: list, added: 0, changed: [], uncertain: [], unread: [] }
  const rest = [...matches]
  for (const line of pasted) {
    const { text, read } = line
    if ('unreadable' in read) {
      sorted.unread.push({ text, note: unreadableTexts[read.unreadable] })
      continue
    }
    const { product = null, candidates = [] } = rest.shift() ?? {}
    const { quantity } = read
    if (product) addPasted(sorted, { text, quantity, product })
    else if (candidates.length > 0) sorted.uncertain.push({ text, quantity, candidates })
    else sorted.unread.push({ text, note: notFoundText(read) })
  }
  return sorted
}

/** Adds one product to the list of `sorted`, to what is there already. */
export function addPasted(
  sorted: Pick<SortedPaste, 'lines' | 'added' | 'changed' | 'unread'>,
  { text, quantity, product }: { text: string; quantity: number | null; product: Product },
): void {
  const { _id: productId, minQuantity } = product
  if (!hasRoomFor(sorted.lines, productId)) {
    sorted.unread.push({ text, note: `The list is full: ${MOST_LINES} lines.` })
    return
  }
  const wanted = quantityOf(sorted.lines, productId) + (quantity ?? minQuantity)
  const snapped = snapQuantity(wanted, product)
  sorted.lines = setLine(sorted.lines, { productId, quantity: snapped.quantity })
  sorted.added += 1
  if (snapped.note !== null) sorted.changed.push({ text, note: snapped.note })
}

function notFoundText({ sku, name }: PastedItem): string {
  if (sku === null) return 'No tool has this name.'
  return name === null ? `No tool has the SKU ${sku}.` : `No tool has the SKU ${sku} or this name.`
}
