import { expect, test } from 'vitest'
import { addOrder, capture, openBooks, recordCapture, recordRefund, standard } from '#server/testing/books.ts'
import { orderTax } from '#shop/tax/tax.ts'
import { creditNoteContent, invoiceContent } from './document-content.server.ts'
import { issueCreditNote } from './issue-credit-note.server.ts'

const year = new Date().getUTCFullYear()

test('an invoice names the buyer, each line and the tax once, and the order notes its issue', async () => {
  const books = await openBooks()
  const order = await addOrder(books, [3, 7], orderTax(standard, 8.25))
  const place = { city: 'Hollywood', region: 'CA', postcode: '91601', country: 'United States' }
  await books.db
    .updateTable('account')
    .set({ address: '1 Elm Street', ...place })
    .execute()
  const { id, number } = await capture(books, order.lines, 8.25)
  expect(number).toBe(`INV-${year}-00001`)
  const { content } = await books.db
    .selectFrom('invoice')
    .selectAll()
    .where('paymentId', '=', id)
    .executeTakeFirstOrThrow()
  expect(invoiceContent.parse(content)).toMatchObject({
    seller: { name: 'Forgewell', taxName: 'Sales tax' },
    buyer: {
      name: 'Jane',
      company: 'Vans & Co',
      taxId: 'DE-77',
      billingAddress: '1 Elm Street\nHollywood, CA 91601\nUnited States',
    },
    lines: [
      { orderNumber: order.number, unitPrice: 1250, quantity: 3, net: 3750 },
      { orderNumber: order.number, unitPrice: 1250, quantity: 7, net: 8750 },
    ],
    tax: { percent: 8.25, treatment: 'standard', reference: null },
    amounts: { net: 12_500, tax: 1031, total: 13_531 },
    payment: `pi_${id}`,
  })
  const events = await books.db.selectFrom('orderEvent').select(['orderId', 'kind', 'data']).execute()
  const data = { kind: 'invoice', number }
  expect(events).toEqual([{ orderId: order.id, kind: 'document-issued', data }])
})

test('a credit note has the buyer and tax of its invoice, whatever changed since, and only once', async () => {
  const books = await openBooks()
  const { db } = books
  const tax = orderTax({ treatment: 'reverse-charge', reference: 'DE-77' }, 19)
  const order = await addOrder(books, [4], tax)
  const { id: paymentId, number: invoiceNumber, charge } = await capture(books, order.lines, 0)
  await db.updateTable('account').set({ company: '', taxId: '' }).execute()
  const { id, number } = await recordRefund(db, paymentId, charge, order.lines[0])
  expect(number).toBe(`CN-${year}-00001`)
  expect(await issueCreditNote(db, id)).toBe(number)
  const notes = await db.selectFrom('creditNote').select('content').execute()
  expect(notes.map(({ content }) => creditNoteContent.parse(content))).toMatchObject([
    {
      buyer: { company: 'Vans & Co', taxId: 'DE-77' },
      tax: { percent: 0, treatment: 'reverse-charge', reference: 'DE-77' },
      lines: [{ sku: 'P-1', quantity: 4, net: 5000 }],
      amounts: charge,
      invoiceNumber,
    },
  ])
})

test('numbers have no gaps when payments commit at once or roll back', async () => {
  const books = await openBooks()
  const { lines } = await addOrder(books, [1, 2, 3, 4, 5, 6, 7, 8])
  const spoilt = await addOrder(books, [1])
  const failing = books.db.transaction().execute(async (db) => {
    await recordCapture({ ...books, db }, spoilt.lines, 0)
    throw new Error('spoilt')
  })
  const outcomes = await Promise.allSettled([failing, ...lines.map((line) => capture(books, [line], 0))])
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  const invoices = await books.db.selectFrom('invoice').select('number').orderBy('issuedAt').execute()
  expect(invoices.map(({ number }) => number)).toEqual(
    lines.map((_, index) => `INV-${year}-0000${index + 1}`),
  )
})

test('the database refuses to change or delete an issued document', async () => {
  const books = await openBooks()
  const { lines } = await addOrder(books, [1])
  const { id, charge } = await capture(books, lines, 0)
  await recordRefund(books.db, id, charge)
  const { db } = books
  const refused = /rows of \w+ never change/
  await expect(db.updateTable('invoice').set({ content: '{}' }).execute()).rejects.toThrow(refused)
  await expect(db.deleteFrom('invoice').execute()).rejects.toThrow(refused)
  await expect(db.deleteFrom('invoiceLine').execute()).rejects.toThrow(refused)
  await expect(db.deleteFrom('creditNote').execute()).rejects.toThrow(refused)
})
