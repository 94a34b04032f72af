import { countedLines, MAX_LINES, type OrderLines, withoutRoom } from '#shop/list-store/order-list.ts'

/** Returns the message after merging a list into the order list, with the number of lines left out. */
export function addedText(name: string, merged: OrderLines, added: OrderLines): string {
  const { length } = withoutRoom(merged, added)
  if (length === 0) return `${name} added.`
  return `${name} added, except for ${countedLines(length)}: the list is full with ${MAX_LINES}.`
}
