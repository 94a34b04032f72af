import { createConcurrencyLimit } from '#platform/jobs/concurrency-limit.server.ts'
import { chooseFonts } from './document-fonts.server.ts'
import type { DocumentLayout } from './document-layout.server.ts'
import { pdfUaMetadata } from './pdf-ua.server.ts'

const MARGIN = 56
const FOOTER = 40
const SMALL = 9
const TEXT = 10
// The columns behind the product's name, from the right edge: widths in points.
const COLUMNS = { quantity: 60, unitPrice: 85, total: 95 }

type Doc = PDFKit.PDFDocument
type Structure = PDFKit.PDFStructureElement

// Each document takes some 30 ms of the process.
const limited = createConcurrencyLimit({ atOnce: 1, waiting: 200 })

/**
 * Renders a document as PDF/A-2a and PDF/UA-1: tagged, with embedded fonts. The same layout gives the
 * same bytes: dates and ids come from it.
 */
export function renderPdf(layout: DocumentLayout): Promise<Buffer> {
  return limited(() => render(layout))
}

async function render(given: DocumentLayout): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const { layout, regular, bold } = await chooseFonts(given)
  const doc = new PDFDocument({
    size: layout.paper,
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOTER },
    pdfVersion: '1.7',
    subset: 'PDF/A-2a',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    bufferPages: true,
    // PDF/A does not allow the standard fonts, one of which is the default.
    font: regular as unknown as string,
    info: { Title: layout.title, CreationDate: layout.issuedAt, ModDate: layout.issuedAt },
  })
  doc.registerFont('regular', regular).registerFont('bold', bold)
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('end', resolve)
    doc.on('error', reject)
  })
  doc.appendXML(pdfUaMetadata)
  draw(doc, layout)
  doc.end()
  await ended
  return Buffer.concat(chunks)
}

function draw(doc: Doc, layout: DocumentLayout): void {
  const root = doc.struct('Document')
  doc.addStructure(root)
  const width = doc.page.width - 2 * MARGIN
  root.add(
    doc.struct('H1', {}, () => {
      doc.font('bold').fontSize(18).text(layout.title, MARGIN, MARGIN, { width })
    }),
  )
  const top = doc.y + 12
  const half = width / 2 - 12
  paragraph(doc, root, ['Seller', ...layout.seller], { x: MARGIN, y: top, width: half })
  const sellerEnd = doc.y
  paragraph(doc, root, ['Buyer', ...layout.buyer], { x: MARGIN + half + 24, y: top, width: half })
  doc.y = Math.max(doc.y, sellerEnd) + 12
  for (const [label, value] of layout.details) {
    root.add(
      doc.struct('P', {}, () => {
        doc
          .font('bold')
          .fontSize(TEXT)
          .text(`${label}: `, MARGIN, doc.y, { width, continued: true })
        doc.font('regular').text(value)
      }),
    )
  }
  doc.y += 14
  drawLines(doc, root, layout, width)
  for (const note of layout.notes) {
    root.add(
      doc.struct('P', {}, () => {
        doc
          .font('regular')
          .fontSize(SMALL)
          .text(note, MARGIN, doc.y + 14, { width })
      }),
    )
  }
  root.end()
  numberPages(doc, layout.title)
}

function paragraph(
  doc: Doc,
  root: Structure,
  [heading = '', ...lines]: string[],
  { x, y, width }: { x: number; y: number; width: number },
): void {
  root.add(
    doc.struct('H2', {}, () => {
      doc.font('bold').fontSize(SMALL).text(heading, x, y, { width })
    }),
  )
  root.add(
    doc.struct('P', {}, () => {
      doc.font('regular').fontSize(TEXT).text(lines.join('\n'), x, doc.y, { width })
    }),
  )
}

type Cell = { text: string; x: number; width: number; align: 'left' | 'right' }

