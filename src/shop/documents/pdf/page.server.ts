// What the parts of a page share; lengths are in points.

import type { PdfFile } from './pdf-file.server.ts'

export const MARGIN = 48
export const SMALL = 8.5
export const TEXT = 9.5

export type Doc = PDFKit.PDFDocument
export type Structure = PDFKit.PDFStructureElement

export function textWidth(doc: Doc): number {
  return doc.page.width - 2 * MARGIN
}

/** Draws a line below what was drawn last, as decoration. */
export function rule(doc: Doc, lineWidth: number, color = '#8a8a8a'): void {
  doc.markContent('Artifact', { type: 'Layout' })
  doc
    .lineWidth(lineWidth)
    .strokeColor(color)
    .moveTo(MARGIN, doc.y)
    .lineTo(doc.page.width - MARGIN, doc.y)
    .stroke()
  doc.endMarkedContent()
}

/** Blocks of text side by side; the parts in which those of documents and sheets differ. */
type BlockStyle = { gap: number; size: number; headingColor: string; spaceBelow: number }

/** Draws blocks side by side from a height on, each with a heading. */
export function drawBlocks(
  { doc, root, printable }: PdfFile,
  blocks: { heading: string; lines: string[] }[],
  top: number,
  { gap, size, headingColor, spaceBelow }: BlockStyle,
): void {
  const width = (textWidth(doc) - gap * (blocks.length - 1)) / blocks.length
  let bottom = top
  blocks.forEach(({ heading, lines }, index) => {
    const x = MARGIN + index * (width + gap)
    root.add(
      doc.struct('H2', {}, () => {
        doc.font('bold').fontSize(SMALL).fillColor(headingColor)
        doc.text(printable(heading), x, top, { width })
      }),
    )
    root.add(
      doc.struct('P', {}, () => {
        doc.font('regular').fontSize(size).fillColor('black')
        doc.text(printable(lines.join('\n')), x, doc.y + spaceBelow, { width })
      }),
    )
    bottom = Math.max(bottom, doc.y)
  })
  doc.y = bottom
}

/** Numbers the pages from this one on below their margins. */
export function numberPages(doc: Doc, title: string, first = 0): void {
  const { start, count } = doc.bufferedPageRange()
  const pages = start + count - first
  for (let page = 0; page < pages; page++) {
    doc.switchToPage(first + page)
    doc.markContent('Artifact', { type: 'Pagination' })
    const text = `${title}, page ${page + 1} of ${pages}`
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
