import { type CellObject, utils, type WorkBook, type WorkSheet } from '@e965/xlsx'
import { oneLine } from '#platform/clean-text.ts'
import { rowsOf, type Separator } from '#shop/tables/cells.ts'
import { createFieldFinder, type TableField } from '#shop/tables/columns/table-fields.ts'
import { decodeAs, decodeText, type Encoding, encodings } from '#shop/tables/decode-text.ts'
import {
  heldNumbers,
  hiddenParts,
  isStruck,
  openWorkbook,
  sheetsOf,
  shownText,
  visibleRows,
} from '#shop/tables/spreadsheets/spreadsheet.server.ts'
import {
  counted,
  type FileRow,
  type ReadFile,
  type ReadRows,
  readRows,
  storable,
  thousands,
  type UnreadableFile,
  unreadable,
  withLines,
} from './collect-rows.server.ts'
import { FILE_LIMITS, LONGEST_CELL, NOT_READ } from './file-limits.ts'
import { findSeparator, type IsHeading } from './find-headings.ts'

type Wanted = {
  sheet: string | null
  /** Of a text; null to find it. */
  encoding?: Encoding | null
  chosen: string[]
  fields: TableField[]
  /** The most rows, if fewer than an import has. */
  maxRows?: number
}

/** Reads the table of a CSV, TSV or spreadsheet file. Yields its rows once all of them are read. Runs in a worker. */
export async function* readTableFile(
  bytes: Uint8Array<ArrayBuffer>,
  wanted: Wanted,
): AsyncGenerator<string, ReadFile | UnreadableFile> {
  const read = readBytes(bytes, wanted)
  if ('refused' in read) return unreadable(storable(read.problem))
  const { chunks, isOwn, broken, ...file } = read
  if (broken !== null && !isOwn && !wanted.encoding) return unreadable(storable(brokenText(broken, file)))
  yield* chunks
  return file
}

function readBytes(bytes: Uint8Array<ArrayBuffer>, given: Wanted): ReadRows | UnreadableFile {
  const findField = createFieldFinder(given.fields)
  const isHeading = (cell: string) => findField(cell) !== undefined || given.chosen.includes(oneLine(cell))
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
  const rows = function* (): Generator<FileRow, undefined> {
    for (const { cells } of rowsOf(text, separator, withLines)) {
      position += 1
      if (cells.some((cell) => cell !== '') && !(position === 1 && declared))
        yield { position, cells, problem: null }
    }
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
  const names = filled.map(({ name }) => `“${name}”`).join(', ')
  const [first, ...others] = chosen
  if (!first) {
    const text = sheetName === null ? 'The workbook is empty.' : `There is no sheet ${sheetName}.`
    return unreadable(names === '' ? text : `${text} Choose one of: ${names}`)
  }
  if (others.length > 0) return unreadable(`The workbook has several sheets. Choose one of: ${names}`)
  const hidden = hiddenParts(first.sheet)
  const parts = hidden === 1 ? 'row or column' : 'rows and columns'
  const notes = [
    ...(hiddenSheets > 0 ? [`${counted(hiddenSheets, 'hidden sheet')} left out`] : []),
    ...(hidden > 0 ? [`${thousands(hidden)} hidden ${parts} left out`] : []),
  ]
  return readRows(sheetRows(first.sheet), isHeading, { fields, notes, isWorkbook: true, maxRows })
}

const STRUCK_OUT = 'A cell is struck out: remove the stroke, or the row'

function* sheetRows(sheet: WorkSheet): Generator<FileRow, undefined> {
  const merges = sheet['!merges'] ?? []
  // Two more, so that a longer one is counted, and one with a mark is not.
  const textOf = (cell: CellObject | undefined) => shownText(cell, LONGEST_CELL + 2, withLines)
  for (const { position, cells } of visibleRows(sheet)) {
    const merged = merges.find(({ s, e }) => s.r < position && e.r >= position - 1)
    const problem = merged
      ? `The cells ${utils.encode_range(merged)} are merged: each row needs its own values`
      : null
    const texts = cells.map(textOf)
    const struck = cells.some((cell, at) => isStruck(cell) && texts[at]) ? STRUCK_OUT : null
    yield { position, cells: texts, problem: problem ?? struck, held: heldNumbers(cells, texts) }
  }
}
