import type { NumberRange } from './query/search-query.ts'

const MAX_BINS = 60
const SMALLEST = -6
const LARGEST = 12

/**
 * Returns the lexemes of which each number in the range has at least one, as search_bins of the
 * database makes them: the first digit or the first two, with the power of ten. Null when the range
 * is too wide to save work; numbers are compared too.
 */
export function binsOf(key: string, { min, max }: NumberRange): string[] | null {
  const low = min ?? 0
  if (max !== null && max <= 0) return [`#${key}:0`]
  const from = low <= 0 ? SMALLEST : exponentOf(low)
  const to = max === null ? LARGEST : exponentOf(max)
  for (const first of [10, 1]) {
    const bins = low <= 0 ? [`#${key}:0`] : []
    for (let power = from; power <= to && bins.length <= MAX_BINS; power++) {
      for (let digits = first; digits < first * 10 && bins.length <= MAX_BINS; digits++) {
        const start = (digits / first) * 10 ** power
        const end = ((digits + 1) / first) * 10 ** power
        // A little more on both sides, because these are not exact.
        const isIn = end * 1.000001 >= low && (max === null || start <= max * 1.000001)
        if (isIn) bins.push(`#${key}:${digits}e${power}`)
      }
    }
    if (bins.length <= MAX_BINS) return bins
  }
  return null
}

function exponentOf(number: number): number {
  return Number(number.toExponential().split('e')[1])
}
