import { expect, test } from 'vitest'
import { addOrder, capture, openBooks } from '#server/testing/books.ts'
import { buy, payByCard, reportPayment, startPaying } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUp, signUpAdmin } from '#server/testing/users.ts'
import { streamLedgerCsv } from './ledger-csv.server.ts'

test('the ledger has the documents of its period, credit notes negative, and no formulas', async () => {
  const shop = await openTestShop()
  const [owen, jane] = [await signUpAdmin(shop), await signUp(shop)]
  await shop.db.updateTable('account').set({ company: '=1+1' }).where('email', '=', jane.email).execute()
  const order = await buy(jane, await addProduct(shop.db))
  const intent = await startPaying(jane, order)
  await payByCard(shop, intent)
  await reportPayment(jane, order, intent)
  const { id } = await shop.db.selectFrom('payment').select('id').executeTakeFirstOrThrow()
  const refund = { amount: 2.5, reason: 'Damaged' }
  const key = { 'Idempotency-Key': 'once' }
  const made = await owen.call('POST', `/payments/${id}/refunds`, refund, key)
  expect(made).toMatchObject({ status: 200 })
  await shop.cards.deliverDueWebhooks()
  const csv = async (query: string) => {
    const { status, body } = await owen.call('GET', `/ledger/csv?${query}`)
    expect(status).toBe(200)
    return (body as string).trim().split('\r\n')
  }
  const [head, invoice, note, ...others] = await csv('')
  expect(head).toContain('Number,Document,"Date, UTC",Buyer,Company,Tax ID')
  expect(invoice).toMatch(/^INV-\d{4}-00001,Invoice,.*,'=1\+1,.*,125\.00,0\.00,125\.00$/)
  expect(note).toMatch(/^CN-\d{4}-00001,Credit note,.*,-2\.50,0\.00,-2\.50$/)
  expect(others).toEqual([])
  expect((await csv('format=semicolon'))[1]).toMatch(/;125,00;0,00;125,00$/)
  expect(await csv('to=2020-01-01T00:00:00Z')).toHaveLength(1)
  expect(await csv('from=2020-01-01T00:00:00Z')).toHaveLength(3)
})

test('a ledger of several batches has every document once', { tags: 'long' }, async () => {
  const books = await openBooks()
  const issued = 501
  const { lines } = await addOrder(
    books,
    Array.from({ length: issued }, () => 1),
  )
  for (const line of lines) await capture(books, [line], 0)
  const csv = await new Response(await streamLedgerCsv(books.db, {}, 'comma')).text()
  const rows = csv.trim().split('\r\n')
  expect(rows).toHaveLength(1 + issued)
  expect(new Set(rows).size).toBe(1 + issued)
})
