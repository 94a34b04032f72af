import type { createMarkCount, DecimalMark } from '#shop/tables/number-text.ts'
import type { ColumnMark } from './read-cell.ts'
import type { FieldName } from './table-fields.ts'

type CountedColumn = {
  column: { name: string; field: FieldName | null; mark: ColumnMark }
  count: ReturnType<typeof createMarkCount>
}

/** Sets the decimal marks of a file's columns of numbers. Returns what must be asked. */
export function setMarks(
  numbers: readonly CountedColumn[],
  file: { isWorkbook: boolean; decimalMarks: Partial<Record<FieldName, DecimalMark>> },
): string[] {
  const results = numbers.map(({ column, count }) => ({ column, mark: count.result() }))
  const certain = new Set(
    results.map(({ mark }) => mark).filter((mark) => mark === '.' || mark === ','),
  )
  // A column of 1.250 alone is read like the other columns of the file.
  const [ofFile = null, other] = [...certain]
  const usual = file.isWorkbook ? '.' : other === undefined ? ofFile : null
  return results.flatMap(({ column, mark }) => {
    const chosen = file.decimalMarks[column.field ?? '']
    const known = mark === 'unclear' ? (usual ?? 'asked') : mark
    column.mark = chosen ?? (known === 'mixed' ? 'asked' : known)
    return column.mark === 'asked'
      ? `Choose the decimal mark of ${column.name}: its numbers can be read in two ways.`
      : []
  })
}
