/** What stands before the decimals of a number. */
export type DecimalMark = '.' | ','

// Between groups of three digits, besides the mark that is not before the decimals.
const GROUP = String.raw`['’ \u00a0\u202f]`

/**
 * Returns the decimal mark of a written number: of 1,250.00 the point, of 1.250,00 the comma. `either`
 * if both readings are numbers, as of 1,250, and null if there is no mark, or no number.
 */
export function decimalMarkOf(text: string): DecimalMark | 'either' | null {
  const hasMark = /[.,]/.test(text)
  const marks = (['.', ','] as const).filter((mark) => readNumber(text, mark) !== null)
  if (!hasMark || marks.length === 0) return null
  return marks.length === 2 ? 'either' : (marks[0] ?? null)
}

/** Reads a number with this decimal mark, and groups of thousands or none; null for any other text, also beyond all numbers. */
export function readNumber(text: string, mark: DecimalMark): number | null {
  const other = mark === '.' ? ',' : '.'
  const groups = `[1-9]\\d{0,2}(?:(?:\\${other}\\d{3})+|(?:${GROUP}\\d{3})+)|\\d+`
  const number = new RegExp(`^[+-]?(?:${groups}|(?=\\${mark}\\d))(?:\\${mark}\\d*)?$`)
  if (!number.test(text)) return null
  const value = Number(text.replace(new RegExp(`${GROUP}|\\${other}`, 'g'), '').replace(mark, '.'))
  return Number.isFinite(value) ? value : null
}

/** Collects the decimal marks of a column, whose numbers may have to be whole. */
export function createMarkCount(isWhole = false) {
  const marks = new Set<DecimalMark | 'either'>()
  let hasPlain = false
  let possible: DecimalMark[] = ['.', ',']
  return {
    add: (text: string): void => {
      const mark = decimalMarkOf(text)
      hasPlain ||= /^\d+$/.test(text)
      if (mark === null) return
      marks.add(mark)
      possible = possible.filter((mark) => Number.isInteger(readNumber(text, mark)))
    },
    /**
     * The mark of the column; `mixed` or `unclear` if it must be chosen, null if it has none, or each number
     * shows its own.
     */
    result: (): DecimalMark | 'mixed' | 'unclear' | null => {
      const certain = (['.', ','] as const).filter((mark) => marks.has(mark))
      if (certain.length === 2) return marks.has('either') ? 'mixed' : null
      // Beside 120, 1.200 has no decimals that could be zeros.
      const [whole, other] = isWhole && hasPlain ? possible : []
      const unclear = whole !== undefined && other === undefined ? whole : 'unclear'
      return certain[0] ?? (marks.size > 0 ? unclear : null)
    },
  }
}
