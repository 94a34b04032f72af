import { cleanText, oneLine } from '#platform/clean-text.ts'
import { firstCharacters } from '#platform/text.ts'
import type { CategoryPaths } from '#shop/catalogue/categories/category-paths.ts'
import type { ImportField } from '#shop/imports/store/import-fields.ts'
import type { ImportMode } from '#shop/imports/store/product-import.ts'
import type { HeldNumbers } from '#shop/tables/columns/read-cell.ts'
import {
  CLEARS,
  type ColumnMark,
  cellText,
  isExportOf,
  readNumberCell,
  whyNoValue,
  whyOther,
  withoutMark,
} from '#shop/tables/columns/read-cell.ts'
import { convertNumber, isConverted, type RowMeaning } from '#shop/tables/columns/row-meaning.ts'
import type { FileColumn } from '#shop/tables/columns/survey-columns.ts'
import type { FieldName } from '#shop/tables/columns/table-fields.ts'
import { type CatalogueProduct, exportText, fieldValue } from './catalogue-product.ts'

/** A column that is read. */
export type ReadColumn = Pick<FileColumn, 'per' | 'grams' | 'choice'> & {
  at: number
  heading: string
  field: ImportField
  mark: ColumnMark
}

export type CompareContext = {
  columns: ReadColumn[]
  mode: ImportMode
  makesCategories: boolean
  paths: CategoryPaths
  /** What a row says of its numbers. */
  meaningOf: (cells: readonly string[]) => RowMeaning
  /** How many values each column has that are no specification of their category. */
  left: Map<number, number>
  /** The URL of an image that was uploaded under this name. */
  imageNamed: (fileName: string) => string | undefined
}

/** More is no SKU, and too long for an index. */
const LONGEST_SKU = 100

/** Returns the SKU of a row in the form that is stored; empty without one. */
export function skuOf(cells: readonly string[], columns: readonly ReadColumn[]): string {
  const column = columns.find(({ field }) => field.name === 'sku')
  const text = cleanText(withoutMark(oneLine(cells[column?.at ?? -1] ?? '')))
  return firstCharacters(text.trim().toUpperCase(), LONGEST_SKU)
}

export const whyAmbiguous = (heading: string, cell: string) =>
  `${heading}: choose the decimal mark of ${cell}`

export type CellOf = { column: ReadColumn; cell: string }
export type Values = Record<FieldName, unknown>

/** Reads the cells that are not empty and not what an export of the product would have. */
export function readCells(
  cells: readonly string[],
  held: HeldNumbers,
  product: CatalogueProduct | undefined,
  { columns, paths, imageNamed, meaningOf }: CompareContext,
): { values: Values; cells: CellOf[]; reasons: string[] } {
  const values: Values = {}
  const specified: CellOf[] = []
  const meaning = meaningOf(cells)
  const reasons = [...meaning.reasons]
  for (const column of columns) {
    const { at, field, heading, mark, per, grams } = column
    const cell = cellText(cells[at], field.kind)
    const numbers = { per, grams, field: field.name }
    if (cell === '' || field.name === 'sku' || field.name === 'asOf') continue
    const stored = product && exportText(field.name, fieldValue(product, field.name, paths))
    const isSame = stored !== undefined && stored !== '' && isExportOf(cell, stored, field.kind)
    if (isSame && !isConverted(numbers, meaning)) continue
    const problem = whyNoValue(cell) ?? (field.isNumber ? whyOther(cell, held[at]) : null)
    if (problem !== null) reasons.push(`${heading} ${problem}`)
    else if (field.kind === 'specification')
      specified.push({ column, cell: (field.isNumber && held[at]) || withoutMark(cell) })
    else {
      const text = (field.isNumber && held[at]) || withoutMark(cell)
      const read = readValue(text, field, mark, imageNamed)
      const value = typeof read === 'number' ? convertNumber(read, numbers, meaning) : read
      if (typeof value !== 'object' || value === null) values[field.name] = value
      else
        reasons.push(
          'reason' in value ? `${heading}: ${value.reason}` : whyAmbiguous(heading, cell),
        )
    }
  }
  return { values, cells: specified, reasons }
}

function readValue(
  cell: string,
  { kind }: ImportField,
  mark: ColumnMark,
  imageNamed: CompareContext['imageNamed'],
) {
  if (cell === CLEARS) return kind === 'text' || kind === 'lines' ? '' : null
  if (kind === 'whole' || kind === 'price') return readNumberCell(cell, mark)
  if (kind === 'image')
    return cell.startsWith('/media/') ? cell : (imageNamed(cell) ?? `/media/${cell}`)
  return cell
}
