// What the parts of a page share; lengths are in points.

export const MARGIN = 48
export const SMALL = 8.5
export const TEXT = 9.5

export type Doc = PDFKit.PDFDocument
export type Structure = PDFKit.PDFStructureElement

/** Returns the width between the margins. */
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
