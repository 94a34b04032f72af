import { type CellObject, CFB, read, utils, type WorkBook, type WorkSheet } from '@e965/xlsx'
import type { Refusal } from '#platform/http/api/refusals.server.ts'
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
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const beginning = file.toString('latin1', 0, 100).trimStart()
  if (!SIGNATURES.some((signature) => beginning.startsWith(signature)))
    return { refused: 'unsupported-type' }
  try {
    const options = { dense: true, cellStyles: true, sheetStubs: true } as const
    const book = read(withStyles(file), options)
    if (book.bookType === 'ods' || book.bookType === 'fods') markHidden(book, file)
    return sheetsOf(book, longest)
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

function sheetsOf({ SheetNames, Sheets, Workbook }: WorkBook, longest: number): Sheets {
  const isHidden = (index: number) => (Workbook?.Sheets?.[index]?.Hidden ?? 0) > 0
  const worksheets = SheetNames.flatMap((name, index) => {
    const sheet = Sheets[name]
    // Tabs with charts or macros have no cells.
    return sheet?.['!ref'] ? { name, sheet, isHidden: isHidden(index) } : []
  })
  const visible = worksheets.filter(({ isHidden }) => !isHidden)
  const sheets = visible.map(({ name, sheet }) => ({
    name: name.slice(0, LONGEST_CELL),
    ...textOf(sheet, longest),
  }))
  return {
    sheets: sheets.filter(({ text }) => text.trim() !== '').slice(0, MAX_SHEETS),
    hiddenSheets: worksheets.length - visible.length,
  }
}

function textOf(sheet: WorkSheet, longest: number): { text: string; hidden: number } {
  const rows = sheet['!data'] ?? []
  const { s: start, e: end } = utils.decode_range(sheet['!ref'] ?? 'A1')
  const columns = Array.from({ length: end.c - start.c + 1 }, (_, index) => start.c + index)
  const visible = columns.filter((column) => !sheet['!cols']?.[column]?.hidden)
  const hasCells = (row: CellObject[] | undefined) => row?.some((cell) => cellText(cell) !== '')
  const isHiddenColumn = (column: number) => rows.some((row) => cellText(row?.[column]) !== '')
  let hidden = columns.filter(
    (column) => !visible.includes(column) && isHiddenColumn(column),
  ).length
  let text = ''
  for (const [index, row] of rows.entries()) {
    if (text.length > longest) break
    if (!hasCells(row)) continue
    if (sheet['!rows']?.[index]?.hidden) hidden += 1
    else text += `${visible.map((column) => cellText(row?.[column])).join('\t')}\n`
  }
  return { text: text.slice(0, longest), hidden }
}

/** A cell as its format shows it, but a number without thousands separators. */
function cellText(cell: CellObject | undefined): string {
  if (!cell) return ''
  const shown = (cell.w ?? String(cell.v ?? '')).replace(/\s+/g, ' ').trim()
  // A formula that no program has calculated yet.
  if (cell.t === 'z') return cell.f === undefined ? '' : '#N/A'
  if (cell.t === 'n' && /^-?(?:0|[1-9][\d,]*)(?:\.\d+)?$/.test(shown)) return numberText(shown)
  return shown.slice(0, LONGEST_CELL)
}

/** Three decimals could be taken for thousands: 1.125 becomes 1.1250. */
function numberText(shown: string): string {
  const text = shown.replaceAll(',', '')
  return /\.\d{3}$/.test(text) ? `${text}0` : text
}
