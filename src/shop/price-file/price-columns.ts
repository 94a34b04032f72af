import type { DecimalMark } from '#platform/written-number.ts'
import type { ChosenColumns } from '#shop/tables/columns/map-columns.ts'
import { type FileColumn, notesOf, surveyColumns } from '#shop/tables/columns/survey-columns.ts'
import type { FieldName } from '#shop/tables/columns/table-fields.ts'
import type { PriceFileRow } from './compare-price-file.ts'
import { EXPORT_HEADINGS, priceFields, REQUIRED_FIELDS } from './price-file-fields.ts'
import { type PriceTable, stepIn, unfoldSteps } from './price-steps.ts'

/** A table of prices with a row for each step, and what its columns are. */
type PriceColumns = {
  columns: FileColumn[]
  rows: PriceFileRow[]
  notes: string[]
  questions: string[]
}

export function surveyPrices(
  table: PriceTable,
  chosen: ChosenColumns = {},
  decimalMarks: Partial<Record<FieldName, DecimalMark>> = {},
): PriceColumns {
  const { headings, rows, note } = unfoldSteps(table)
  const survey = surveyColumns({
    headings,
    fields: priceFields,
    chosen,
    decimalMarks,
    required: REQUIRED_FIELDS,
    known: EXPORT_HEADINGS,
    empty: headings.flatMap((_, at) => (rows.every(({ cells }) => !cells[at]) ? [at] : [])),
  })
  const { columns } = survey
  const fromAt = columns.findIndex(({ field }) => field === 'minQuantity')
  for (const { cells, held } of rows)
    survey.add(fromAt < 0 ? cells : cells.with(fromAt, stepIn(cells[fromAt] ?? '')), held)
  const { questions } = survey.finish()
  return {
    columns,
    rows,
    questions,
    notes: [...(note === null ? [] : [note]), ...notesOf(columns)],
  }
}
