import { type DecimalMark, readMarked } from './written-number.ts'

/** The decimal sign of a column or line; null when its numbers do not show it. */
export type DecimalSign = DecimalMark | 'both' | null

/** The value of a written number; `other` is a second possible reading. */
export type NumberReading = { value: number; other: number | null }

/**
 * Returns the decimal mark of a written number: of 1,250.00 the point, of 1.250,00 the comma. `either`
 * if both readings are numbers, as of 1,250, and null if there is no mark, or no number.
 */
export function decimalMarkOf(text: string): DecimalMark | 'either' | null {
  if (!/[.,]/.test(text)) return null
  const marks = (['.', ','] as const).filter((mark) => readMarked(text, mark) !== null)
  return marks.length === 2 ? 'either' : (marks[0] ?? null)
}

/** Returns the decimal sign that fits all numbers of a column or line. */
export function decimalSignOf(numbers: readonly string[]): DecimalSign {
  const marks = new Set(numbers.map((number) => decimalMarkOf(number.trim())))
  const signs = (['.', ','] as const).filter((mark) => marks.has(mark))
  return signs.length === 2 ? 'both' : (signs[0] ?? null)
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
