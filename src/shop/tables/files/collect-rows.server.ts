import { oneLine } from '#platform/clean-text.ts'
import type { Refusal } from '#platform/http/api/refusals.server.ts'
import { firstCharacters } from '#platform/text.ts'
import type { HeldNumbers } from '#shop/tables/columns/read-cell.ts'
import type { TableField } from '#shop/tables/columns/table-fields.ts'
import { brokenWord } from '#shop/tables/decode-text.ts'
import { createCellCleaner } from './clean-cells.ts'
import { FILE_LIMITS, LONGEST_CELL } from './file-limits.ts'
import { completeHeadings, HEADING_ROWS, headingRow, type IsHeading } from './find-headings.ts'

/** A row of a file, by its number there, and what is wrong with it as a whole. */
export type FileRow = {
  position: number
  cells: string[]
  problem: string | null
  held?: HeldNumbers | undefined
}

/** What a file has besides its rows. */
export type ReadFile = {
  headings: string[]
  /** The columns without a cell. */
  empty: number[]
  notes: string[]
  isWorkbook: boolean
}

/** `chunks` are the rows below the headings, as JSON of some hundred each, because most are only stored. */
export type ReadRows = ReadFile & { chunks: string[]; isOwn: boolean; broken: string | null }
type RowLimits = { fields: TableField[]; maxRows: number }

/** Why a file can't be read, in a sentence. */
export type UnreadableFile = Refusal<'unreadable'> & { problem: string }

const CHUNK = 500
/** The characters of a chunk, which is stored well within a lease. */
const CHUNK_TEXT = 500_000

export const unreadable = (problem: string): UnreadableFile => ({ refused: 'unreadable', problem })

/** Finds the headings and collects the rows below them. */
export function readRows(
  rows: Generator<FileRow, number>,
  isHeading: IsHeading,
  { fields, notes, isWorkbook, maxRows }: Pick<ReadRows, 'notes' | 'isWorkbook'> & RowLimits,
): ReadRows | UnreadableFile {
  const first: FileRow[] = []
  let next = rows.next()
  for (; !next.done && first.length < HEADING_ROWS; next = rows.next()) first.push(next.value)
  const index = headingRow(first, isHeading)
  const heading = first[index]
  if (!heading) return unreadable('No headings were found: the first row names the columns.')
  const headings = heading.cells.map((cell) => firstCharacters(oneLine(storable(cell)), 200))
  while (headings.at(-1) === '') headings.pop()
  if (headings.length > FILE_LIMITS.columns) {
    const headingCount = headings.length.toLocaleString('en-US')
    return unreadable(
      `Row ${heading.position} has ${headingCount} columns; at most ${FILE_LIMITS.columns} are read.`,
    )
  }
  const cleaner = createCellCleaner(headings, fields)
  const completed = completeHeadings(headings, fields)
  const filled = new Set<number>()
  let broken = brokenIn(heading.cells.join(' '), isWorkbook)
  const chunks: string[] = []
  let chunk: unknown[] = []
  let [count, cut, size, total] = [0, 0, 0, 0]
  const endChunk = () => {
    if (chunk.length > 0) chunks.push(JSON.stringify(chunk))
    chunk = []
    size = 0
  }
  const add = (row: FileRow) => {
    const text = row.cells.join('\t')
    if (text === heading.cells.join('\t')) return
    broken ??= brokenIn(text, isWorkbook)
    if (count === 0 && !cleaner.isOwn && completed.takeUnits(row.cells)) return
    if (/^\t*[^\t]+\t*$/.test(text)) completed.addLine(row.cells)
    count += 1
    const used = cleaner.clean(row.cells.slice(0, headings.length))
    for (const [at, cell] of used.entries()) if (cell !== '') filled.add(at)
    const cells = used.map((cell) => firstCharacters(storable(cell), longestOf(cell)))
    const length = cells.reduce((sum, cell) => sum + cell.length, 0)
    cut += used.filter((cell, at) => cell.length > (cells[at]?.length ?? 0)).length
    size += length
    total += length
    chunk.push([row.position, cells, problemOf(row, headings), ...(row.held ? [row.held] : [])])
    if (chunk.length === CHUNK || size > CHUNK_TEXT) endChunk()
  }
  for (const [at, { cells }] of first.slice(0, index).entries())
    if (at + 1 < index || !completed.takeUnits(cells)) completed.addLine(cells)
  for (const row of first.slice(index + 1)) add(row)
  for (; !next.done && count <= maxRows && total <= FILE_LIMITS.text; next = rows.next())
    add(next.value)
  endChunk()
  if (total > FILE_LIMITS.text)
    return unreadable('The file has more than 60 MB of text when it is unpacked. Split it.')
  if (count > maxRows) {
    const advice = isWorkbook ? 'Save it as CSV or split it.' : 'Split it.'
    return unreadable(`The file has more than ${maxRows.toLocaleString('en-US')} rows. ${advice}`)
  }
  if (count === 0)
    return unreadable(`There are no rows below the headings in row ${heading.position}.`)
  const hidden = next.done ? next.value : 0
  const parts = hidden === 1 ? 'row or column' : 'rows and columns'
  const hiddenNotes =
    hidden > 0 ? [`${hidden.toLocaleString('en-US')} hidden ${parts} left out`] : []
  const most = LONGEST_CELL.toLocaleString('en-US')
  const cutNotes = cut > 0 ? [`${counted(cut, 'cell')} cut after ${most} characters`] : []
  const { isOwn } = cleaner
  const allNotes = [...notes, ...hiddenNotes, ...cutNotes, ...cleaner.notes()]
  const empty = headings.flatMap((_, at) => (filled.has(at) ? [] : [at]))
  const all = completed.headings()
  return { headings: all, empty, chunks, notes: allNotes, isWorkbook, isOwn, broken }
}

/** A broken word; in a workbook a letter that no word has is damaged by itself, and refuses its row. */
const brokenIn = (text: string, isWorkbook: boolean): string | null => {
  const word = brokenWord(text)
  return word !== null && (!isWorkbook || /\p{L}/u.test(word.replace('\ufffd', ''))) ? word : null
}

/** A cell as it is written: its paragraphs stay, for fields that have some. */
export const withLines = (text: string) => text.replaceAll(/\r\n?/g, '\n').trim()

/** An export puts a mark before a text like a formula, such as one that begins with a list. */
const longestOf = (cell: string) => LONGEST_CELL + (cell.startsWith("'") ? 1 : 0)

/** A text that the database can store. */
export const storable = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd')

function problemOf({ cells, problem }: FileRow, headings: string[]): string | null {
  const isLong = cells.slice(headings.length).some((cell) => cell !== '')
  if (isLong) return problem ?? 'The row has more cells than there are headings'
  const isDamaged = cells.some((cell) => cell !== storable(cell))
  return problem ?? (isDamaged ? 'A cell has a damaged character, shown as \ufffd' : null)
}

export const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`
