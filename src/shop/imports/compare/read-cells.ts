import { cleanText, oneLine } from '#platform/clean-text.ts'
import { characterCount, firstCharacters } from '#platform/text.ts'
import type { CategoryPaths } from '#shop/catalogue/categories/category-paths.ts'
import type { ImportField } from '#shop/imports/store/import-fields.ts'
import { ON_SALE, readOnSale } from '#shop/imports/store/on-sale.ts'
import type { ImportMode } from '#shop/imports/store/product-import.ts'
import type { importForms } from '#shop/product-admin/product-forms.ts'
import { measureOf } from '#shop/tables/columns/column-meanings.ts'
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
import { isConverted, type RowMeaning, readConverted } from '#shop/tables/columns/row-meaning.ts'
import type { FileColumn } from '#shop/tables/columns/survey-columns.ts'
import type { FieldName } from '#shop/tables/columns/table-fields.ts'
import { type CatalogueProduct, exportText, fieldValue } from './catalogue-product.ts'

export type ReadColumn = Pick<FileColumn, 'per' | 'grams' | 'choice'> & {
  at: number
  heading: string
  field: ImportField
  mark: ColumnMark
}

export type CompareContext = {
  columns: ReadColumn[]
  mode: ImportMode
  forms: ReturnType<typeof importForms>
  makesCategories: boolean
  paths: CategoryPaths
  /** What new products get that the file has nothing for. */
  values: Record<FieldName, string>
  pathOf: (cells: readonly string[]) => string
  meaningOf: (cells: readonly string[]) => RowMeaning
  /** How many values each column has that are no specification of their category. */
  left: Map<number, number>
  /** The URL of an image that was uploaded under this name. */
  imageNamed: (fileName: string) => string | undefined
}

/** More is no SKU, and too long for an index. */
const LONGEST_SKU = 100

/** Returns the SKU of a row in the form that is stored; empty without one. */
export const skuOf = (cells: readonly string[], columns: readonly ReadColumn[]): string =>
  skuIn(cells[columns.find(({ field }) => field.name === 'sku')?.at ?? -1])

export const skuIn = (cell = ''): string =>
  firstCharacters(
    cleanText(withoutMark(oneLine(cell)))
      .trim()
      .toUpperCase(),
    LONGEST_SKU,
  )

export const whyAmbiguous = (heading: string, cell: string) =>
  `${heading}: choose the decimal mark of ${cell}`

export type CellOf = { column: ReadColumn; cell: string; held?: string | undefined }
export type Values = Record<FieldName, unknown>

/** Reads the cells that are not empty and not what an export of the product would have. */
export function readCells(
  cells: readonly string[],
  held: HeldNumbers,
  product: CatalogueProduct | undefined,
  { columns, paths, pathOf, imageNamed, meaningOf, values: given }: CompareContext,
): { values: Values; cells: CellOf[]; reasons: string[] } {
  const values: Values = {}
  const specified: CellOf[] = []
  const meaning = meaningOf(cells)
  const reasons = [...meaning.reasons]
  for (const column of columns) {
    const { at, field, heading, choice } = column
    const cell = field.kind === 'category' ? pathOf(cells) : cellText(cells[at], field.kind)
    const numbers = { ...column, field: field.name }
    if (cell === '' || field.name === 'sku' || field.name === 'asOf') continue
    if (field.name === ON_SALE.name) {
      values.onSale = readOnSale(cell, heading)
      if (!values.onSale) reasons.push(`${heading}: say yes or no instead of ${cell}`)
      continue
    }
    const stored = product && exportText(field.name, fieldValue(product, field.name, paths))
    const isSame = stored !== undefined && stored !== '' && isExportOf(cell, stored, field.kind)
    if (isSame && !isConverted(numbers, meaning)) continue
    const isHeld = field.isNumber && held[at] !== undefined
    const problem = whyNoValue(cell) ?? (isHeld ? whyOther(cell, held[at]) : null)
    if (problem !== null) reasons.push(`${heading} ${problem}`)
    else if (field.kind === 'specification')
      specified.push({ column, cell: withoutMark(cell), held: isHeld ? held[at] : undefined })
    else {
      const text = withoutMark(cell)
      const isNumber = field.isNumber && text !== CLEARS
      const value = isNumber
        ? readConverted(text, numbers, meaning, held[at])
        : readValue(text, field, imageNamed)
      if (choice === 'description:long' && isTooLong(value)) {
        values.longText = value
        values.description = beginningOf(String(value))
      } else if (typeof value !== 'object' || value === null) values[field.name] = value
      else reasons.push(`${heading}: ${value.reason}`)
    }
  }
  if (!product)
    for (const [field, text] of Object.entries(given)) {
      const isNumber = measureOf(field) !== undefined
      values[field] ??= isNumber ? readNumberCell(text, '.') : text
    }
  return { values, cells: specified, reasons }
}

function readValue(cell: string, { kind }: ImportField, imageNamed: CompareContext['imageNamed']) {
  if (cell === CLEARS) return kind === 'text' || kind === 'lines' ? '' : null
  if (kind === 'image') return cell.startsWith('/media/') ? cell : (imageNamed(cell) ?? `/media/${cell}`)
  return cell
}

const LONGEST = 100

export const isTooLong = (text: unknown): boolean =>
  typeof text === 'string' && characterCount(text) > LONGEST

/** The first sentence of a text, or as many words as a description has. */
function beginningOf(text: string): string {
  const [sentence = ''] = text.split(/(?<=[.!?])\s/)
  if (!isTooLong(sentence) && characterCount(sentence) >= 10) return sentence
  const cut = firstCharacters(text, LONGEST - 2)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 10))} …`
}
