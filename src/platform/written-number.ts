import { cleanText } from './clean-text.ts'

/** The decimal sign of a column or line; null when its numbers do not show it. */
export type DecimalSign = '.' | ',' | 'both' | null

/** The value of a written number; `other` is a second possible reading. */
export type NumberReading = { value: number; other: number | null }

const GROUPED = /^[1-9]\d{0,2}(?:([.,'’ ])\d{3})(?:\1\d{3})*$/
const DECIMAL = /^(\d+|[1-9]\d{0,2}(?:([.,'’ ])\d{3})(?:\2\d{3})*)([.,])(\d+)$/

/**
 * Reads a number with or without thousands separators and decimals: `1250`, `1,250`, `1.250,00`,
 * `1 250`, `1'250.00`. Three digits after a single sign are thousands, unless `sign` says that they
 * are decimals. Returns null for any other text.
 */
export function readNumber(written: string, sign: DecimalSign = null): NumberReading | null {
  const text = written.trim()
  if (/^\d+$/.test(text)) return { value: Number(text), other: null }
  const whole = GROUPED.test(text) ? Number(text.replace(/\D/g, '')) : null
  const decimal = decimalOf(text)
  if (whole === null) return decimal && { value: decimal.value, other: null }
  if (decimal === null || sign === null) return { value: whole, other: null }
  if (sign !== 'both' && sign !== decimal.sign) return { value: whole, other: null }
  const isDecimal = sign === decimal.sign && Number.isInteger(decimal.value)
  return isDecimal ? { value: decimal.value, other: null } : { value: whole, other: decimal.value }
}

/** Returns the decimal sign that fits all numbers of a column or line. */
export function decimalSignOf(numbers: readonly string[]): DecimalSign {
  const signs = new Set(numbers.flatMap((number) => shownSign(number.trim()) ?? []))
  if (signs.size === 2) return 'both'
  return [...signs][0] ?? null
}

/**
 * Returns a typed whole number, as `1000`, `1,000` or `1.000`; NaN for any other text, and for `1,00`,
 * which may be 1 or a mistyped 1,000.
 */
export function readWholeNumber(typed: string): number {
  const text = cleanText(typed).trim()
  const isUnclear = /^\d+,\d+$/.test(text) && !GROUPED.test(text)
  const { value = Number.NaN } = (isUnclear ? null : readNumber(text)) ?? {}
  return Number.isSafeInteger(value) ? value : Number.NaN
}

function decimalOf(text: string): { value: number; sign: '.' | ',' } | null {
  const [, whole, group, sign, decimals] = DECIMAL.exec(text) ?? []
  if (whole === undefined || group === sign) return null
  return { value: Number(`${whole.replace(/\D/g, '')}.${decimals}`), sign: sign as '.' | ',' }
}

function shownSign(text: string): '.' | ',' | null {
  const [, group] = GROUPED.exec(text) ?? []
  const isRepeated = group !== undefined && text.split(group).length > 2
  if (isRepeated && (group === '.' || group === ',')) return group === '.' ? ',' : '.'
  return group === undefined ? (decimalOf(text)?.sign ?? null) : null
}
