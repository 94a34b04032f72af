import {
  countedLines,
  MAX_LINES,
  type OrderLines,
  withoutRoom,
} from '#shop/order-list/store/order-list.ts'

/** Says that a list was merged into the order list, and how much of it found no room. */
export function addedText(name: string, merged: OrderLines, added: OrderLines): string {
  const { length } = withoutRoom(merged, added)
  if (length === 0) return `${name} added.`
  return `${name} added, except for ${countedLines(length)}: the list is full with ${MAX_LINES}.`
}
