import { gramsOf } from '#shop/tables/meanings.ts'
import { isHarmless, neighbourOf, piecesIn } from '#shop/tables/neighbours.ts'
import { unitOf } from '#shop/tables/units.ts'
import { measureOf } from './column-meanings.ts'
import { readNumberCell } from './read-cell.ts'
import type { FileColumn } from './survey-columns.ts'
import type { FieldName } from './table-fields.ts'

/** What a row says of its numbers, and why it can't be read. */
export type RowMeaning = { per: number; pieces: number; grams: number | null; reasons: string[] }

/** Reads what the columns of a row say of its numbers. `today` is a day as 2026-12-31. */
export function readRowMeaning(
  cells: readonly string[],
  columns: readonly FileColumn[],
  today: string,
): RowMeaning {
  const row: RowMeaning = { per: 1, pieces: 1, grams: null, reasons: [] }
  for (const [at, column] of columns.entries()) {
    if (column.says === undefined && column.choice === undefined) continue
    const cell = (cells[at] ?? '').replace(/\s+/g, ' ').trim()
    const problem = readNeighbour(cell, column, row, today)
    if (problem !== undefined) row.reasons.push(`${column.name}: ${problem}`)
  }
  return row
}

function readNeighbour(cell: string, { says, choice, heading }: FileColumn, row: RowMeaning, today: string) {
  if (choice?.startsWith('only:'))
    return cell.toLowerCase() === choice.slice(5).toLowerCase()
      ? undefined
      : `${cell || 'nothing'} is left out`
  if (choice === 'today') {
    const isOutside = whenOutside(cell, neighbourOf(heading) === 'validTo', today)
    return isOutside === null ? undefined : `${cell} ${isOutside}`
  }
  if (cell === '') return undefined
  if (says === 'currency')
    return isHarmless(cell, 'currency') ? undefined : `prices are in US dollars, not in ${cell}`
  if (says === 'per') {
    const per = piecesIn(cell)
    if (per === null) return `${cell} is no clear number of pieces`
    row.per = per
  }
  if (says === 'unit') row.pieces = unitOf(cell)?.pieces ?? 1
  if (says === 'weightUnit') {
    const grams = gramsOf(cell)
    if (typeof grams !== 'number') return `${cell} can’t be converted to grams`
    row.grams = grams
  }
  return undefined
}

/** Why a time that begins or ends at this cell does not have today; null if it has. */
function whenOutside(cell: string, isEnd: boolean, today: string): string | null {
  const days = daysIn(cell)
  if (cell === '') return null
  const outside = days.map((day) => (isEnd ? day < today : day > today))
  if (days.length === 0 || new Set(outside).size > 1) return 'is no clear day'
  return outside[0] ? 'is not valid today' : null
}

/** The days that a cell can be, as 2026-12-31: of 3/4/2026 two. */
function daysIn(cell: string): string[] {
  const day = (year = '', month = '', date = '') => {
    const full = year.length === 2 ? `20${year}` : year
    const text = `${full}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
    return Number(month) > 12 || Number(date) > 31 ? [] : [text]
  }
  const [, year, month, date] = /^(\d{4})[-/.]?(\d\d?)[-/.]?(\d\d?)(?:\D.*)?$/.exec(cell) ?? []
  if (year) return day(year, month, date)
  const [, one, mark, two, last] = /^(\d\d?)([-/.])(\d\d?)\2(\d{4}|\d\d)(?:\D.*)?$/.exec(cell) ?? []
  if (!one) return []
  return mark === '.' ? day(last, two, one) : [...day(last, two, one), ...day(last, one, two)]
}

type NumberColumn = Pick<FileColumn, 'mark' | 'per' | 'grams'> & { field: FieldName | null }

/** Reads a number as the shop has it; a text that is none is returned as it is. */
export function readConverted(
  cell: string,
  column: NumberColumn,
  row: RowMeaning,
  held?: string,
): number | string | { reason: string } {
  const read = readNumberCell(cell, column.mark, held)
  if (typeof read === 'object') return { reason: `choose the decimal mark of ${cell}` }
  return typeof read === 'number' ? convertNumber(read, column, row) : read
}

function convertNumber(value: number, column: NumberColumn, row: RowMeaning) {
  const measure = measureOf(column.field)
  if (measure === 'weight') {
    const grams = row.grams ?? column.grams ?? 1
    if (row.grams !== null && grams !== (column.grams ?? grams))
      return { reason: 'its heading and its row name different units of weight' }
    return grams === 1 && !column.per ? value : Math.round((value * grams) / (column.per ?? 1))
  }
  if (measure === 'pieces') return Number((value * (column.per ?? 1) * row.pieces).toFixed(6))
  const per = measure === 'price' ? (column.per ?? 1) * row.per : 1
  if (per === 1) return value
  const cents = (value * 100) / per
  if (Math.abs(cents - Math.round(cents)) < 1e-6) return Math.round(cents) / 100
  return {
    reason: `${value} for ${per.toLocaleString('en-US')} is no whole number of cents for one`,
  }
}

/** Whether the numbers of a column of this row are converted. */
export const isConverted = (column: Omit<NumberColumn, 'mark'>, row: RowMeaning): boolean => {
  const measure = measureOf(column.field)
  if (measure === 'weight' && (row.grams ?? column.grams ?? 1) !== 1) return true
  const ofRow = measure === 'price' ? row.per : measure === 'pieces' ? row.pieces : 1
  return (column.per ?? 1) * ofRow !== 1
}
