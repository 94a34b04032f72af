import type { DecimalMark } from '#platform/written-number.ts'
import type { ChosenColumns } from '#shop/tables/columns/map-columns.ts'
import { type SurveyedTable, surveyTable } from '#shop/tables/columns/survey-columns.ts'
import type { FieldName } from '#shop/tables/columns/table-fields.ts'
import { EXPORT_HEADINGS, priceFields, REQUIRED_FIELDS } from './price-file-fields.ts'
import { type PriceTable, stepIn, unfoldSteps } from './price-steps.ts'

/** Finds out what the columns of a table of prices are, which gets a row for each step. */
export function surveyPrices(
  table: PriceTable,
  chosen: ChosenColumns = {},
  decimalMarks: Partial<Record<FieldName, DecimalMark>> = {},
): SurveyedTable {
  const { note, ...unfolded } = unfoldSteps(table)
  const file = {
    fields: priceFields,
    chosen,
    decimalMarks,
    required: REQUIRED_FIELDS,
    known: EXPORT_HEADINGS,
  }
  const survey = surveyTable(unfolded, file, (cells, columns) => {
    const at = columns.findIndex(({ field }) => field === 'minQuantity')
    return at < 0 ? cells : cells.with(at, stepIn(cells[at] ?? ''))
  })
  return note === null ? survey : { ...survey, notes: [note, ...survey.notes] }
}
