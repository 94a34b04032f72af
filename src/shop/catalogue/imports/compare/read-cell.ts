import { escapeFormula } from '#platform/csv.ts'
import { cleanText, oneLine } from '#platform/tables/clean-text.ts'
import { type DecimalMark, decimalMarkOf, readNumber } from '#platform/tables/number-text.ts'
import type { Specification } from '#shop/catalogue/categories/category.ts'
import { type ImportField, unitOf } from '#shop/catalogue/imports/store/import-fields.ts'

/** The word in a cell that removes a value; an empty cell changes nothing. */
export const CLEARS = '(empty)'

const MM_PER_INCH = 25.4
const INCH = /(?:in\.?|inch(?:es)?|zoll|["″”])$/i
const FRACTION = /^(?:(\d+)(?:\s+|-))?(\d+)\/([1-9]\d*)$/
const DOLLARS = /^(?:US ?)?\$|^USD|(?:\$|USD)$/gi
const SHEET_ERROR = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!)$/

/** Why a cell has no value that could be checked, in words that follow its heading; null if it has. */
export function whyNoValue(cell: string): string | null {
  if (SHEET_ERROR.test(cell)) return `has the spreadsheet’s error ${cell}`
  return cell.startsWith('=') ? 'has a formula instead of its value' : null
}

/** Returns the text of a cell: with its lines, or on one. */
export const cellText = (cell: string | undefined, kind: ImportField['kind']): string =>
  kind === 'lines' ? (cell ?? '') : oneLine(cell ?? '')

/** Whether a cell has what an export writes for this text. */
export function isExportOf(cell: string, text: string, kind: ImportField['kind']): boolean {
  return cell === cellText(text, kind) || cell === cellText(escapeFormula(text), kind)
}

/** Removes the mark that an export puts before a text like a formula, and no other apostrophe. */
export function withoutMark(cell: string): string {
  const text = cell.slice(1)
  return cell.startsWith("'") && escapeFormula(text) !== text ? text : cell
}

/** The decimal mark of a column; null if no number shows it, `asked` if a person must choose it. */
export type ColumnMark = DecimalMark | 'asked' | null

/** Returns a number without the currency and units beside it. */
export const plainNumber = (cell: string): string =>
  withoutDollars(cell)
    .replace(/[a-zµ°"″]{1,20}\.?$/iu, '')
    .trim()

const withoutDollars = (cell: string) => cleanText(cell).trim().replace(DOLLARS, '').trim()

/** Reads a number; a text that is none is returned as it is, to be refused as such. */
export function readNumberCell(
  cell: string,
  mark: ColumnMark,
): number | string | { ambiguous: true } {
  const text = withoutDollars(cell)
  const own = decimalMarkOf(text)
  const used = mark ?? own ?? '.'
  if (used === 'either' || (used === 'asked' && own !== null)) return { ambiguous: true }
  return readNumber(text, used === 'asked' ? '.' : used) ?? cell
}

/** Reads the value of a specification, also in inches or with its unit: `1/2 in`, `12.7 mm`. */
export function readSpecificationCell(
  cell: string,
  { kind, unit, choices }: Specification,
  heading: string,
  mark: ColumnMark,
): ReturnType<typeof readNumberCell> {
  if (kind === 'choice') {
    const isSame = (choice: string) => choice.toLowerCase() === cell.toLowerCase()
    return choices?.find(isSame) ?? cell
  }
  if (kind === 'text') return cell
  const text = cleanText(cell).trim()
  const headed = unitOf(heading) ?? ''
  const isInch = unit === 'mm' && (INCH.test(text) || (INCH.test(headed) && !/mm$/i.test(text)))
  const plain = isInch ? text.replace(INCH, '').trim() : withoutUnit(text, unit)
  const number = readFraction(plain) ?? readNumberCell(plain, mark)
  if (typeof number === 'string') return cell
  if (typeof number === 'object' || !isInch) return number
  return Number((number * MM_PER_INCH).toFixed(6))
}

function withoutUnit(text: string, unit: string | null): string {
  const hasUnit = unit !== null && text.toLowerCase().endsWith(unit.toLowerCase())
  return hasUnit ? text.slice(0, -unit.length).trim() : text
}

/** `1/2`, `1 1/2` or `1-1/2`. */
function readFraction(text: string): number | null {
  const [, whole = '0', over = '', under = ''] = FRACTION.exec(text) ?? []
  if (under === '') return null
  return Number((Number(whole) + Number(over) / Number(under)).toFixed(6))
}
