import type { RowDraft } from '#shop/prices/admin/row-drafts.ts'
import { rowsOf, type Separator } from '#shop/tables/cells.ts'
import { readNumberCell } from '#shop/tables/columns/read-cell.ts'
import { convertNumber, readRowMeaning } from '#shop/tables/columns/row-meaning.ts'
import { surveyColumns } from '#shop/tables/columns/survey-columns.ts'
import { createFieldFinder } from '#shop/tables/columns/table-fields.ts'
import { priceFields } from './price-file-fields.ts'
import { stepIn, unfoldSteps } from './price-steps.ts'

const findField = createFieldFinder(priceFields)

/**
 * Returns the rows of a text from a spreadsheet: under headings that name the SKU, or else three columns, or
 * two without the quantity. What can't be read, or must be asked, stands in the price, which is refused then.
 */
export function pastedRows(text: string): RowDraft[] {
  const separator: Separator = text.includes('\t') ? '\t' : text.includes(';') ? ';' : ','
  const rows = [...rowsOf(text, separator)]
    .map(({ cells }) => cells)
    .filter((cells) => cells.some((cell) => cell !== ''))
  const [first = [], ...others] = rows
  if (first.some((cell) => findField(cell)?.name === 'target')) return headedRows(first, others)
  const hasHeadings = rows.length > 1 && !first.some((cell) => /\d/.test(cell))
  return rows.slice(hasHeadings ? 1 : 0).map(([name = '', second = '', third]) => {
    return third === undefined
      ? { name, from: '1', price: second }
      : { name, from: stepIn(second), price: third }
  })
}

function headedRows(headings: string[], cells: string[][]): RowDraft[] {
  const given = cells.map((cells, at) => ({ position: at + 2, cells, problem: null }))
  const table = unfoldSteps({ headings, rows: given })
  const survey = surveyColumns({
    headings: table.headings,
    fields: priceFields,
    chosen: {},
    decimalMarks: {},
    required: [],
  })
  for (const { cells } of table.rows) survey.add(cells)
  const { columns } = survey
  const fieldsBefore = columns.map(({ field }) => field)
  const [question] = survey.finish().questions.filter((text) => !text.includes('decimal mark'))
  const at = (field: string) => fieldsBefore.indexOf(field)
  const today = new Date().toISOString().slice(0, 10)
  return table.rows.map(({ cells }): RowDraft => {
    const meaning = readRowMeaning(cells, columns, today)
    const percent = cells[at('percent')] ?? ''
    const written = cells[at('perPrice')] ?? ''
    const column = columns[at('perPrice')]
    const read = column ? readNumberCell(written, column.mark) : written
    const value = column && typeof read === 'number' ? convertNumber(read, column, meaning) : read
    const isSame = value === read
    const converted = typeof value === 'number' && !isSame ? value.toFixed(2) : written
    const price = percent === '' ? converted : `${percent.replace(/ ?%$/, '')} %`
    const isRefused = typeof value === 'object' && 'reason' in value ? [value.reason] : []
    const [why] = [...(question ? [question] : []), ...meaning.reasons, ...isRefused]
    return {
      name: cells[at('target')] ?? '',
      from: stepIn(cells[at('minQuantity')] || '1'),
      price: why === undefined ? price : `${price} (${why})`,
    }
  })
}
