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

export type ReadFile = {
  headings: string[]
  empty: number[]
  notes: string[]
  isWorkbook: boolean
}

/** `chunks` are the rows below the headings, as JSON of some hundred each, because most are only stored. */
export type ReadRows = ReadFile & { chunks: string[]; isOwn: boolean; broken: string | null }
type RowLimits = { fields: TableField[]; maxRows: number }

export type UnreadableFile = Refusal<'unreadable'> & { problem: string }

const CHUNK = 500
/** The characters of a chunk, which is stored well within a lease. */
const CHUNK_TEXT = 500_000

export const unreadable = (problem: string): UnreadableFile => ({ refused: 'unreadable', problem })

export function readRows(
  rows: Generator<FileRow, undefined>,
  isHeading: IsHeading,
  { fields, notes, isWorkbook, maxRows }: Pick<ReadRows, 'notes' | 'isWorkbook'> & RowLimits,
): ReadRows | UnreadableFile {
  const first = Array.from({ length: HEADING_ROWS }, () => rows.next().value ?? []).flat()
  const index = headingRow(first, isHeading)
  const heading = first[index]
  if (!heading) return unreadable('No headings were found: the first row names the columns.')
  const headings = heading.cells.map((cell) => firstCharacters(oneLine(storable(cell)), 200))
  while (headings.at(-1) === '') headings.pop()
  const tooMany = `Row ${heading.position} has ${thousands(headings.length)} columns; at most ${FILE_LIMITS.columns} are read.`
  if (headings.length > FILE_LIMITS.columns) return unreadable(tooMany)
  const cleaner = createCellCleaner(headings, fields)
  const completed = completeHeadings(headings, fields)
  const collected = createChunks(headings, cleaner.clean)
  let broken = brokenIn(heading.cells.join(' '), isWorkbook)
  for (const [at, { cells }] of first.slice(0, index).entries())
    if (at + 1 < index || !completed.takeUnits(cells)) completed.addLine(cells)
  const { counts } = collected
  for (const row of chain(first.slice(index + 1), rows)) {
    const text = row.cells.join('\t')
    if (text === heading.cells.join('\t')) continue
    broken ??= brokenIn(text, isWorkbook)
    if (counts.rows === 0 && !cleaner.isOwn && completed.takeUnits(row.cells)) continue
    if (/^\t*[^\t]+\t*$/.test(text)) completed.addLine(row.cells)
    collected.add(row)
    if (counts.rows > maxRows) {
      const advice = isWorkbook ? 'Save it as CSV or split it.' : 'Split it.'
      return unreadable(`The file has more than ${thousands(maxRows)} rows. ${advice}`)
    }
    if (counts.text > FILE_LIMITS.text)
      return unreadable('The file has more than 60 MB of text when it is unpacked. Split it.')
  }
  if (counts.rows === 0) return unreadable(`There are no rows below the headings in row ${heading.position}.`)
  const { chunks, filled } = collected.finish()
  const cut = `${counted(counts.cut, 'cell')} cut after ${thousands(LONGEST_CELL)} characters`
  return {
    headings: completed.headings(),
    empty: headings.flatMap((_, at) => (filled.has(at) ? [] : [at])),
    chunks,
    notes: [...notes, ...(counts.cut > 0 ? [cut] : []), ...cleaner.notes()],
    isWorkbook,
    isOwn: cleaner.isOwn,
    broken,
  }
}

function* chain(first: FileRow[], others: Iterable<FileRow>) {
  yield* first
  yield* others
}

/** Collects rows as JSON, a chunk at a time, and counts what they have. */
function createChunks(headings: string[], clean: (cells: string[]) => string[]) {
  const filled = new Set<number>()
  const counts = { rows: 0, cut: 0, text: 0 }
  const chunks: string[] = []
  let chunk: unknown[] = []
  let size = 0
  const finish = () => {
    if (chunk.length > 0) chunks.push(JSON.stringify(chunk))
    chunk = []
    size = 0
    return { chunks, filled }
  }
  const add = (row: FileRow): void => {
    const used = clean(row.cells.slice(0, headings.length))
    const cells = used.map((cell) => firstCharacters(storable(cell), longestOf(cell)))
    for (const [at, cell] of cells.entries()) {
      if (cell !== '') filled.add(at)
      if ((used[at]?.length ?? 0) > cell.length) counts.cut += 1
      size += cell.length
      counts.text += cell.length
    }
    counts.rows += 1
    chunk.push([row.position, cells, problemOf(row, headings), ...(row.held ? [row.held] : [])])
    if (chunk.length === CHUNK || size > CHUNK_TEXT) finish()
  }
  return { add, finish, counts }
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

export const storable = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd')

function problemOf({ cells, problem }: FileRow, headings: string[]): string | null {
  const isLong = cells.slice(headings.length).some((cell) => cell !== '')
  if (isLong) return problem ?? 'The row has more cells than there are headings'
  const isDamaged = cells.some((cell) => cell !== storable(cell))
  return problem ?? (isDamaged ? 'A cell has a damaged character, shown as \ufffd' : null)
}

export const thousands = (count: number) => count.toLocaleString('en-US')

export const counted = (count: number, what: string) => `${thousands(count)} ${what}${count === 1 ? '' : 's'}`
