import { cleanText, oneLine } from '#platform/clean-text.ts'
import { escapeFormula } from '#platform/csv.ts'
import { type DecimalMark, decimalMarkOf, readNumber } from '#shop/tables/number-text.ts'
import type { TableField } from './table-fields.ts'

/** The word in a cell that removes a value; an empty cell changes nothing. */
export const CLEARS = '(empty)'

const DOLLARS = /^(?:US ?)?\$|^USD|(?:\$|USD)$/gi
const SHEET_ERROR = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!)$/

/** Why a cell has no value that could be checked, in words that follow its heading; null if it has. */
export function whyNoValue(cell: string): string | null {
  if (SHEET_ERROR.test(cell)) return `has the spreadsheet’s error ${cell}`
  return cell.startsWith('=') ? 'has a formula instead of its value' : null
}

/** Returns the text of a cell: with its lines, or on one. */
export const cellText = (cell: string | undefined, kind: TableField['kind']): string =>
  kind === 'lines' ? (cell ?? '') : oneLine(cell ?? '')

/** Whether a cell has what an export writes for this text. */
export function isExportOf(cell: string, text: string, kind: TableField['kind']): boolean {
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
