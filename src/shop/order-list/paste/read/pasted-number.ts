import { type DecimalSign, readNumber } from '#platform/decimal-mark.ts'
import { MAX_PIECES } from '#shop/list-store/order-list.ts'
import type { Unreadable } from './pasted-line.ts'

/** Units that make a number a size, not a quantity. */
export const MEASURE =
  '(?:mm|cm|dm|m|in(?!\\s+(?:stock|total|all|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))|inch|inches|ft|["”″]|g|kg|lbs?|oz|t|v|w|nm|bar|deg|degrees?|°|%|teeth|tooth|point|pt|way)'

/** A number with thousands separators or decimals; a size such as `12 200 mm` is two numbers. */
export const NUMBER = `(?:\\d{1,3}(?:[.,'’]\\d{3})+(?:[.,]\\d+)?|\\d{1,3}(?: \\d{3})+(?:[.,]\\d+)?(?!\\s*${MEASURE}(?![\\p{L}\\d])|\\d|[-/])|\\d+(?:[.,]\\d+)?)`

/** How many pieces a number means, and a second possible meaning. */
export type Pieces = { pieces: number; other: number | null } | { unreadable: Unreadable }

/** Returns the pieces that a number means, `12`, `1,000`, `12.0`. */
export function piecesOf(text: string, sign: DecimalSign): Pieces {
  const reading = readNumber(text, sign)
  const pieces = reading?.value ?? Number.NaN
  if (!Number.isInteger(pieces)) return { unreadable: 'not-whole' }
  if (pieces === 0) return { unreadable: 'no-pieces' }
  if (pieces > MAX_PIECES) return { unreadable: 'too-many' }
  return { pieces, other: reading?.other ?? null }
}
