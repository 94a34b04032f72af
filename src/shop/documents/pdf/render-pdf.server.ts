import type { DocumentLayout } from './document-layout.server.ts'
import { drawHead } from './draw-head.server.ts'
import { drawTable } from './draw-table.server.ts'
import { MARGIN, numberPages, SMALL, textWidth } from './page.server.ts'
import { renderFile } from './pdf-file.server.ts'
import { pdfUaMetadata } from './pdf-ua.server.ts'

const FOOTER = 28

/** Renders PDF/A-2a and PDF/UA-1. The same layout gives the same bytes: dates and ids come from it. */
export function renderPdf(layout: DocumentLayout): Promise<Buffer> {
  const { title, issuedAt: at, paper, notes } = layout
  const margins = { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOTER }
  const options = { size: paper, margins, subset: 'PDF/A-2a' as const }
  const settings = { title, at, texts: textsOf(layout), options, metadata: pdfUaMetadata }
  return renderFile(settings, (file) => {
    const { doc, root, printable } = file
    drawHead(file, layout)
    drawTable(file, layout)
    for (const note of notes) {
      root.add(
        doc.struct('P', {}, () => {
          doc
            .font('regular')
            .fontSize(SMALL)
            .text(note, MARGIN, doc.y + 8, { width: textWidth(doc) })
        }),
      )
    }
    numberPages(doc, printable(title))
  })
}

function textsOf({ title, shop, parties, details, lines, totals }: DocumentLayout): string[] {
  const blocks = parties.flatMap(({ lines }) => lines)
  return [title, shop, ...blocks, ...details.flat(), ...lines.flat(), ...totals.flat()]
}
