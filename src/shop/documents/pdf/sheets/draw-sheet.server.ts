import { drawLetterhead, type Letterhead, MARK_SIZE } from '#shop/documents/pdf/draw-head.server.ts'
import { drawBlocks, MARGIN, numberPages, rule, SMALL, textWidth } from '#shop/documents/pdf/page.server.ts'
import { type PdfFile, renderFile } from '#shop/documents/pdf/pdf-file.server.ts'
import { type Codes, loadCodes } from './draw-code.server.ts'

/** A column of a sheet's table; widths are shares of what is left by those with points. */
type Column = { name: string; points?: number; align?: 'right' }

/** A paper for the warehouse or for the shipment: a heading with its codes, blocks of text, a table. */
export type Sheet = {
  title: string
  paper: 'A4' | 'LETTER'
  /** Its number as Code 128, and the URL of its page as QR code. */
  code?: { text: string; url: string }
  /** Side by side, each with a heading. */
  blocks: [heading: string, ...lines: string[]][]
  tables: { columns: Column[]; rows: string[][]; sum?: string[] }[]
  notes: string[]
}

export function textsOf({ title, blocks, tables, notes }: Sheet): string[] {
  const cells = tables.flatMap(({ rows, sum = [] }) => [...rows.flat(), ...sum])
  return [title, ...blocks.flat(), ...cells, ...notes]
}

export async function renderSheets(sheets: Sheet[], at: Date, letterhead: Letterhead): Promise<Buffer> {
  const title = sheets[0]?.title ?? ''
  const codes = await loadCodes()
  const options = { autoFirstPage: false }
  const texts = [letterhead.shop, ...sheets.flatMap(textsOf)]
  return renderFile({ title, at, texts, options }, (file) => {
    for (const sheet of sheets) drawSheet(file, codes, sheet, letterhead)
  })
}

const FOOTER = 32
const QR = 76
const BARCODE = { width: 150, height: 36 }
const TEXT = 10
const NOTE = 40
const AFTER_TABLE = 14
const BLOCKS = { gap: 20, size: TEXT, headingColor: 'black', spaceBelow: 1 }
/** How many rows at least stand above the sum and the notes on their page. */
const KEPT_WITH_SUM = 2

/** Draws a sheet on new pages, which are numbered. */
function drawSheet(file: PdfFile, codes: Codes, sheet: Sheet, letterhead: Letterhead): void {
  const { doc, root, printable } = file
  addPage(file, sheet)
  const { start } = doc.bufferedPageRange()
  const first = start + doc.bufferedPageRange().count - 1
  const width = textWidth(doc)
  const titleWidth = sheet.code ? width - QR - BARCODE.width - 24 : width
  drawLetterhead(file, letterhead, titleWidth)
  root.add(
    doc.struct('H1', {}, () => {
      doc
        .font('bold')
        .fontSize(16)
        .text(printable(sheet.title), MARGIN, MARGIN + MARK_SIZE + 12, { width: titleWidth })
    }),
  )
  const afterTitle = doc.y
  if (sheet.code) drawCodes(file, codes, sheet.code)
  const top = Math.max(afterTitle, sheet.code ? MARGIN + QR : 0) + 14
  const blocks = sheet.blocks.map(([heading, ...lines]) => ({ heading, lines }))
  drawBlocks(file, blocks, top, BLOCKS)
  doc.y += 16
  for (const table of sheet.tables) drawTable(file, sheet, table)
  for (const note of sheet.notes) {
    makeRoom(file, sheet, NOTE)
    root.add(
      doc.struct('P', {}, () => {
        doc.font('regular').fontSize(SMALL)
        doc.text(printable(note), MARGIN, doc.y + 12, { width })
      }),
    )
  }
  numberPages(doc, printable(sheet.title), first)
}

function addPage({ doc }: PdfFile, { paper }: Sheet): void {
  const margins = { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOTER }
  doc.addPage({ size: paper, margins })
}

