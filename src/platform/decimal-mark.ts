import { type DecimalMark, type DecimalSign, readMarked } from './written-number.ts'

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
