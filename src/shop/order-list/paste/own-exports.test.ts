import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CsvFormat, csvRows } from '#platform/csv.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { listCsv } from '#shop/order-list/named/list-csv.ts'
import { type OrderCsvRow, orderCsvColumns } from '#shop/orders/history/orders-csv.server.ts'
import { readText } from './testing/read-text.ts'

const name = fc.oneof(
  fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme-ascii' }),
  fc.constantFrom('Hex Key Set, 5 pcs', 'Rule 3/8"', '=cmd("x")', 'Total', '3 boxes; "long"', '12'),
)
const lines = fc.uniqueArray(
  fc.record({
    sku: fc.integer({ min: 1_000, max: 9_999 }).map((number) => `FW-${number}`),
    name: name.map((name) => name.replace(/\s+/g, ' ').trim()).filter((name) => name !== ''),
    quantity: fc.integer({ min: 1, max: 9_999_999 }),
    cents: fc.integer({ min: 500, max: 9_999_999 }),
    status: fc.constantFrom('paid', 'unpaid'),
    poNumber: fc.constantFrom(null, '4711', '=4711', 'PO 12, 24', '00012'),
  }),
  { minLength: 1, maxLength: 20, selector: ({ sku }) => sku },
)
const format = fc.constantFrom<CsvFormat>('comma', 'semicolon')

const readBack = (text: string, products: { sku: string; name: string }[]) => {
  const known = new Map(products.map((product) => [product.sku, { ...product, _id: product.sku } as Product]))
  const { lines, questions } = readText(text, known)
  return {
    questions,
    lines: lines.map(({ read }) => ('unreadable' in read || read.doubt ? read : [read.quantity, read.sku])),
  }
}

test('a downloaded list is read back exactly', () => {
  fc.assert(
    fc.property(lines, format, (lines, format) => {
      const products = new Map(
        lines.map(({ cents, ...line }) => [
          line.sku,
          { ...line, perPrice: cents / 100, prices: [] } as never,
        ]),
      )
      const list = lines.map(({ sku, quantity }) => ({ productId: sku, quantity }))
      const csv = listCsv(list, (id) => products.get(id) ?? null, format)
      expect(readBack(csv, lines)).toEqual({
        questions: [],
        lines: lines.map(({ quantity, sku }) => [quantity, sku]),
      })
    }),
    { numRuns: 300, seed: 20_261_126 },
  )
})

test('downloaded orders are read back exactly', () => {
  fc.assert(
    fc.property(lines, format, (lines, format) => {
      const rows = lines.map(
        ({ sku, name, quantity, cents, status, poNumber }, at) =>
          ({
            orderNumber: `FW-${10_000 + at}`,
            placedAt: new Date('2026-11-25T10:00:00Z'),
            heldUntil: new Date('2026-11-28T10:00:00Z'),
            productName: name,
            unitPrice: cents,
            shippingAddress: { name: 'Jane Buyer' },
            address: 'Main St 5, 48226 Detroit',
            transactionId: 'pi_123',
            invoices: ['INV-2026-00012'],
            sku,
            quantity,
            status,
            poNumber,
          }) as unknown as OrderCsvRow,
      )
      const cells = rows.map((row) => orderCsvColumns.map(([, cell]) => cell(row, format)))
      const csv = csvRows([orderCsvColumns.map(([heading]) => heading), ...cells], format)
      expect(readBack(csv, lines)).toEqual({
        questions: [],
        lines: lines.map(({ quantity, sku }) => [quantity, sku]),
      })
    }),
    { numRuns: 300, seed: 20_261_126 },
  )
})
