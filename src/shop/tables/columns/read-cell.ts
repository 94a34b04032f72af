import { cleanText, oneLine } from '#platform/clean-text.ts'
import { escapeFormula } from '#platform/csv.ts'
import { decimalMarkOf } from '#platform/decimal-mark.ts'
import { type DecimalMark, readMarked } from '#platform/written-number.ts'
import type { TableField } from './table-fields.ts'

/** The word in a cell that removes a value; an empty cell changes nothing. */
export const CLEARS = '(empty)'

const DOLLARS = /^(?:US ?)?\$|^USD|(?:\$|USD)$/gi
export const SHEET_ERROR =
  /^#(?:N\/A|NV|REF!?|BEZUG!?|VALUE!?|WERT!?|NAME\??|DIV\/0!?|NUM!?|ZAHL!?|NULL!?|SPILL!?|CALC!?|VALOR!?|VALEUR!?|¡.*)$/i

/** What people and programs write for a value that is missing. */
export const NOTHING =
  /^(?:[-–—]+|\.+|…|\/|none|null|nil|nan|n\/?a|n\.\s?a\.|n\/d|s\/d|<null>|\\n|\((?:none|null)\)|undefined|not available|k\.?\s?a\.?|keine?|keine angabe|leer|vide|aucune?|néant|non renseigné|vacío|ninguno|nada|sin datos?)$/i

/** Why a cell has no value that could be checked, in words that follow its heading; null if it has. */
export function whyNoValue(cell: string): string | null {
  if (SHEET_ERROR.test(cell)) return `has the spreadsheet’s error ${cell}`
  return cell.startsWith('=') ? 'has a formula instead of its value' : null
}

const MONTH =
  'jan|feb|mär|mrz|mar|apr|mai|may|jun|jul|aug|sep|okt|oct|nov|dez|dec|fév|fev|avr|juin|juil|aoû|déc|ene|abr|ago|dic'
const SHEET_VALUE = new RegExp(
  `^(?:\\d{1,2}[-./ ]+(?:${MONTH})\\p{L}*\\.?(?:[-./ ]+\\d{2,4})?|(?:${MONTH})\\p{L}*[-./ ]+\\d{2,4}|\\d{4}-\\d\\d-\\d\\d|\\d{1,2}([./])\\d{1,2}\\1\\d{2,4}|\\d+(?:[.,]\\d+)?e[+-]?\\d+)$`,
  'iu',
)

/** Whether a text is like what a spreadsheet makes of a code, a date or exponent: `08.Mrz`, `1E5`. */
export const isSheetValue = (text: string): boolean => SHEET_VALUE.test(text)

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

/** The numbers that cells of a workbook hold and don't show as they are, by their place in the row. */
export type HeldNumbers = Record<number, string>

/** The number that a cell of a workbook shows, in per cent if it does so; null for another text. */
export function shownNumber(text: string): number | null {
  const plain = text.replace(/[$%,\s'’]/g, '').replace(/^\((.*)\)$/, '-$1')
  return /^-?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : null
}

/** More than the rounding of a format to two decimals. */
const ROUNDING = 0.005_000_1

export const isOther = (shown: string, held: number): boolean =>
  Math.abs((shownNumber(shown) ?? held) - held) > ROUNDING

/** Why a cell has another number than it shows, in words that follow its heading; null if it has the same. */
export const whyOther = (shown: string, held: string | undefined): string | null =>
  held !== undefined && isOther(shown, Number(held))
    ? `shows ${shown} and holds ${held}: let the cell show the number that you mean`
    : null

/** The text of a cell on one line, without the mark of an export. */
export const plainCell = (cell: string | undefined): string => cleanText(withoutMark(cell ?? '')).trim()

/** A number that was read; a text that is none, to be refused as such; or one that can be read in two ways. */
export type ReadNumber = number | string | { ambiguous: true }

/** Reads a number, in a workbook the one that its cell holds. */
export function readNumberCell(cell: string, mark: ColumnMark, held?: string): ReadNumber {
  // A share of a hundred is no amount.
  if (held !== undefined && !cell.includes('%')) return Number(held)
  const text = withoutDollars(cell)
  const own = decimalMarkOf(text)
  const used = mark ?? own ?? '.'
  if (used === 'either' || (used === 'asked' && own !== null)) return { ambiguous: true }
  return readMarked(text, used === 'asked' ? '.' : used) ?? cell
}
