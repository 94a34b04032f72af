import { type CellObject, CFB, read, SSF, utils, type WorkBook, type WorkSheet } from '@e965/xlsx'
import { oneLine } from '#platform/clean-text.ts'
import type { Refusal } from '#platform/http/api/refusals.server.ts'
import { firstCharacters } from '#platform/text.ts'
import { type HeldNumbers, isOther, shownNumber } from '#shop/tables/columns/read-cell.ts'
import { decodeText, isWrittenWorkbook } from '#shop/tables/decode-text.ts'
import { markHidden } from './ods-visibility.server.ts'

/** A sheet as a person sees it: lines of tabbed cells, and the rows and columns left out as `hidden`. */
export type Sheet = { name: string; text: string; hidden: number }

/** The visible sheets that have text, and the number of hidden ones. */
export type Sheets = { sheets: Sheet[]; hiddenSheets: number }

export type SpreadsheetRefusal = Refusal<'unsupported-type' | 'damaged'>

// ZIP (.xlsx, .xlsb, .ods), and the older binary form (.xls).
const SIGNATURES = ['PK\u0003\u0004', '\xd0\xcf\x11\xe0']
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
  const isBinary = SIGNATURES.includes(file.toString('latin1', 0, 4))
  const text = isBinary ? null : (decodeText(new Uint8Array(file))?.replace(/^\ufeff/, '') ?? '')
  if (text !== null && !isWrittenWorkbook(text)) return { refused: 'unsupported-type' }
  try {
    // Cells of HTML are texts, which the library would read as English numbers.
    const options = { dense: true, cellStyles: true, sheetStubs: true, raw: true } as const
    // As `string`, the library would decode DIF and SYLK once more.
    const type = text?.trimStart().startsWith('<') ? 'string' : 'binary'
    const book = text === null ? read(withStyles(file), options) : read(text, { ...options, type })
    if (book.bookType === 'ods' || book.bookType === 'fods') markHidden(book, file)
    return book
  } catch {
    return { refused: 'damaged' }
  }
}

const STYLES = 'application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml'

/**
 * Adds the type of the part with the formats of cells, which some programs leave out, and fills struck cells,
 * because the library reads fills, and no fonts.
 */
function withStyles(file: Buffer): Buffer {
  if (!file.includes('xl/styles.xml')) return file
  const zip = CFB.read(file, { type: 'buffer' })
  const change = (part: string, changed: (text: string) => string): boolean => {
    const entry = CFB.find(zip, part)
    const text = entry ? Buffer.from(entry.content as Uint8Array).toString('utf8') : ''
    const next = changed(text)
    if (entry && next !== text) entry.content = Buffer.from(next)
    return next !== text
  }
  const override = `<Override PartName="/xl/styles.xml" ContentType="${STYLES}"/></Types>`
  const isChanged = [
    change('/[Content_Types].xml', (text) =>
      text.includes('.styles+xml') ? text : text.replace('</Types>', override),
    ),
    change('/xl/styles.xml', fillStruck),
  ]
  if (!isChanged.includes(true)) return file
  return Buffer.from(CFB.write(zip, { type: 'buffer', fileType: 'zip' } as never))
}

/** The colour of a fill that stands for a line through a text. */
const STRUCK = '01572C'

function fillStruck(styles: string): string {
  const [fonts = ''] = /<fonts\b[\s\S]*?<\/fonts>/.exec(styles) ?? []
  const struck = fonts
    .split(/<font\b/)
    .slice(1)
    .flatMap((font, at) => (/<strike(?! val="(?:0|false)")/.test(font) ? [`${at}`] : []))
  const [fills = ''] = /<fills\b[\s\S]*?<\/fills>/.exec(styles) ?? []
  const fill = fills.split(/<fill\b/).length - 1
  if (struck.length === 0 || fills === '') return styles
  const added = `<fill><patternFill patternType="solid"><fgColor rgb="FF${STRUCK}"/></patternFill></fill></fills>`
  return styles.replace('</fills>', added).replace(/<cellXfs\b[\s\S]*?<\/cellXfs>/, (formats) =>
    formats.replace(/<xf\b[^>]*>/g, (format) => {
      const font = /fontId="(\d+)"/.exec(format)?.[1] ?? ''
      return struck.includes(font) ? format.replace(/fillId="\d+"/, `fillId="${fill}"`) : format
    }),
  )
}

/** Returns the visible sheets that have cells, and the number of hidden ones. */
export function sheetsOf({ SheetNames, Sheets, Workbook }: WorkBook) {
  const isHidden = (index: number) => (Workbook?.Sheets?.[index]?.Hidden ?? 0) > 0
  const worksheets = SheetNames.flatMap((name, index) => {
    const sheet = Sheets[name]
    // Tabs with charts or macros have no cells.
    const isSheet = sheet?.['!ref'] !== undefined
    return isSheet ? { name: firstCharacters(name, LONGEST_CELL), sheet, isHidden: isHidden(index) } : []
  })
  const visible = worksheets.filter(({ isHidden }) => !isHidden)
  return { visible, hiddenSheets: worksheets.length - visible.length }
}

