import { renderFile, type SheetFile } from './sheet-file.server.ts'

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

/** Returns all texts of a sheet. */
export function textsOf({ title, blocks, tables, notes }: Sheet): string[] {
  const cells = tables.flatMap(({ rows, sum = [] }) => [...rows.flat(), ...sum])
  return [title, ...blocks.flat(), ...cells, ...notes]
}

/** Renders sheets as one PDF, each on new pages. */
export function renderSheets(sheets: Sheet[], at: Date): Promise<Buffer> {
  const title = sheets[0]?.title ?? ''
  return renderFile({ title, at, texts: sheets.flatMap(textsOf) }, (file) => {
    for (const sheet of sheets) drawSheet(file, sheet)
  })
}

const MARGIN = 48
const FOOTER = 32
const QR = 76
const BARCODE = { width: 150, height: 36 }
const TEXT = 10
const SMALL = 8.5
const NOTE = 40
const AFTER_TABLE = 14
/** How many rows at least stand above the sum and the notes on their page. */
const KEPT_WITH_SUM = 2

/** Draws a sheet on new pages, which are numbered. */
export function drawSheet(file: SheetFile, sheet: Sheet): void {
  const { doc, root, printable } = file
  addPage(file, sheet)
  const { start } = doc.bufferedPageRange()
  const first = start + doc.bufferedPageRange().count - 1
  const width = doc.page.width - 2 * MARGIN
  const textWidth = sheet.code ? width - QR - BARCODE.width - 24 : width
  root.add(
    doc.struct('H1', {}, () => {
      doc
        .font('bold')
        .fontSize(16)
        .text(printable(sheet.title), MARGIN, MARGIN, { width: textWidth })
    }),
  )
  const afterTitle = doc.y
  if (sheet.code) drawCodes(file, sheet.code)
  drawBlocks(file, sheet.blocks, Math.max(afterTitle, sheet.code ? MARGIN + QR : 0) + 14)
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
  numberPages(file, printable(sheet.title), first)
}

function addPage({ doc }: SheetFile, { paper }: Sheet): void {
  const margins = { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOTER }
  doc.addPage({ size: paper, margins })
}

function drawCodes({ doc, root, codes }: SheetFile, { text, url }: { text: string; url: string }) {
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

function drawBlocks({ doc, root, printable }: SheetFile, blocks: Sheet['blocks'], top: number) {
  const gap = 20
  const width = (doc.page.width - 2 * MARGIN - gap * (blocks.length - 1)) / blocks.length
  let bottom = top
  blocks.forEach(([heading, ...lines], index) => {
    const x = MARGIN + index * (width + gap)
    root.add(
      doc.struct('H2', {}, () => {
        doc.font('bold').fontSize(SMALL).text(printable(heading), x, top, { width })
      }),
    )
    root.add(
      doc.struct('P', {}, () => {
        doc.font('regular').fontSize(TEXT)
        doc.text(printable(lines.join('\n')), x, doc.y + 1, { width })
      }),
    )
    bottom = Math.max(bottom, doc.y)
  })
  doc.y = bottom + 16
}

/** The head is repeated on each page; the sum and the notes are never alone on one. */
function drawTable(file: SheetFile, sheet: Sheet, table: Sheet['tables'][number]): void {
  const { doc, root } = file
  const { columns, rows, sum } = table
  const element = doc.struct('Table')
  root.add(element)
  const names = columns.map(({ name }) => name)
  const draw = (cells: string[], isStrong = false) =>
    drawRow(file, element, columns, cells, isStrong)
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
  file: SheetFile,
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
  doc.markContent('Artifact', { type: 'Layout' })
  doc.lineWidth(isStrong ? 1 : 0.5).strokeColor('#8a8a8a')
  doc
    .moveTo(MARGIN, doc.y)
    .lineTo(doc.page.width - MARGIN, doc.y)
    .stroke()
  doc.endMarkedContent()
}

function rowHeight(file: SheetFile, columns: Column[], cells: string[], isStrong: boolean): number {
  const { doc, printable } = file
  doc.font(isStrong ? 'bold' : 'regular').fontSize(TEXT)
  const heights = widthsOf(file, columns).map((width, index) =>
    doc.heightOfString(printable(cells[index] ?? ''), { width: width - 8 }),
  )
  return Math.max(...heights) + 9
}

function widthsOf({ doc }: SheetFile, columns: Column[]): number[] {
  const fixed = columns.reduce((sum, { points = 0 }) => sum + points, 0)
  const open = columns.filter(({ points }) => points === undefined).length
  const rest = (doc.page.width - 2 * MARGIN - fixed) / open
  return columns.map(({ points }) => points ?? rest)
}

/** Starts a new page unless this height is left; returns whether it did. */
function makeRoom(file: SheetFile, sheet: Sheet, height: number): boolean {
  if (file.doc.y + height <= bottomOf(file)) return false
  addPage(file, sheet)
  file.doc.y = MARGIN
  return true
}

const bottomOf = ({ doc }: SheetFile) => doc.page.height - MARGIN - FOOTER

function numberPages({ doc }: SheetFile, title: string, first: number): void {
  const { start, count } = doc.bufferedPageRange()
  const pages = start + count - first
  for (let page = 0; page < pages; page++) {
    doc.switchToPage(first + page)
    doc.markContent('Artifact', { type: 'Pagination' })
    const y = doc.page.height - MARGIN
    // Below the bottom margin, where text would otherwise start another page.
    doc.page.margins.bottom = 0
    doc.font('regular').fontSize(SMALL)
    const width = doc.page.width - 2 * MARGIN
    const text = `${title}, page ${page + 1} of ${pages}`
    doc.text(text, MARGIN, y, { width, align: 'center', lineBreak: false })
    doc.endMarkedContent()
  }
}
