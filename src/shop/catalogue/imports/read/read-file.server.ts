import { type CellObject, utils, type WorkSheet } from '@e965/xlsx'
import type { Refusal } from '#platform/http/api/refusals.server.ts'
import {
  openWorkbook,
  sheetsOf,
  shownText,
  visibleRows,
} from '#platform/spreadsheets/spreadsheet.server.ts'
import { rowsOf, type Separator } from '#platform/tables/cells.ts'
import { decodeText } from '#platform/tables/decode-text.ts'
import { createFieldFinder, type ImportField } from '#shop/catalogue/imports/store/import-fields.ts'
import {
  IMPORT_LIMITS,
  LONGEST_CELL,
  NOT_READ,
} from '#shop/catalogue/imports/store/import-limits.ts'

type IsHeading = (cell: string) => boolean

/** A row of a file, by its number there, and what is wrong with it as a whole. */
type FileRow = { position: number; cells: string[]; problem: string | null }

/** The rows below the headings, as JSON of some hundred each, because most are only stored. */
export type ReadFile = {
  headings: string[]
  chunks: string[]
  notes: string[]
  /** Whether the file is a workbook, whose numbers have a decimal point. */
  isWorkbook: boolean
}

/** Why a file can't be read, in a sentence. */
export type UnreadableFile = Refusal<'unreadable'> & { problem: string }

const SEPARATORS: readonly Separator[] = ['\t', ';', '|', ',']
const HEADING_ROWS = 30
const CHUNK = 500

const unreadable = (problem: string): UnreadableFile => ({ refused: 'unreadable', problem })

/**
 * Reads the table of a CSV, TSV or spreadsheet file. `chosen` are headings that were chosen by hand.
 * Runs in a worker.
 */
export async function readImportFile(
  bytes: Uint8Array<ArrayBuffer>,
  given: { sheet: string | null; chosen: string[]; fields: ImportField[] },
): Promise<ReadFile | UnreadableFile> {
  const findField = createFieldFinder(given.fields)
  const isHeading = (cell: string) => findField(cell) !== undefined || given.chosen.includes(cell)
  if (bytes.length === 0) return unreadable('The file is empty.')
  const book = openWorkbook(bytes)
  if (!('refused' in book)) return readSheet(sheetsOf(book), given.sheet, isHeading)
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
  return text === null ? unreadable(NOT_READ) : readText(plainText(text), isHeading)
}

/** Line separators within cells are spaces: exports do not quote them. */
const plainText = (text: string) => text.replace(/^\ufeff/, '').replaceAll('\u2028', ' ')

function readText(text: string, isHeading: IsHeading): ReadFile | UnreadableFile {
  const [, declared] = /^sep=([\t;|,])[\r\n]+/.exec(text) ?? []
  const separator = (declared as Separator | undefined) ?? findSeparator(text, isHeading)
  let position = 0
  const rows = function* (): Generator<FileRow, number> {
    for (const { cells } of rowsOf(text, separator)) {
      position += 1
      if (cells.some((cell) => cell !== '') && !(position === 1 && declared))
        yield { position, cells, problem: null }
    }
    return 0
  }
  return readRows(rows(), isHeading, { notes: [], isWorkbook: false })
}

/** The separator under which the first rows have the most known headings, or else the most cells. */
function findSeparator(text: string, isHeading: IsHeading): Separator {
  const beginning = text.slice(0, 100_000)
  const scores = SEPARATORS.map((separator) => {
    const rows = [...rowsOf(beginning, separator)].slice(0, HEADING_ROWS).map(({ cells }) => cells)
    const most = Math.max(0, ...rows.map((cells) => knownIn(cells, isHeading)))
    const width = Math.max(0, ...rows.map((cells) => cells.length))
    return { separator, score: most * 1000 + width }
  })
  return scores.sort((a, b) => b.score - a.score)[0]?.separator ?? ','
}

function readSheet(
  { visible, hiddenSheets }: ReturnType<typeof sheetsOf>,
  sheetName: string | null,
  isHeading: IsHeading,
): ReadFile | UnreadableFile {
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
  return readRows(sheetRows(first.sheet), isHeading, { notes, isWorkbook: true })
}