/** Yields the visible rows of a sheet that have cells, with their visible columns; `position` counts from 1. */
export function* visibleRows(
  sheet: WorkSheet,
): Generator<{ position: number; cells: (CellObject | undefined)[] }> {
  const visible = columnsOf(sheet).filter((column) => !sheet['!cols']?.[column]?.hidden)
  for (const [index, row] of (sheet['!data'] ?? []).entries())
    if (hasCells(row) && !sheet['!rows']?.[index]?.hidden)
      yield { position: index + 1, cells: visible.map((column) => row?.[column]) }
}

export function hiddenParts(sheet: WorkSheet): number {
  const rows = sheet['!data'] ?? []
  const isHidden = (column: number) =>
    sheet['!cols']?.[column]?.hidden && rows.some((row) => cellText(row?.[column]) !== '')
  const hidden = rows.filter((row, index) => sheet['!rows']?.[index]?.hidden && hasCells(row))
  return hidden.length + columnsOf(sheet).filter(isHidden).length
}

function columnsOf(sheet: WorkSheet): number[] {
  const { s: start, e: end } = utils.decode_range(sheet['!ref'] ?? 'A1')
  return Array.from({ length: end.c - start.c + 1 }, (_, index) => start.c + index)
}

const hasCells = (row: CellObject[] | undefined) => row?.some((cell) => cellText(cell) !== '')

function textOf(sheet: WorkSheet, longest: number): { text: string; hidden: number } {
  let text = ''
  for (const { cells } of visibleRows(sheet)) {
    if (text.length > longest) break
    text += `${cells.map(cellText).join('\t')}\n`
  }
  return { text: firstCharacters(text, longest), hidden: hiddenParts(sheet) }
}

/** What a format shows that the library does not know: dates with points. */
function shownBy({ t, z = '', v }: CellObject): string {
  if (t !== 'n' || z === '' || z === 'General') return String(v ?? '')
  try {
    return SSF.format(String(z).replace(/(?<=[dmy])\.(?=[dmy])/gi, '\\.'), v)
  } catch {
    return '#N/A'
  }
}

/** A cell as its format shows it; a number without thousands separators, or exponent. */
export function shownText(cell: CellObject | undefined, longest: number, tidy = oneLine): string {
  if (!cell) return ''
  const shown = tidy(cell.w ?? shownBy(cell))
  // A formula that no program has calculated yet.
  if (cell.t === 'z') return cell.f === undefined ? '' : '#N/A'
  if (cell.t !== 'n') return firstCharacters(shown, longest)
  // How accounting shows nothing.
  if (cell.v === 0 && /^[-–—\s$]+$/.test(shown)) return '0'
  if (/^-?(?:0|[1-9][\d,]*)(?:\.\d+)?$/.test(shown)) return shown.replaceAll(',', '')
  // A long number such as a GTIN in a column of the standard format.
  return /^\d(?:\.\d+)?E\+\d+$/.test(shown) ? String(cell.v) : shown
}

/** The numbers of cells that show others, or have decimals; undefined without any. */
export function heldNumbers(
  cells: readonly (CellObject | undefined)[],
  texts: readonly string[],
): HeldNumbers | undefined {
  const held = cells.flatMap((cell, at) => {
    if (cell?.t !== 'n' || typeof cell.v !== 'number') return []
    const shown = texts[at] ?? ''
    const value = Number((shown.endsWith('%') ? cell.v * 100 : cell.v).toFixed(6))
    const number = shownNumber(shown)
    if (isOther(shown, value)) return [[at, String(value)]]
    return number !== null && shown.includes('.') ? [[at, String(number)]] : []
  })
  return held.length > 0 ? Object.fromEntries(held) : undefined
}

export const isStruck = (cell: CellObject | undefined) => cell?.s?.fgColor?.rgb === STRUCK

/** The same for a text: with the number that it holds, if it shows another one, 1.125, which could be thousands, as 1.1250, and ~~struck~~. */
function cellText(cell: CellObject | undefined): string {
  const text = shownText(cell, LONGEST_CELL)
  const held = cell && heldNumbers([cell], [text])?.[0]
  if (isStruck(cell) && text !== '') return `~~${text}~~`
  if (held !== undefined && isOther(text, Number(held))) return `${text}≠${held}`
  return cell?.t === 'n' && /^-?\d+\.\d{3}$/.test(text) ? `${text}0` : text
}
