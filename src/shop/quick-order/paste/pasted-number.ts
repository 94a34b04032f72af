import { MOST_PIECES } from '#shop/order-list/order-list.ts'
import type { Unreadable } from './pasted-line.ts'

/** Units that make a number a size, not a quantity. */
export const MEASURE =
  '(?:mm|cm|dm|m|in|inch|inches|ft|["”″]|g|kg|lbs?|oz|t|v|w|nm|bar|deg|degrees?|°|%|teeth|tooth|point|pt|way)'

/** A number with thousands separators or decimals; a size such as `12 200 mm` is two numbers. */
export const NUMBER = `(?:\\d{1,3}(?:[.,'’]\\d{3})+|\\d{1,3}(?: \\d{3})+(?!\\s*${MEASURE}(?![\\p{L}\\d])|\\d|[-/])|\\d+(?:[.,]\\d+)?)`

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

/** Returns the pieces that a number or number word means, `12`, `1,000`, `12.0`, `twelve`. */
export function piecesOf(text: string, times = 1): number | { unreadable: Unreadable } {
  const digits = text.trim().toLowerCase()
  const pieces = (words[digits] ?? decimal(digits)) * times
  if (!Number.isInteger(pieces)) return { unreadable: 'not-whole' }
  if (pieces === 0) return { unreadable: 'no-pieces' }
  return pieces > MOST_PIECES ? { unreadable: 'too-many' } : pieces
}

function decimal(digits: string): number {
  const isGrouped = /^\d{1,3}([.,'’ ]\d{3})+$/.test(digits)
  return Number(isGrouped ? digits.replace(/\D/g, '') : digits.replace(',', '.'))
}