function* sheetRows(sheet: WorkSheet): Generator<FileRow, number> {
  const merges = sheet['!merges'] ?? []
  const textOf = (cell: CellObject | undefined) => shownText(cell, LONGEST_CELL)
  const rows = visibleRows(sheet)
  let next = rows.next()
  for (; !next.done; next = rows.next()) {
    const { position, cells } = next.value
    const merged = merges.find(({ s, e }) => s.r < position && e.r >= position - 1)
    const problem = merged
      ? `The cells ${utils.encode_range(merged)} are merged: each row needs its own values`
      : null
    yield { position, cells: cells.map(textOf), problem }
  }
  return next.value
}

/** Finds the headings and collects the rows below them. */
function readRows(
  rows: Generator<FileRow, number>,
  isHeading: IsHeading,
  { notes, isWorkbook }: Pick<ReadFile, 'notes' | 'isWorkbook'>,
): ReadFile | UnreadableFile {
  const maxRows = isWorkbook ? IMPORT_LIMITS.workbookRows : IMPORT_LIMITS.rows
  const first: FileRow[] = []
  let next = rows.next()
  for (; !next.done && first.length < HEADING_ROWS; next = rows.next()) first.push(next.value)
  const index = headingRow(first, isHeading)
  const heading = first[index]
  if (!heading) return unreadable('No headings were found: the first row names the columns.')
  const headings = heading.cells.map((cell) => cell.slice(0, 200))
  while (headings.at(-1) === '') headings.pop()
  if (headings.length > IMPORT_LIMITS.columns) {
    const headingCount = headings.length.toLocaleString('en-US')
    return unreadable(
      `Row ${heading.position} has ${headingCount} columns; at most ${IMPORT_LIMITS.columns} are read.`,
    )
  }
  const chunks: string[] = []
  let chunk: unknown[] = []
  let count = 0
  const add = (row: FileRow) => {
    const isRepeated = row.cells.join('\t') === heading.cells.join('\t')
    if (isRepeated || count > maxRows) return
    count += 1
    chunk.push([row.position, row.cells.slice(0, headings.length), problemOf(row, headings)])
    if (chunk.length === CHUNK) {
      chunks.push(JSON.stringify(chunk))
      chunk = []
    }
  }
  for (const row of first.slice(index + 1)) add(row)
  for (; !next.done; next = rows.next()) add(next.value)
  if (chunk.length > 0) chunks.push(JSON.stringify(chunk))
  if (count > maxRows) {
    const [most, advice] = [
      maxRows.toLocaleString('en-US'),
      isWorkbook ? 'Save it as CSV or split it.' : 'Split it.',
    ]
    return unreadable(`The file has more than ${most} rows. ${advice}`)
  }
  if (count === 0)
    return unreadable(`There are no rows below the headings in row ${heading.position}.`)
  const hidden = next.value
  const parts = hidden === 1 ? 'row or column' : 'rows and columns'
  const hiddenNotes =
    hidden > 0 ? [`${hidden.toLocaleString('en-US')} hidden ${parts} left out`] : []
  return { headings, chunks, notes: [...notes, ...hiddenNotes], isWorkbook }
}

function problemOf({ cells, problem }: FileRow, headings: string[]): string | null {
  const isLong = cells.slice(headings.length).some((cell) => cell !== '')
  return problem ?? (isLong ? 'The row has more cells than there are headings' : null)
}

/** The index of the row with the most known headings; without any, the first row of several cells. */
function headingRow(rows: FileRow[], isHeading: IsHeading): number {
  const counts = rows.map(({ cells }) => knownIn(cells, isHeading))
  const most = Math.max(0, ...counts)
  if (most > 0) return counts.indexOf(most)
  return rows.findIndex(({ cells }) => cells.filter((cell) => cell !== '').length > 1)
}

const knownIn = (cells: string[], isHeading: IsHeading) =>
  cells.filter((cell) => isHeading(cell)).length

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`
