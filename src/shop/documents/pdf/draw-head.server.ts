import type { DocumentLayout } from './document-layout.server.ts'
import { type Doc, drawBlocks, MARGIN, rule, SMALL, TEXT, textWidth } from './page.server.ts'
import type { PdfFile } from './pdf-file.server.ts'

export type Letterhead = Pick<DocumentLayout, 'shop' | 'logo' | 'hasMark'>

const RED = '#c4161c'
const SOFT = '#53565a'
const GAP = 20
export const MARK_SIZE = 30
const LOGO_WIDTH = 90
const PARTIES = { gap: GAP, size: TEXT, headingColor: SOFT, spaceBelow: 2 }

/** Draws the letterhead with the title, the parties side by side, and the details below them. */
export function drawHead(file: PdfFile, layout: DocumentLayout): void {
  const { doc, root, printable } = file
  const width = textWidth(doc)
  const title = printable(layout.title)
  const titleWidth = doc.font('bold').fontSize(15).widthOfString(title)
  drawLetterhead(file, layout, Math.max(width / 3, width - titleWidth - GAP))
  root.add(
    doc.struct('H1', {}, () => {
      doc
        .font('bold')
        .fontSize(15)
        .fillColor('black')
        .text(title, MARGIN + width / 3, MARGIN + 7, {
          width: (2 * width) / 3,
          align: 'right',
        })
    }),
  )
  doc.y = MARGIN + MARK_SIZE + 8
  rule(doc, 1.5, layout.accent ?? RED)
  doc.y += 12
  drawBlocks(file, layout.parties, doc.y, PARTIES)
  doc.y += 10
  drawDetails(file, layout)
  doc.y += 10
}

/** The logo or the mark, as on the pages, and the shop's name; the seller's block says the same as text. */
export function drawLetterhead(
  { doc, printable }: PdfFile,
  { shop, logo, hasMark = true }: Letterhead,
  width: number,
): void {
  doc.markContent('Artifact', { type: 'Layout' })
  const mark = logo ? drawLogo(doc, logo) : hasMark && drawMark(doc)
  const before = mark ? mark + 6 : 0
  const name = printable(shop)
  const isOneLine = (size: number) => doc.font('bold').fontSize(size).widthOfString(name) <= width - before
  const size = NAME_SIZES.find(isOneLine) ?? 9
  const height = doc
    .font('bold')
    .fontSize(size)
    .fillColor('black')
    .heightOfString(name, {
      width: width - before,
    })
  doc.text(name, MARGIN + before, MARGIN + (MARK_SIZE - height) / 2, { width: width - before })
  doc.endMarkedContent()
}

const NAME_SIZES = [14, 12, 11, 10]

type Opened = { width: number; height: number }

function drawMark(doc: Doc): number {
  doc.save()
  doc.translate(MARGIN, MARGIN).scale(MARK_SIZE / 32)
  doc.path('M9.1 3h13.8L30 16l-7.1 13H9.1L2 16z').fill(RED)
  doc.path('M11.5 9.5h10.2v3.4h-6.4v2.4h5.2v3.3h-5.2v4.9h-3.8z').fill('#ffffff')
  doc.restore()
  return MARK_SIZE
}

function drawLogo(doc: Doc, jpeg: Uint8Array): number {
  // Missing in the types of the library.
  const { openImage } = doc as unknown as { openImage: (bytes: Buffer) => Opened }
  const image = openImage.call(doc, Buffer.from(jpeg))
  const height = Math.min(MARK_SIZE, (LOGO_WIDTH * image.height) / image.width)
  const width = (height * image.width) / image.height
  doc.image(image as never, MARGIN, MARGIN + (MARK_SIZE - height) / 2, { width, height })
  return width
}

const DETAILS_IN_ROW = 3

function drawDetails({ doc, root, printable }: PdfFile, { details }: DocumentLayout): void {
  const width = (textWidth(doc) - GAP * (DETAILS_IN_ROW - 1)) / DETAILS_IN_ROW
  for (let first = 0; first < details.length; first += DETAILS_IN_ROW) {
    const top = doc.y
    let bottom = top
    details.slice(first, first + DETAILS_IN_ROW).forEach(([label, value], index) => {
      const x = MARGIN + index * (width + GAP)
      root.add(
        doc.struct('P', {}, () => {
          doc.font('bold').fontSize(SMALL).fillColor(SOFT).text(printable(label), x, top, { width })
          doc
            .font('regular')
            .fontSize(TEXT)
            .fillColor('black')
            .text(printable(value), x, doc.y + 1, { width })
        }),
      )
      bottom = Math.max(bottom, doc.y)
    })
    doc.y = bottom + 6
  }
}
