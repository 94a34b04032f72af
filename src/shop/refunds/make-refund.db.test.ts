import { expect, test } from 'vitest'
import { payByCard, payTogether, refund } from '#server/testing/orders.ts'
import { stockOf } from '#server/testing/products.ts'
import { openShopWithOrders } from '#server/testing/unpaid-orders.ts'
import { signUp, signUpAdmin } from '#server/testing/users.ts'

/** Pays two orders of 10 and 11 pieces at $12.50 with one payment, at this rate of tax. */
async function openShopWithPaid(taxPercent = 0) {
  const opened = await openShopWithOrders(2)
  const { shop, jane, ids } = opened
  await shop.db.updateTable('orders').set({ taxPercent }).execute()
  const intent = await payTogether(jane, ids)
  await payByCard(shop, intent)
  await shop.cards.deliverDueWebhooks()
  const owen = await signUpAdmin(shop)
  const [first, second] = ids as [string, string]
  const pieces = (_id: string, quantity: number) => [{ _id, quantity }]
  return { ...opened, owen, intent, first, second, pieces }
}

const reason = 'Two came bent'
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)

test('pieces are refunded with their tax, and everything returns exactly the charge', async () => {
  const { shop, owen, intent, first, second, pieces, refundsOf } = await openShopWithPaid(19)
  // 21 pieces at $12.50 are $262.50; 19 % of it are $49.875, rounded up once.
  const { amount } = await shop.stripe.paymentIntents.retrieve(intent)
  expect(amount).toBe(31_238)
  const two = await refund(owen, intent, { lines: pieces(first, 2), reason })
  expect(two).toMatchObject({ status: 200, body: { net: 25, tax: 4.75, total: 29.75 } })
  const eight = await refund(owen, intent, { lines: pieces(first, 8), reason })
  const rest = await refund(owen, intent, { lines: pieces(second, 11), reason })
  expect([eight.status, rest.status]).toEqual([200, 200])
  expect(sum(await refundsOf(intent))).toBe(31_238)
  expect(await refund(owen, intent, { amount: 0.01, reason })).toMatchObject({
    status: 409,
    body: { code: 'too-much', message: '$0.00 of this payment can still be refunded.' },
  })
})

test('a free amount is split into net and tax, and is limited to the rest of the payment', async () => {
  const { owen, intent, refundsOf } = await openShopWithPaid(19)
  const free = await refund(owen, intent, { amount: 100, reason })
  expect(free.body).toMatchObject({ net: 84.03, tax: 15.97, total: 100, lines: [] })
  expect((await refund(owen, intent, { amount: 212.39, reason })).body.code).toBe('too-much')
  expect((await refund(owen, intent, { amount: 212.38, reason })).status).toBe(200)
  expect(sum(await refundsOf(intent))).toBe(31_238)
})

test('refunded pieces of a deleted product are there when it is restored', async () => {
  const { shop, owen, intent, product, first, pieces } = await openShopWithPaid()
  await owen.call('DELETE', `/products/${product.id}`)
  const before = await stockOf(shop.db, product.id)
  const wanted = { lines: pieces(first, 3) }
  const preview = await owen.call('POST', `/payments/${intent}/refunds/preview`, wanted)
  expect(preview.body.lines).toMatchObject([{ isProductDeleted: true }])
  expect((await refund(owen, intent, { ...wanted, reason, restock: true })).status).toBe(200)
  await owen.call('PUT', `/products/restore/${product.id}`)
  expect(await stockOf(shop.db, product.id)).toBe(before + 3)
})

test('the preview equals the refund, and changes nothing', async () => {
  const { shop, owen, intent, first, pieces } = await openShopWithPaid(20)
  for (const wanted of [{ lines: pieces(first, 3) }, { amount: 7.77 }]) {
    const preview = await owen.call('POST', `/payments/${intent}/refunds/preview`, wanted)
    expect(preview.status).toBe(200)
    const before = await shop.db.selectFrom('refund').select('id').execute()
    const made = await refund(owen, intent, { ...wanted, reason })
    const { left: _, less: __, ...plan } = preview.body
    expect(made.body).toMatchObject(plan)
    expect(await shop.db.selectFrom('refund').select('id').execute()).toHaveLength(before.length + 1)
  }
})

