import { type DecimalSign, readNumber } from '#platform/written-number.ts'
import { MAX_PIECES } from '#shop/order-list/store/order-list.ts'
import type { Unreadable } from './pasted-line.ts'

/** Units that make a number a size, not a quantity. */
export const MEASURE =
  '(?:mm|cm|dm|m|in(?!\\s+(?:stock|total|all|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))|inch|inches|ft|["”″]|g|kg|lbs?|oz|t|v|w|nm|bar|deg|degrees?|°|%|teeth|tooth|point|pt|way)'

/** A number with thousands separators or decimals; a size such as `12 200 mm` is two numbers. */
export const NUMBER = `(?:\\d{1,3}(?:[.,'’]\\d{3})+(?:[.,]\\d+)?|\\d{1,3}(?: \\d{3})+(?:[.,]\\d+)?(?!\\s*${MEASURE}(?![\\p{L}\\d])|\\d|[-/])|\\d+(?:[.,]\\d+)?)`

const words: Record<string, number> = {
  a: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  'twenty-five': 25,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  'a hundred': 100,
}

/** The number words, the longest first. */
export const NUMBER_WORD = `(?:${Object.keys(words)
  .filter((word) => word !== 'a')
  .sort((a, b) => b.length - a.length)
  .join('|')})`

/** How many pieces a number means, and a second possible meaning. */
export type Pieces = { pieces: number; other: number | null } | { unreadable: Unreadable }

/** Returns the pieces that a number or number word means, `12`, `1,000`, `12.0`, `twelve`. */
export function piecesOf(text: string, sign: DecimalSign, times = 1): Pieces {
  const word = words[text.trim().toLowerCase()]
  const reading = word === undefined ? readNumber(text, sign) : { value: word, other: null }
  const pieces = (reading?.value ?? Number.NaN) * times
  if (!Number.isInteger(pieces)) return { unreadable: 'not-whole' }
  if (pieces === 0) return { unreadable: 'no-pieces' }
  if (pieces > MAX_PIECES) return { unreadable: 'too-many' }
  return { pieces, other: reading?.other ?? null }
}