function drawLines(doc: Doc, root: Structure, layout: DocumentLayout, width: number): void {
  const table = doc.struct('Table')
  root.add(table)
  const nameWidth = width - COLUMNS.quantity - COLUMNS.unitPrice - COLUMNS.total - 12
  const cells = (name: string, quantity: string, unitPrice: string, total: string): Cell[] => {
    const right = { align: 'right' } as const
    const x = MARGIN + nameWidth + 12
    return [
      { text: name, x: MARGIN, width: nameWidth, align: 'left' },
      { text: quantity, x, width: COLUMNS.quantity, ...right },
      { text: unitPrice, x: x + COLUMNS.quantity, width: COLUMNS.unitPrice, ...right },
      {
        text: total,
        x: x + COLUMNS.quantity + COLUMNS.unitPrice,
        width: COLUMNS.total,
        ...right,
      },
    ]
  }
  const head = cells('Product', 'Quantity', 'Price each', 'Total')
  row(doc, table, head, ['TH', 'TH', 'TH', 'TH'])
  for (const { name, notes, quantity, unitPrice, total } of layout.lines) {
    const text = [name, ...notes].join('\n')
    makeRoom(doc, cells(text, quantity, unitPrice, total), head)
    row(doc, table, cells(text, quantity, unitPrice, total), ['TH', 'TD', 'TD', 'TD'])
  }
  for (const [label, value] of layout.totals) {
    const isLast = label === layout.totals.at(-1)?.[0]
    row(doc, table, cells(label, '', '', value), ['TH', 'TD', 'TD', 'TD'], isLast)
  }
  table.end()
}

function row(
  doc: Doc,
  table: Structure,
  cells: Cell[],
  types: ('TH' | 'TD')[],
  isStrong = types.every((type) => type === 'TH'),
): void {
  doc.font(isStrong ? 'bold' : 'regular').fontSize(TEXT)
  const height = heightOf(doc, cells)
  // A row is never split between pages.
  if (!fits(doc, height)) doc.addPage()
  const y = doc.y + 5
  const line = doc.struct('TR')
  table.add(line)
  cells.forEach(({ text, x, width, align }, index) => {
    const type = types[index] ?? 'TD'
    const isColumn = types.every((other) => other === 'TH')
    const scope = type === 'TH' ? { scope: isColumn ? 'Column' : 'Row' } : {}
    line.add(
      doc.struct(type, scope as object, () => {
        doc.text(text, x, y, { width, align })
      }),
    )
  })
  line.end()
  doc.y = y + height + 5
  doc.markContent('Artifact', { type: 'Layout' })
  rule(doc, isStrong ? 1 : 0.5)
  doc.endMarkedContent()
}

/** Starts a new page with the column heads when a line does not fit on this one. */
function makeRoom(doc: Doc, cells: Cell[], head: Cell[]): void {
  doc.font('regular').fontSize(TEXT)
  if (fits(doc, heightOf(doc, cells))) return
  doc.addPage()
  doc.font('bold')
  const y = doc.y + 5
  const height = heightOf(doc, head)
  // Repeated headings are artifacts, because screen readers know them from the first page.
  doc.markContent('Artifact', { type: 'Pagination' })
  for (const { text, x, width, align } of head) doc.text(text, x, y, { width, align })
  doc.y = y + height + 5
  rule(doc, 1)
  doc.endMarkedContent()
}

function heightOf(doc: Doc, cells: Cell[]): number {
  return Math.max(
    ...cells.map(({ text, width, align }) => doc.heightOfString(text, { width, align })),
  )
}

function fits(doc: Doc, height: number): boolean {
  return doc.y + height + 12 <= doc.page.height - doc.page.margins.bottom
}

function rule(doc: Doc, lineWidth: number): void {
  doc
    .lineWidth(lineWidth)
    .strokeColor('#8a8a8a')
    .moveTo(MARGIN, doc.y)
    .lineTo(doc.page.width - MARGIN, doc.y)
    .stroke()
}

function numberPages(doc: Doc, title: string): void {
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    doc.markContent('Artifact', { type: 'Pagination' })
    const text = `${title}, page ${page + 1} of ${count}`
    const y = doc.page.height - MARGIN
    // Below the bottom margin, where text would otherwise start another page.
    doc.page.margins.bottom = 0
    doc
      .font('regular')
      .fontSize(SMALL)
      .text(text, MARGIN, y, {
        width: doc.page.width - 2 * MARGIN,
        align: 'center',
        lineBreak: false,
      })
    doc.endMarkedContent()
  }
}
