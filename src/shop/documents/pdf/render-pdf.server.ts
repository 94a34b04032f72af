import { chooseFonts } from './document-fonts.server.ts'
import type { DocumentLayout } from './document-layout.server.ts'
import { drawHead } from './draw-head.server.ts'
import { drawTable } from './draw-table.server.ts'
import { type Doc, MARGIN, SMALL, textWidth } from './page.server.ts'
import { pdfUaMetadata } from './pdf-ua.server.ts'

const FOOTER = 28

/**
 * Renders a document as PDF/A-2a and PDF/UA-1: tagged, with embedded fonts. The same layout gives the
 * same bytes: dates and ids come from it.
 */
export async function renderPdf(given: DocumentLayout): Promise<Buffer> {
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
  drawHead(doc, root, layout)
  drawTable(doc, root, layout)
  for (const note of layout.notes) {
    root.add(
      doc.struct('P', {}, () => {
        doc
          .font('regular')
          .fontSize(SMALL)
          .text(note, MARGIN, doc.y + 8, { width: textWidth(doc) })
      }),
    )
  }
  root.end()
  numberPages(doc, layout.title)
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
      .text(text, MARGIN, y, { width: textWidth(doc), align: 'center', lineBreak: false })
    doc.endMarkedContent()
  }
}
