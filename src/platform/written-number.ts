import { cleanText } from './clean-text.ts'

/** What stands before the decimals of a number. */
export type DecimalMark = '.' | ','

/** The decimal sign of a column or line; null when its numbers do not show it. */
export type DecimalSign = DecimalMark | 'both' | null

/** The value of a written number; `other` is a second possible reading. */
export type NumberReading = { value: number; other: number | null }

// Between groups of three digits, besides the mark that is not before the decimals.
const GROUP = `'’ \u00a0\u202f`
const numberWith = (mark: string, other: string) =>
  new RegExp(
    `^[+-]?(?:[1-9]\\d{0,2}(?:(?:\\${other}\\d{3})+|(?:[${GROUP}]\\d{3})+)|\\d+|(?=\\${mark}\\d))(?:\\${mark}\\d*)?$`,
  )
const NUMBER = { '.': numberWith('.', ','), ',': numberWith(',', '.') }
const BETWEEN = { '.': new RegExp(`[,${GROUP}]`, 'g'), ',': new RegExp(`[.${GROUP}]`, 'g') }

/** Reads a number with this decimal mark, and groups of thousands or none; null for any other text, also beyond all numbers. */
export function readMarked(text: string, mark: DecimalMark): number | null {
  const value = Number(text.replace(BETWEEN[mark], '').replace(mark, '.'))
  return NUMBER[mark].test(text) && Number.isFinite(value) ? value : null
}

/**
 * Reads a number with or without thousands separators and decimals: `1250`, `1,250`, `1.250,00`,
 * `1 250`, `1'250.00`. Three digits after a single sign are thousands, unless `sign` says that they
 * are decimals. Returns null for any other text.
 */
export function readNumber(written: string, sign: DecimalSign = null): NumberReading | null {
  const text = written.trim()
  if (!/^\d(?:.*\d)?$/.test(text)) return null
  const [point, comma] = [readMarked(text, '.'), readMarked(text, ',')]
  const [first, second] = [point ?? comma, comma ?? point]
  if (first === null || second === null) return null
  const [decimal, whole] = [Math.min(first, second), Math.max(first, second)]
  const mark = first < second ? '.' : ','
  if (decimal === whole || sign === null || (sign !== 'both' && sign !== mark))
    return { value: whole, other: null }
  const isDecimal = sign === mark && Number.isInteger(decimal)
  return isDecimal ? { value: decimal, other: null } : { value: whole, other: decimal }
}

/**
 * Returns a typed whole number, as `1000`, `1,000` or `1.000`; NaN for any other text, and for `1,00`,
 * which may be 1 or a mistyped 1,000.
 */
export function readWholeNumber(typed: string): number {
  const text = cleanText(typed).trim()
  const isUnclear = /^\d+,\d+$/.test(text) && readMarked(text, '.') === null
  const { value = Number.NaN } = (isUnclear ? null : readNumber(text)) ?? {}
  return Number.isSafeInteger(value) ? value : Number.NaN
}