function drawCodes({ doc, root }: PdfFile, codes: Codes, { text, url }: NonNullable<Sheet['code']>): void {
  const right = doc.page.width - MARGIN
  const bar = { x: right - QR - 16 - BARCODE.width, y: MARGIN, ...BARCODE }
  root.add(
    doc.struct('Figure', { alt: `Barcode of ${text}` }, () => {
      codes.code128(doc, text, bar)
      doc.font('regular').fontSize(SMALL).fillColor('black')
      doc.text(text, bar.x, bar.y + BARCODE.height + 4, { width: BARCODE.width, align: 'center' })
    }),
  )
  root.add(
    doc.struct('Figure', { alt: `QR code of ${url}` }, () => {
      codes.qr(doc, url, { x: right - QR, y: MARGIN, size: QR })
    }),
  )
  doc.fillColor('black')
}

/** The head is repeated on each page; the sum and the notes are never alone on one. */
function drawTable(file: PdfFile, sheet: Sheet, table: Sheet['tables'][number]): void {
  const { doc, root } = file
  const { columns, rows, sum } = table
  const element = doc.struct('Table')
  root.add(element)
  const names = columns.map(({ name }) => name)
  const draw = (cells: string[], isStrong = false) => drawRow(file, element, columns, cells, isStrong)
  const notes = table === sheet.tables.at(-1) ? sheet.notes.length * NOTE : 0
  const end = (sum ? rowHeight(file, columns, sum, true) : 0) + AFTER_TABLE + notes
  /** The height of a row, with all that is kept on its page. */
  const roomFor = (index: number) => {
    const isNearEnd = index >= rows.length - KEPT_WITH_SUM
    const kept = rows.slice(index, isNearEnd ? undefined : index + 1)
    const heights = kept.map((row) => rowHeight(file, columns, row, false))
    return heights.reduce((total, height) => total + height, isNearEnd ? end : 0)
  }
  makeRoom(file, sheet, rowHeight(file, columns, names, true) + roomFor(0))
  draw(names, true)
  rows.forEach((row, index) => {
    if (index > 0 && makeRoom(file, sheet, roomFor(index))) draw(names, true)
    draw(row)
  })
  if (sum) draw(sum, true)
  element.end()
  doc.y += AFTER_TABLE
}

function drawRow(
  file: PdfFile,
  table: PDFKit.PDFStructureElement,
  columns: Column[],
  cells: string[],
  isStrong: boolean,
): void {
  const { doc, printable } = file
  const height = rowHeight(file, columns, cells, isStrong)
  const y = doc.y
  const line = doc.struct('TR')
  // Added before its cells, which are drawn only then.
  table.add(line)
  let x = MARGIN
  widthsOf(file, columns).forEach((width, index) => {
    const at = x
    const align = columns[index]?.align ?? 'left'
    line.add(
      doc.struct(isStrong ? 'TH' : 'TD', {}, () => {
        doc.font(isStrong ? 'bold' : 'regular').fontSize(TEXT)
        doc.text(printable(cells[index] ?? ''), at, y + 4, { width: width - 8, align })
      }),
    )
    x += width
  })
  line.end()
  doc.y = y + height
  rule(doc, isStrong ? 1 : 0.5)
}

function rowHeight(file: PdfFile, columns: Column[], cells: string[], isStrong: boolean): number {
  const { doc, printable } = file
  doc.font(isStrong ? 'bold' : 'regular').fontSize(TEXT)
  const heights = widthsOf(file, columns).map((width, index) =>
    doc.heightOfString(printable(cells[index] ?? ''), { width: width - 8 }),
  )
  return Math.max(...heights) + 9
}

function widthsOf({ doc }: PdfFile, columns: Column[]): number[] {
  const fixed = columns.reduce((sum, { points = 0 }) => sum + points, 0)
  const open = columns.filter(({ points }) => points === undefined).length
  const rest = (textWidth(doc) - fixed) / open
  return columns.map(({ points }) => points ?? rest)
}

/** Starts a new page unless this height is left; returns whether it did. */
function makeRoom(file: PdfFile, sheet: Sheet, height: number): boolean {
  if (file.doc.y + height <= bottomOf(file)) return false
  addPage(file, sheet)
  file.doc.y = MARGIN
  return true
}

const bottomOf = ({ doc }: PdfFile) => doc.page.height - MARGIN - FOOTER
