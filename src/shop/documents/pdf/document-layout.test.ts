import { expect, test } from 'vitest'
import { cents } from '#platform/money.ts'
import { content, invoice, line } from '#server/testing/document-contents.ts'
import { creditNoteLayout, type DocumentLayout } from './document-layout.server.ts'

const parties = (layout: DocumentLayout) =>
  Object.fromEntries(layout.parties.map(({ heading, lines }) => [heading, lines]))

test('an invoice of several orders has a column for them, and each PO number once', () => {
  const other = { ...line, orderNumber: 'FW-10002' }
  const { details, lines, columns } = invoice({ lines: [line, other] })
  expect(columns.map(({ name }) => name)).toEqual([
    ...['Product', 'SKU', 'Order', 'Quantity', 'Price each', 'Total'],
  ])
  expect(lines.map(([, sku, order]) => [sku, order])).toEqual([
    ['FW-1013', 'FW-10001'],
    ['FW-1013', 'FW-10002'],
  ])
  expect(details.map(([label]) => label)).toEqual([
    ...['Invoice number', 'Date', 'PO number', 'Paid by', 'Payment'],
  ])
  const third = { ...line, orderNumber: 'FW-10003', poNumber: 'PO-8' }
  expect(invoice({ lines: [line, other, third] }).details).toContainEqual([
    'PO numbers',
    'PO-7 (FW-10001, FW-10002), PO-8 (FW-10003)',
  ])
})

test('the billing and shipping addresses may differ', () => {
  const shippingAddress = {
    name: 'Goods Inward',
    street: 'Dock 3',
    city: 'Rotterdam',
    region: '',
    postcode: '3011',
    country: 'Netherlands',
  }
  const buyer = { ...content.buyer, shippingAddress }
  expect(parties(invoice({ buyer }))['Ship to']).toEqual([
    ...['Goods Inward', 'Dock 3', '3011 Rotterdam', 'Netherlands'],
  ])
  expect(parties(invoice({ buyer }))['Bill to']).toEqual([
    ...['Vans & Co <b>', 'Jane 漢 Buyer', 'Dock 3', '3011 Rotterdam', 'Netherlands', 'Tax ID DE1'],
  ])
  const billed = { ...buyer, billingAddress: '1 Bank Street\nBerlin', isSentToSeveral: true }
  expect(parties(invoice({ buyer: billed }))).toMatchObject({
    'Bill to': ['Vans & Co <b>', 'Jane 漢 Buyer', '1 Bank Street', 'Berlin', 'Tax ID DE1'],
    'Ship to': ['Several addresses,', 'named by the order confirmations'],
  })
})

test('addresses are written as their country does', () => {
  const shippingAddress = {
    name: 'Goods Inward',
    street: '1 Elm Street',
    city: 'Hollywood',
    region: 'CA',
    postcode: '91601',
    country: 'United States',
  }
  expect(parties(invoice({ buyer: { ...content.buyer, shippingAddress } }))['Ship to']).toEqual([
    ...['Goods Inward', '1 Elm Street', 'Hollywood, CA 91601', 'United States'],
  ])
})

test.each([
  ['exempt', 'EX-42', 'Exempt from tax: certificate EX-42.'],
  ['reverse-charge', 'DE1', 'Reverse charge: the buyer owes the tax, tax ID DE1.'],
] as const)('an invoice says why there is no tax: %s', (treatment, reference, note) => {
  const { notes, totals } = invoice({ tax: { percent: 0, treatment, reference } })
  expect(notes).toContain(note)
  expect(totals[1]?.[0]).toBe('Sales tax, 0 %')
})

test('a credit note of a free amount names its invoice', () => {
  const { details, lines, totals } = creditNoteLayout({
    number: 'CN-2026-00001',
    issuedAt: new Date('2026-11-22T23:30:00Z'),
    content: {
      ...content,
      lines: [],
      amounts: { net: cents(100), tax: cents(8), total: cents(108) },
      refund: 're_1',
      paidBack: null,
      reason: 'Damaged in transit',
      invoiceNumber: 'INV-2026-00001',
    },
  })
  expect(details).toContainEqual(['Invoice', 'INV-2026-00001'])
  expect(details).toContainEqual(['Reason', 'Damaged in transit'])
  expect(lines).toEqual([['Part of invoice INV-2026-00001', '', '', '', '$1.00']])
  expect(totals.map(([, amount]) => amount)).toEqual(['$1.00', '$0.08', '$1.08'])
})
