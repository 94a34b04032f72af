import { readWholeNumber } from '#platform/written-number.ts'

export type OrderLine = { productId: string; quantity: number }

/** At most one line per product. */
export type OrderLines = readonly OrderLine[]

/** The maximum lines of a list (product 16.1). */
export const MAX_LINES = 200
/** The maximum characters of a pasted order (product 16.8). */
export const LONGEST_PASTE = 50_000
export const MAX_NAMED_LISTS = 20
/** The database's maximum quantity. */
export const MAX_PIECES = 2 ** 31 - 1

/** The error of a quantity box for unreadable text. */
export const NOT_WHOLE = 'Quantity must be a whole number'

/** The bounds of a product's quantity: the minimum order, and the stock as `quantity`. */
export type QuantityBounds = { minQuantity: number; quantity: number }

/** A quantity that can be ordered, and why it differs from the requested one. */
export type SnappedQuantity = { quantity: number; note: string | null }

/** The nearest quantity that can be ordered; unchanged when the stock is below the minimum. */
export function snapQuantity(
  asked: number,
  { minQuantity, quantity: stock }: QuantityBounds,
): SnappedQuantity {
  const pieces = Number.isFinite(asked) ? Math.max(1, Math.floor(asked)) : minQuantity
  if (stock < minQuantity) return { quantity: Math.min(pieces, MAX_PIECES), note: null }
  if (pieces < minQuantity) {
    return { quantity: minQuantity, note: `Raised to ${count(minQuantity)}, the minimum order` }
  }
  if (pieces > stock) {
    return { quantity: stock, note: `Lowered to ${count(stock)}, all that is in stock` }
  }
  return { quantity: pieces, note: null }
}

/** What a typed text makes of the quantity, null for no change, and why. Empty is the minimum (product 16.1). */
export function settleQuantity(
  typed: string,
  bounds: QuantityBounds,
): { quantity: number | null; note: string | null } {
  const typedQuantity = readWholeNumber(typed)
  if (typed.trim() === '') {
    const { quantity } = snapQuantity(typedQuantity, bounds)
    return { quantity, note: `Emptied: ${count(quantity)} is the minimum order` }
  }
  if (Number.isNaN(typedQuantity))
    return { quantity: null, note: `${NOT_WHOLE}, not ${typed.trim().slice(0, 20)}` }
  return snapQuantity(typedQuantity, bounds)
}

const count = (pieces: number) => pieces.toLocaleString('en-US')

/**
 * Adds pieces of a product to those on the list. Returns the list and a note for the buyer; the list
 * stays unchanged when the quantity is not a whole number, or the list is full.
 */
export function addToList(
  lines: OrderLines,
  { _id: productId, ...bounds }: { _id: string } & QuantityBounds,
  pieces: number,
): { lines: OrderLines; note: string | null } {
  if (!Number.isSafeInteger(pieces) || pieces < 1) return { lines, note: NOT_WHOLE }
  if (!hasRoomFor(lines, productId)) return { lines, note: `The list is full: ${MAX_LINES} lines` }
  const { quantity, note } = snapQuantity(quantityOf(lines, productId) + pieces, bounds)
  return { lines: setLine(lines, { productId, quantity }), note }
}

export function countedLines(count: number): string {
  return count === 1 ? '1 line' : `${count} lines`
}

/** Returns the numbers of a paste as text: "5 lines added, 3 merged". */
export function addedLinesText({ added, merged }: { added: number; merged: number }): string {
  if (merged === 0) return `${countedLines(added)} added`
  return added === 0 ? `${countedLines(merged)} merged` : `${countedLines(added)} added, ${merged} merged`
}

export function quantityOf(lines: OrderLines, productId: string): number {
  return lines.find((line) => line.productId === productId)?.quantity ?? 0
}

export function hasRoomFor(lines: OrderLines, productId: string): boolean {
  return lines.length < MAX_LINES || quantityOf(lines, productId) > 0
}

/** Sets the quantity of a product, at the end of the list if it is new; a full list stays as it is. */
export function setLine(lines: OrderLines, { productId, quantity }: OrderLine): OrderLines {
  if (quantityOf(lines, productId) === 0) {
    return hasRoomFor(lines, productId) ? [...lines, { productId, quantity }] : lines
  }
  return lines.map((line) => (line.productId === productId ? { productId, quantity } : line))
}

export function removeLine(lines: OrderLines, productId: string): OrderLines {
  return lines.filter((line) => line.productId !== productId)
}

/** Puts a removed line back where it was, unless its product is on the list again. */
export function restoreLine(lines: OrderLines, line: OrderLine, index: number): OrderLines {
  if (quantityOf(lines, line.productId) > 0 || lines.length >= MAX_LINES) return lines
  return [...lines.slice(0, index), line, ...lines.slice(index)]
}

/** Merges lists: the larger quantity wins, so that twice changes nothing. What exceeds the limit: `withoutRoom`. */
export function mergeLists(first: OrderLines, second: OrderLines): OrderLines {
  return second.reduce(
    (lines, { productId, quantity }) =>
      setLine(lines, { productId, quantity: Math.max(quantity, quantityOf(lines, productId)) }),
    first,
  )
}

/** Returns the lines that were left out when merging a list. */
export function withoutRoom(merged: OrderLines, added: OrderLines): OrderLines {
  return added.filter(({ productId }) => quantityOf(merged, productId) === 0)
}

/** Applies the changes from `base` to `mine` to `theirs`, another device's list. Of two, `mine` wins. */
export function rebaseList(base: OrderLines, mine: OrderLines, theirs: OrderLines): OrderLines {
  const isChanged = ({ productId }: OrderLine) => quantityOf(base, productId) !== quantityOf(mine, productId)
  const removed = base.filter((line) => isChanged(line) && quantityOf(mine, line.productId) === 0)
  const remaining = theirs.filter(({ productId }) => !removed.some((line) => line.productId === productId))
  return mine.filter(isChanged).reduce(setLine, remaining)
}

/** Why a list is not placed that the buyer sees in an older version. */
export const LIST_CHANGED =
  'The list was changed or ordered on another device, and is shown as it is now. Please check it, and My Orders, before you place it.'

export function isSameList(first: OrderLines, second: OrderLines): boolean {
  return (
    first.length === second.length &&
    first.every(({ productId, quantity }) => quantityOf(second, productId) === quantity)
  )
}

/** The part of the order list's URL that leads to the box for a pasted order. */
export const PASTE_HASH = 'paste'
