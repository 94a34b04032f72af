import { type CellObject, utils, type WorkBook, type WorkSheet } from '@e965/xlsx'
import { oneLine } from '#platform/clean-text.ts'
import type { Refusal } from '#platform/http/api/refusals.server.ts'
import { firstCharacters } from '#platform/text.ts'
import { rowsOf, type Separator } from '#shop/tables/cells.ts'
import type { HeldNumbers } from '#shop/tables/columns/read-cell.ts'
import { createFieldFinder, type TableField } from '#shop/tables/columns/table-fields.ts'
import {
  brokenWord,
  decodeAs,
  decodeText,
  type Encoding,
  encodings,
} from '#shop/tables/decode-text.ts'
import {
  heldNumbers,
  openWorkbook,
  sheetsOf,
  shownText,
  visibleRows,
} from '#shop/tables/spreadsheets/spreadsheet.server.ts'
import { createCellCleaner } from './clean-cells.ts'
import { FILE_LIMITS, LONGEST_CELL, NOT_READ } from './file-limits.ts'
import {
  completeHeadings,
  findSeparator,
  HEADING_ROWS,
  headingRow,
  type IsHeading,
} from './find-headings.ts'

/** A row of a file, by its number there, and what is wrong with it as a whole. */
type FileRow = {
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
type ReadRows = ReadFile & { chunks: string[]; isOwn: boolean; broken: string | null }
type RowLimits = { fields: TableField[]; maxRows: number }

type Wanted = {
  sheet: string | null
  /** Of a text; null to find it. */
  encoding?: Encoding | null
  /** Headings that were chosen by hand. */
  chosen: string[]
  fields: TableField[]
  /** The most rows, if fewer than an import has. */
  maxRows?: number
}

/** Why a file can't be read, in a sentence. */
export type UnreadableFile = Refusal<'unreadable'> & { problem: string }

const CHUNK = 500
/** The characters of a chunk, which is stored well within a lease. */
const CHUNK_TEXT = 500_000

const unreadable = (problem: string): UnreadableFile => ({ refused: 'unreadable', problem })

/**
 * Reads the table of a CSV, TSV or spreadsheet file. Yields its rows once all of them are read. Runs in a
 * worker.
 */
export async function* readTableFile(
  bytes: Uint8Array<ArrayBuffer>,
  wanted: Wanted,
): AsyncGenerator<string, ReadFile | UnreadableFile> {
  const read = readBytes(bytes, wanted)
  if ('refused' in read) return { ...read, problem: storable(read.problem) }
  const { chunks, isOwn, broken, ...file } = read
  if (broken !== null && !isOwn && !wanted.encoding) return unreadable(brokenText(broken, file))
  yield* chunks
  return file
}

function readBytes(bytes: Uint8Array<ArrayBuffer>, given: Wanted): ReadRows | UnreadableFile {
  const findField = createFieldFinder(given.fields)
  const isHeading = (cell: string) =>
    findField(cell) !== undefined || given.chosen.includes(oneLine(cell))
  if (bytes.length === 0) return unreadable('The file is empty.')
  const book = openWorkbook(bytes)
  if (!('refused' in book)) return readSheet(book, given, isHeading)
  if (book.refused === 'damaged') {
    const isEncrypted = Buffer.from(bytes).includes(Buffer.from('EncryptedPackage', 'utf16le'))
    return unreadable(
      isEncrypted
        ? 'The workbook is protected by a password. Save it without one.'
        : 'The workbook is damaged. Save it again, or as CSV.',
    )
  }
  const isPdf = Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-'
  const text = isPdf ? null : decodeText(bytes)
  if (text === null) return unreadable(NOT_READ)
  const decoded = given.encoding ? decodeAs(bytes, given.encoding) : text
  return readText(plainText(decoded), given, isHeading)
}

const brokenText = (word: string, { isWorkbook }: ReadFile) =>
  isWorkbook
    ? `Letters of the workbook are broken, as in “${word}”. Correct them in it, or export it again.`
    : `Letters of the text are broken, as in “${word}”. Choose its encoding: ${encodings.join(', ')}. If the letters are lost, save the file again as UTF-8.`

/** Line separators within cells are spaces: exports do not quote them. */
const plainText = (text: string) => text.replace(/^\ufeff/, '').replaceAll('\u2028', ' ')

function readText(
  text: string,
  { fields, maxRows = FILE_LIMITS.rows }: Wanted,
  isHeading: IsHeading,
): ReadRows | UnreadableFile {
  const [, declared] = /^sep=([\t;|,])[\r\n]+/.exec(text) ?? []
  const separator = (declared as Separator | undefined) ?? findSeparator(text, isHeading)
  let position = 0
  const rows = function* (): Generator<FileRow, number> {
    for (const { cells } of rowsOf(text, separator, withLines)) {
      position += 1
      if (cells.some((cell) => cell !== '') && !(position === 1 && declared))
        yield { position, cells, problem: null }
    }
    return 0
  }
  return readRows(rows(), isHeading, { fields, notes: [], isWorkbook: false, maxRows })
}

function readSheet(
  book: WorkBook,
  { fields, sheet: sheetName, maxRows = FILE_LIMITS.workbookRows }: Wanted,
  isHeading: IsHeading,
): ReadRows | UnreadableFile {
  const { visible, hiddenSheets } = sheetsOf(book)
  const filled = visible.filter(({ sheet }) => !visibleRows(sheet).next().done)
  const chosen = sheetName === null ? filled : filled.filter(({ name }) => name === sheetName)
  const names = filled.map(({ name }) => name).join(', ')
  const [first, ...others] = chosen
  if (!first) {
    const text = sheetName === null ? 'The workbook is empty.' : `There is no sheet ${sheetName}.`
    return unreadable(names === '' ? text : `${text} Choose one of: ${names}`)
  }
  if (others.length > 0)
    return unreadable(`The workbook has several sheets. Choose one of: ${names}`)
  const notes = hiddenSheets > 0 ? [`${counted(hiddenSheets, 'hidden sheet')} left out`] : []
  return readRows(sheetRows(first.sheet), isHeading, { fields, notes, isWorkbook: true, maxRows })
}

function* sheetRows(sheet: WorkSheet): Generator<FileRow, number> {
  const merges = sheet['!merges'] ?? []
  // Two more, so that a longer one is counted, and one with a mark is not.
  const textOf = (cell: CellObject | undefined) => shownText(cell, LONGEST_CELL + 2, withLines)
  const rows = visibleRows(sheet)
  let next = rows.next()
  for (; !next.done; next = rows.next()) {
    const { position, cells } = next.value
    const merged = merges.find(({ s, e }) => s.r < position && e.r >= position - 1)
    const problem = merged
      ? `The cells ${utils.encode_range(merged)} are merged: each row needs its own values`
      : null
    const texts = cells.map(textOf)
    yield { position, cells: texts, problem, held: heldNumbers(cells, texts) }
  }
  return next.value
}

/** Finds the headings and collects the rows below them. */
function readRows(
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
  let broken = brokenWord(heading.cells.join(' '))
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
    broken ??= brokenWord(text)
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
  for (const { cells } of first.slice(0, index)) completed.addLine(cells)
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

/** A cell as it is written: its paragraphs stay, for fields that have some. */
const withLines = (text: string) => text.replaceAll(/\r\n?/g, '\n').trim()

/** An export puts a mark before a text like a formula, such as one that begins with a list. */
const longestOf = (cell: string) => LONGEST_CELL + (cell.startsWith("'") ? 1 : 0)

/** A text that the database can store. */
const storable = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd')

function problemOf({ cells, problem }: FileRow, headings: string[]): string | null {
  const isLong = cells.slice(headings.length).some((cell) => cell !== '')
  if (isLong) return problem ?? 'The row has more cells than there are headings'
  const isDamaged = cells.some((cell) => cell !== storable(cell))
  return problem ?? (isDamaged ? 'A cell has a damaged character, shown as \ufffd' : null)
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`
