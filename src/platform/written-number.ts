import { cleanText } from './clean-text.ts'

/** What stands before the decimals of a number. */
export type DecimalMark = '.' | ','

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
 * Returns a typed whole number, as `1000`, `1,000` or `1.000`; NaN for any other text, and for `1,00`,
 * which may be 1 or a mistyped 1,000.
 */
export function readWholeNumber(typed: string): number {
  const text = cleanText(typed).trim()
  const readings = (['.', ','] as const).flatMap((mark) => readMarked(text, mark) ?? [])
  const isUnclear = /^\d+,\d+$/.test(text) && readMarked(text, '.') === null
  // Three digits after a single sign are thousands.
  const value = Math.max(...readings)
  return /^\d(?:.*\d)?$/.test(text) && !isUnclear && Number.isSafeInteger(value) ? value : Number.NaN
}
