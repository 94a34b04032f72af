import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { renderSheets, type Sheet } from './draw-sheet.server.ts'

const NOTE = 'Date and signature'

/** A slip of so many lines. */
function sheetOf(count: number): Sheet {
  return {
    title: 'Delivery note FW-10001',
    paper: 'A4',
    code: { text: 'FW-10001', url: 'http://localhost/orders/FW-10001' },
    blocks: [['Ship to', 'Jane Buyer', '1 Anvil Street', 'Sheffield']],
    tables: [
      {
        columns: [
          { name: 'SKU', points: 90 },
          { name: 'Product' },
          { name: 'Delivered', points: 70, align: 'right' },
        ],
        rows: Array.from({ length: count }, () => ['FW-1013', 'Hammer', '1']),
        sum: ['', 'Pieces', `${count}`],
      },
    ],
    notes: [NOTE],
  }
}

test('the sum and the note of a sheet always follow two lines', async () => {
  for (let count = 22; count <= 30; count += 1) {
    const data = new Uint8Array(await renderSheets([sheetOf(count)], new Date(0), { shop: 'Anvil & Co' }))
    const pdf = await getDocument({ data, verbosity: 0 }).promise
    const { items } = await (await pdf.getPage(pdf.numPages)).getTextContent()
    const texts = items.map((item) => ('str' in item ? item.str : ''))
    for (const end of ['Pieces', `${count}`, NOTE]) expect(texts).toContain(end)
    expect(texts.filter((text) => text === 'FW-1013').length).toBeGreaterThanOrEqual(2)
  }
})