test('a paid line stays paid, its order says what happened, and the buyer gets mail and note', async () => {
  const { shop, jane, owen, intent, first, pieces, transactions } = await openShopWithPaid()
  await refund(owen, intent, { lines: pieces(first, 2), reason })
  expect(await transactions()).toEqual([intent, intent])
  const events = await shop.db.selectFrom('orderEvent').select(['kind', 'actorId']).execute()
  const owenId = await shop.db
    .selectFrom('account')
    .select('id')
    .where('email', '=', owen.email)
    .executeTakeFirstOrThrow()
  expect(events).toContainEqual({ kind: 'refunded', actorId: owenId.id })
  const [mail] = await shop.readMails()
  expect(mail).toMatchObject({ to: jane.email, subject: expect.stringContaining('$25.00') })
  expect(await shop.db.selectFrom('creditNote').select('number').execute()).toHaveLength(1)
})

test('the refunds of an order are listed with their pieces and the other orders of their payment', async () => {
  const { owen, intent, orders, first, pieces } = await openShopWithPaid()
  await refund(owen, intent, { amount: 12.5, reason })
  await refund(owen, intent, { lines: pieces(first, 2), reason })
  const [one, other] = orders
  const { body } = await owen.call('GET', `/orders/${one?.orderId}/refunds`)
  const payment = { transactionId: intent, total: 262.5, left: 225 }
  const lines = [{ _id: first, refundable: 8, open: 8 }]
  expect(body.payments).toMatchObject([{ ...payment, otherOrders: [other?.orderNumber], lines }])
  expect(body.refunds).toMatchObject([
    { state: 'succeeded', origin: 'shop', total: 12.5, lines: [] },
    { state: 'succeeded', origin: 'shop', total: 25, lines: [{ _id: first, quantity: 2 }] },
  ])
})

test('pieces return to stock only if the admin says so, and are taken back once', async () => {
  const { shop, owen, product, intent, first, pieces } = await openShopWithPaid()
  const stock = () => stockOf(shop.db, product.id)
  const before = await stock()
  await refund(owen, intent, { lines: pieces(first, 2), reason })
  expect(await stock()).toBe(before)
  await refund(owen, intent, { lines: pieces(first, 3), reason, restock: true })
  expect(await stock()).toBe(before + 3)
  expect(await refund(owen, intent, { lines: pieces(first, 6), reason })).toMatchObject({
    status: 409,
    body: {
      code: 'too-many-pieces',
      message: 'Only 5 of Try Square can still be refunded.',
    },
  })
})

test('a repeated key gets the first answer byte for byte, and another request none', async () => {
  const { owen, intent, first, pieces, refundsOf } = await openShopWithPaid()
  const ask = () => refund(owen, intent, { lines: pieces(first, 1), reason }, 'key-of-a-double-click')
  const answers = await Promise.all([ask(), ask(), ask()])
  const bodies = new Set(answers.map(({ body }) => JSON.stringify(body)))
  expect([bodies.size, ...answers.map(({ status }) => status)]).toEqual([1, 200, 200, 200])
  expect(await refundsOf(intent)).toEqual([1250])
  const other = await refund(owen, intent, { amount: 5, reason }, 'key-of-a-double-click')
  expect(other).toMatchObject({ status: 422, body: { code: 'key-reused' } })
})

test('only admins refund, only captured payments, and only their lines', async () => {
  const { shop, jane, owen, intent, start, first, pieces } = await openShopWithPaid()
  const eve = await signUp(shop)
  for (const user of [jane, eve]) {
    expect((await refund(user, intent, { amount: 1, reason })).status).toBe(403)
  }
  expect((await refund(owen, 'pi_unknown', { amount: 1, reason })).status).toBe(404)
  expect((await start([first])).status).toBe(409)
  const strange = '01939e0c-0000-7000-8000-00000000dead'
  expect((await refund(owen, intent, { lines: pieces(strange, 1), reason })).status).toBe(422)
  const path = `/payments/${intent}/refunds`
  expect((await owen.call('POST', path, { amount: 1, reason })).body.code).toBe('key-missing')
  for (const wrong of [{ amount: 0 }, { amount: 1.001 }, { lines: [] }, {}]) {
    expect((await refund(owen, intent, { ...wrong, reason })).status).toBe(422)
  }
})
