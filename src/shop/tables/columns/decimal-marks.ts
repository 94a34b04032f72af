import { decimalMarkOf } from '#platform/decimal-mark.ts'
import { type DecimalMark, readMarked } from '#platform/written-number.ts'
import type { ColumnMark } from './read-cell.ts'
import type { FieldName } from './table-fields.ts'

type CountedColumn = {
  column: { name: string; field: FieldName | null; mark: ColumnMark }
  count: ReturnType<typeof createMarkCount>
}

/** Sets the decimal marks of a file's columns of numbers. Returns what must be asked. */
export function setMarks(
  numbers: readonly CountedColumn[],
  file: { decimalMarks: Partial<Record<FieldName, DecimalMark>> },
): string[] {
  const results = numbers.map(({ column, count }) => ({ column, mark: count.result() }))
  const certain = new Set(results.map(({ mark }) => mark).filter((mark) => mark === '.' || mark === ','))
  // A column of 1.250 alone is read like the other columns of the file.
  const [ofFile = null, other] = [...certain]
  const usual = other === undefined ? ofFile : null
  return results.flatMap(({ column, mark }) => {
    const chosen = file.decimalMarks[column.field ?? '']
    const known = mark === 'unclear' ? (usual ?? 'asked') : mark
    column.mark = chosen ?? (known === 'mixed' ? 'asked' : known)
    return column.mark === 'asked'
      ? `Choose the decimal mark of ${column.name}: its numbers can be read in two ways.`
      : []
  })
}

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
      possible = possible.filter((mark) => Number.isInteger(readMarked(text, mark)))
    },
    /** `mixed` or `unclear` if it must be chosen, null if there is none or each number shows its own. */
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
