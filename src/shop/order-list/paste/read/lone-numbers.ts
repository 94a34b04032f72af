import { countIn } from './order-columns.ts'
import type { PastedItem, PastedLine } from './pasted-line.ts'
import { piecesOf } from './pasted-number.ts'

/** The lines of one product in a PDF that was copied cell by cell, at most. */
const MOST_CELLS = 8

const itemOf = ({ read }: PastedLine) => ('unreadable' in read || read.sku === null ? null : read)
const hasNoQuantity = ({ quantity, doubt }: PastedItem) => quantity === null && !doubt
const isNumber = ({ text }: PastedLine) =>
  countIn(text) !== undefined || /^[\s$€£]*\d[\d\s.,'%$€£-]*(?:usd|eur)?$/i.test(text)

/**
 * Joins the lines of a product whose cells were copied one below the other: a line with a SKU and no quantity,
 * and a lone number below it, or above if the last SKU has none below. It must be confirmed.
 */
export function joinLoneNumbers(lines: PastedLine[]): PastedLine[] {
  const isItem = (line: PastedLine) => itemOf(line) !== null
  const isCount = ({ text }: PastedLine) => countIn(text) !== undefined
  const above = lines.slice(0, Math.max(lines.findIndex(isItem), 0))
  const below = lines.slice(lines.findLastIndex(isItem) + 1)
  const isAbove = above.slice(-1).some(isCount) && !below.some(isCount)
  return isAbove ? joinBelow(lines.toReversed()).reverse() : joinBelow(lines)
}

function joinBelow(lines: PastedLine[]): PastedLine[] {
  const joined: PastedLine[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as PastedLine
    const item = itemOf(line)
    const cells = lines.slice(at + 1, at + MOST_CELLS)
    const next = cells.findIndex((other) => itemOf(other) !== null)
    const below = next < 0 ? cells : cells.slice(0, next)
    const numbers = item && hasNoQuantity(item) ? below.flatMap(({ text }) => countIn(text) ?? []) : []
    const [number] = numbers
    if (!item || number === undefined) joined.push(line)
    else {
      const last = below.findLastIndex(isNumber) + 1
      const text = [line, ...below.slice(0, last)].map(({ text }) => text).join(' ')
      const pieces = piecesOf(number, null)
      const quantity = 'unreadable' in pieces ? null : pieces.pieces
      joined.push({ text, read: { ...item, quantity, doubt: { why: 'beside', others: numbers } } })
      at += last
    }
  }
  return joined
}
