import type { StoredProduct } from '#shop/catalogue/products.server.ts'
import { type PdfFile, renderFile } from '#shop/documents/pdf/pdf-file.server.ts'
import { type Codes, loadCodes } from '#shop/documents/pdf/sheets/draw-code.server.ts'

export type LabelledProduct = Pick<StoredProduct, 'sku' | 'name' | 'bin' | 'gtin'>

// A4 with three columns of seven labels, 63.5 by 38.1 mm, in points.
const MM = 72 / 25.4
const GRID = {
  columns: 3,
  rows: 7,
  left: 7.2 * MM,
  top: 15.1 * MM,
  stepX: 66 * MM,
  stepY: 38.1 * MM,
}
const LABEL = { width: 63.5 * MM, padding: 3.5 * MM }

/** Renders labels for sheets of 21: name, bin, and Code 128 of the SKU and of the GTIN. */
export async function renderLabels(products: LabelledProduct[], at: Date): Promise<Buffer> {
  const codes = await loadCodes()
  const texts = products.flatMap(({ name, bin }) => [name, bin ?? ''])
  const options = { autoFirstPage: false }
  return renderFile({ title: 'Product labels', at, texts, options }, (file) => {
    const perPage = GRID.columns * GRID.rows
    products.forEach((product, index) => {
      const position = index % perPage
      if (position === 0) file.doc.addPage({ size: 'A4', margin: 0 })
      const x = GRID.left + (position % GRID.columns) * GRID.stepX
      const y = GRID.top + Math.floor(position / GRID.columns) * GRID.stepY
      drawLabel(file, codes, product, x + LABEL.padding, y + LABEL.padding)
    })
  })
}

function drawLabel(
  file: PdfFile,
  codes: Codes,
  { sku, name, bin, gtin }: LabelledProduct,
  x: number,
  y: number,
) {
  const { doc, root, printable } = file
  const width = LABEL.width - 2 * LABEL.padding
  root.add(
    doc.struct('P', {}, () => {
      doc.font('bold').fontSize(8).fillColor('black')
      doc.text(printable(name), x, y, { width, height: 10, ellipsis: true, lineBreak: false })
      doc.font('regular').fontSize(8)
      if (bin !== null) doc.text(printable(`Bin ${bin}`), x, y + 11, { width, lineBreak: false })
    }),
  )
  const numbers = gtin === null ? [sku] : [sku, gtin]
  const height = gtin === null ? 44 : 20
  for (const [index, text] of numbers.entries())
    drawCode(file, codes, text, { x, y: y + 24 + index * 33, width, height })
}

type Box = { x: number; y: number; width: number; height: number }

function drawCode({ doc, root }: PdfFile, codes: Codes, text: string, box: Box): void {
  root.add(
    doc.struct('Figure', { alt: `Barcode of ${text}` }, () => {
      codes.code128(doc, text, box)
      doc.font('regular').fontSize(7.5).fillColor('black')
      const { x, y, width, height } = box
      doc.text(text, x, y + height + 2, { width, align: 'center', lineBreak: false })
    }),
  )
}
