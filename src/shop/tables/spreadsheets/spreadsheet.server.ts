import { type CellObject, CFB, read, utils, type WorkBook, type WorkSheet } from '@e965/xlsx'
import { oneLine } from '#platform/clean-text.ts'
import type { Refusal } from '#platform/http/api/refusals.server.ts'
import { firstCharacters } from '#platform/text.ts'
import { markHidden } from './ods-visibility.server.ts'

/**
 * A sheet of a workbook as a person sees it, as text: a line for each row, tabs between its cells.
 * `hidden` are the rows and columns that are left out.
 */
export type Sheet = { name: string; text: string; hidden: number }

/** The visible sheets that have text, and the number of hidden ones. */
export type Sheets = { sheets: Sheet[]; hiddenSheets: number }

/** Why a file can't be read as a workbook. */
export type SpreadsheetRefusal = Refusal<'unsupported-type' | 'damaged'>

// ZIP (.xlsx, .xlsb, .ods), the older binary form (.xls), and XML or HTML that other programs write.
const SIGNATURES = ['PK\u0003\u0004', '\xd0\xcf\x11\xe0', '<', '\xef\xbb\xbf<']
const MAX_SHEETS = 20
const LONGEST_CELL = 500

/** Reads the visible sheets of a workbook, each cut after `longest` characters. */
export async function readSpreadsheet(
  bytes: Uint8Array,
  longest: number,
): Promise<Sheets | SpreadsheetRefusal> {
  const book = openWorkbook(bytes)
  if ('refused' in book) return book
  const { visible, hiddenSheets } = sheetsOf(book)
  const sheets = visible.map(({ name, sheet }) => ({ name, ...textOf(sheet, longest) }))
  return {
    sheets: sheets.filter(({ text }) => text.trim() !== '').slice(0, MAX_SHEETS),
    hiddenSheets,
  }
}

/** Opens a workbook; refused when it is damaged, protected by a password or something else. */
export function openWorkbook(bytes: Uint8Array): WorkBook | SpreadsheetRefusal {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const beginning = file.toString('latin1', 0, 100).trimStart()
  if (!SIGNATURES.some((signature) => beginning.startsWith(signature)))
    return { refused: 'unsupported-type' }
  try {
    const options = { dense: true, cellStyles: true, sheetStubs: true } as const
    const book = read(withStyles(file), options)
    if (book.bookType === 'ods' || book.bookType === 'fods') markHidden(book, file)
    return book
  } catch {
    return { refused: 'damaged' }
  }
}

/** Adds the type of the part with the formats of cells, which some programs leave out. */
function withStyles(file: Buffer): Buffer {
  if (!file.includes('xl/styles.xml')) return file
  const zip = CFB.read(file, { type: 'buffer' })
  const types = CFB.find(zip, '/[Content_Types].xml')
  const text = types && Buffer.from(types.content as Uint8Array).toString('utf8')
  if (!types || !text || text.includes('.styles+xml')) return file
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml'
  types.content = Buffer.from(
    text.replace('</Types>', `<Override PartName="/xl/styles.xml" ContentType="${type}"/></Types>`),
  )
  return Buffer.from(CFB.write(zip, { type: 'buffer', fileType: 'zip' } as never))
}

/** Returns the visible sheets that have cells, and the number of hidden ones. */
export function sheetsOf({ SheetNames, Sheets, Workbook }: WorkBook) {
  const isHidden = (index: number) => (Workbook?.Sheets?.[index]?.Hidden ?? 0) > 0
  const worksheets = SheetNames.flatMap((name, index) => {
    const sheet = Sheets[name]
    // Tabs with charts or macros have no cells.
    const isSheet = sheet?.['!ref'] !== undefined
    return isSheet
      ? { name: firstCharacters(name, LONGEST_CELL), sheet, isHidden: isHidden(index) }
      : []
  })
  const visible = worksheets.filter(({ isHidden }) => !isHidden)
  return { visible, hiddenSheets: worksheets.length - visible.length }
}

/**
 * Yields the visible rows of a sheet that have cells, with their visible columns; returns the number of
 * rows and columns that are hidden. `position` counts from 1, as spreadsheets do.
 */
export function* visibleRows(
  sheet: WorkSheet,
): Generator<{ position: number; cells: (CellObject | undefined)[] }, number> {
  const rows = sheet['!data'] ?? []
  const { s: start, e: end } = utils.decode_range(sheet['!ref'] ?? 'A1')
  const columns = Array.from({ length: end.c - start.c + 1 }, (_, index) => start.c + index)
  const visible = columns.filter((column) => !sheet['!cols']?.[column]?.hidden)
  const hasCells = (row: CellObject[] | undefined) => row?.some((cell) => cellText(cell) !== '')
  const isHiddenColumn = (column: number) => rows.some((row) => cellText(row?.[column]) !== '')
  let hidden = columns.filter(
    (column) => !visible.includes(column) && isHiddenColumn(column),
  ).length
  for (const [index, row] of rows.entries()) {
    if (!hasCells(row)) continue
    if (sheet['!rows']?.[index]?.hidden) hidden += 1
    else yield { position: index + 1, cells: visible.map((column) => row?.[column]) }
  }
  return hidden
}

function textOf(sheet: WorkSheet, longest: number): { text: string; hidden: number } {
  const rows = visibleRows(sheet)
  let text = ''
  let next = rows.next()
  for (; !next.done; next = rows.next()) {
    // Hidden rows are counted to the end.
    if (text.length <= longest) text += `${next.value.cells.map(cellText).join('\t')}\n`
  }
  return { text: firstCharacters(text, longest), hidden: next.value }
}

/** A cell as its format shows it; a number without thousands separators, or exponent. */
export function shownText(cell: CellObject | undefined, longest: number, tidy = oneLine): string {
  if (!cell) return ''
  const shown = tidy(cell.w ?? String(cell.v ?? ''))
  // A formula that no program has calculated yet.
  if (cell.t === 'z') return cell.f === undefined ? '' : '#N/A'
  if (cell.t !== 'n') return firstCharacters(shown, longest)
  if (/^-?(?:0|[1-9][\d,]*)(?:\.\d+)?$/.test(shown)) return shown.replaceAll(',', '')
  // A long number such as a GTIN in a column of the standard format.
  return /^\d(?:\.\d+)?E\+\d+$/.test(shown) ? String(cell.v) : shown
}

/** The same for a text in which three decimals could be taken for thousands: 1.125 becomes 1.1250. */
function cellText(cell: CellObject | undefined): string {
  const text = shownText(cell, LONGEST_CELL)
  return cell?.t === 'n' && /^-?\d+\.\d{3}$/.test(text) ? `${text}0` : text
}
