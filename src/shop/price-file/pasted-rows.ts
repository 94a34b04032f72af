import { createCategoryPaths } from '#shop/catalogue/categories/category-paths.ts'
import type { RowDraft } from '#shop/prices/admin/row-drafts.ts'
import { rowsOf, type Separator } from '#shop/tables/cells.ts'
import { readNumberCell } from '#shop/tables/columns/read-cell.ts'
import { createFieldFinder } from '#shop/tables/columns/table-fields.ts'
import { completeHeadings, HEADING_ROWS, headingRow } from '#shop/tables/files/find-headings.ts'
import { readPriceRow } from './compare-price-file.ts'
import { priceFields } from './price-file-fields.ts'
import { stepIn, surveyPrices } from './price-steps.ts'

const findField = createFieldFinder(priceFields)
const isKnown = (cell: string) => findField(cell) !== undefined

/**
 * Returns the rows of a text from a spreadsheet: under headings, or else three columns, or two without the
 * quantity. What can't be read, or must be asked, stands in the price, which is refused then.
 */
export function pastedRows(text: string): RowDraft[] {
  const separator: Separator = text.includes('\t') ? '\t' : text.includes(';') ? ';' : ','
  const rows = [...rowsOf(text, separator)].filter(({ cells }) => cells.some((cell) => cell !== ''))
  const at = Math.max(headingRow(rows.slice(0, HEADING_ROWS), isKnown), 0)
  const headings = rows[at]?.cells ?? []
  const known = headings.filter(isKnown)
  const isHeaded = known.length > 1 || known.some((cell) => findField(cell)?.name === 'target')
  const hasHeadings = rows.length > 1 && !rows[0]?.cells.some((cell) => /\d/.test(cell))
  const all = rows.map(({ cells }) => cells)
  if (isHeaded || hasHeadings) return headedRows(all, isHeaded ? at : 0)
  return all.map(([name = '', second = '', third, ...others]) => {
    if (third === undefined) return { name, from: '1', price: second }
    const isMore = others.some((cell) => cell !== '')
    const price = isMore ? `${third} (more than three columns: paste their headings too)` : third
    return { name, from: stepIn(second), price }
  })
}

const SAID = /no number in|decimal mark/

function headedRows(all: string[][], at: number): RowDraft[] {
  const completed = completeHeadings(all[at] ?? [], priceFields)
  const isLine = (cells: string[]) => cells.filter((cell) => cell !== '').length === 1
  for (const [index, cells] of all.entries()) {
    const isUnits = index + 1 === at && completed.takeUnits(cells)
    if (!isUnits && (index < at || isLine(cells))) completed.addLine(cells)
  }
  const below = all.slice(at + 1)
  const rows = completed.takeUnits(below[0] ?? []) ? below.slice(1) : below
  const table = {
    headings: completed.headings(),
    rows: rows.map((cells, index) => ({ position: index + 2, cells, problem: null })),
  }
  const read = surveyPrices(table)
  const has = (name: string) => read.columns.some(({ field }) => field === name)
  const [open, ...others] = read.columns.filter(({ field }) => field === null)
  // The only column that nobody knows has the tools.
  const isTarget = open !== undefined && others.length === 0 && !has('target')
  const survey = isTarget ? surveyPrices(table, { [open.name]: 'target' }) : read
  const { columns } = survey
  const [question] = survey.questions.filter((text) => !SAID.test(text))
  const today = new Date().toISOString().slice(0, 10)
  const [target, from, price, percent] = ['target', 'minQuantity', 'perPrice', 'percent'].map(
    (name) =>
      columns.findIndex(({ field, choices = [] }) =>
        [field ?? '', ...choices.map(({ name }) => name.split(':')[0])].includes(name),
      ),
  )
  const inColumn = (cells: string[], at = -1) => cells[at] ?? ''
  return survey.rows.map((fileRow): RowDraft => {
    const { cells } = fileRow
    const { row, reasons } = readPriceRow(fileRow, columns, createCategoryPaths([]), today)
    const written = inColumn(cells, price)
    const plain = readNumberCell(written, columns[price ?? -1]?.mark ?? null)
    // Of 9.000, only its column says what it is.
    const isUnclear = /[.,]\d{3}\D*$/.test(written)
    const isConverted = row.perPrice !== undefined && (isUnclear || row.perPrice !== plain)
    const shown = isConverted ? row.perPrice?.toFixed(2) : written || inColumn(cells, percent)
    const isPercent = row.percent !== undefined
    const isBoth = isPercent && row.perPrice !== undefined
    const others = reasons.filter((reason) => !SAID.test(reason))
    const why = others[0] ?? question ?? (isBoth ? 'a price or a percentage, not both' : undefined)
    const text = isPercent ? `${row.percent} %` : `${shown}`
    return {
      name: inColumn(cells, target),
      from: columns[from ?? -1]?.per
        ? String(row.minQuantity)
        : stepIn(inColumn(cells, from) || '1'),
      price: why === undefined ? text : `${written || text} (${question ?? why})`,
    }
  })
}
