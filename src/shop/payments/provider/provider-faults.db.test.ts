import { expect, test } from 'vitest'
import type { Answer } from '#server/testing/api-driver.ts'
import { ordersOf, payByCard, reportPayment, startPaying } from '#server/testing/orders.ts'
import { openShopWithOrder } from '#server/testing/unpaid-orders.ts'
import { cancelLine } from '#shop/orders/cancel/cancel-order.server.ts'
import { orderFault } from '#simulators/card-payments/testing/simulator-fixture.ts'

function expectTryAgain({ status, headers, body }: Answer, message: RegExp): void {
  expect(status).toBe(503)
  expect(headers.get('Retry-After')).toBe('5')
  expect(body).toEqual({ code: 'unavailable', message: expect.stringMatching(message) })
}
const silent = /^The card payment provider is not responding/
const underWay = { status: 202, body: { deletedCount: 0, status: 'cancelling' } }

test.each([
  ['rate_limited', 1],
  // The provider's SDK tries three times.
  ['server_error', 3],
])('while the provider answers %s, an order waits unharmed', async (kind, count) => {
  const { jane, order, fault, open } = await openShopWithOrder()
  await fault(kind, 'payment_intents.create', count)
  expectTryAgain(await open(), silent)
  expect(await ordersOf(jane)).toEqual([order])
  expect((await open()).status).toBe(200)
})

test('a single server fault of the provider is retried', async () => {
  const { fault, open } = await openShopWithOrder()
  await fault('server_error', 'payment_intents.create')
  expect((await open()).status).toBe(200)
})

test('a payment that cannot be fetched can be reported again', async () => {
  const { shop, jane, order, fault } = await openShopWithOrder()
  const intent = await startPaying(jane, order)
  await payByCard(shop, intent)
  await fault('rate_limited', 'payment_intents.retrieve')
  expectTryAgain(await reportPayment(jane, order, intent), silent)
  expect((await reportPayment(jane, order, intent)).body).toEqual({
    ...order,
    status: 'paid',
    heldUntil: undefined,
    transactionId: intent,
  })
})

test('without a response of the provider the order stays cancelling and can be cancelled again', async () => {
  const { shop, jane, order, fault, open, cancel, stock } = await openShopWithOrder()
  const intent = await startPaying(jane, order)
  await fault('rate_limited', 'payment_intents.cancel')
  expect(await cancel()).toMatchObject(underWay)
  expect(await ordersOf(jane)).toEqual([{ ...order, status: 'cancelling', heldUntil: undefined }])
  expect(await stock()).toBe(90)
  expect(await open()).toMatchObject({
    status: 409,
    body: { code: 'being-cancelled', message: 'This order is being cancelled.' },
  })
  expect((await cancel()).status).toBe(200)
  expect((await shop.stripe.paymentIntents.retrieve(intent)).status).toBe('canceled')
  expect(await stock()).toBe(100)
})

test('a slow cancellation responds in time, acknowledges no stock, and continues', async () => {
  const { shop, product, jane, order, stock } = await openShopWithOrder()
  const provider = Promise.withResolvers<'cancelled'>()
  const deps = { cancelPayment: () => provider.promise, countOrder: () => {} }
  const account = shop.db.selectFrom('account').select('id').where('email', '=', jane.email)
  const { id } = await account.executeTakeFirstOrThrow()
  const buyer = { id, role: 'buyer' } as const
  expect(await cancelLine(1, shop.db, deps, buyer, order._id)).toBe('under-way')
  const acknowledge = () => jane.call('PUT', `/products/quantity/${product.id}`, { quantity: order.quantity })
  expect((await acknowledge()).status).toBe(403)
  expect(await stock()).toBe(90)
  provider.resolve('cancelled')
  await expect.poll(stock).toBe(100)
  expect((await acknowledge()).status).toBe(200)
})

test('the payment page shows a payment that the bank is processing', async () => {
  const { shop, jane, order, open } = await openShopWithOrder()
  const intent = await startPaying(jane, order)
  expect((await open()).body.isProcessing).toBe(false)
  await orderFault(shop.cards.app, { kind: 'bank_on_hold' })
  await payByCard(shop, intent)
  shop.clock.now = new Date(shop.clock.now.getTime() + 60_000)
  await shop.cards.deliverDueWebhooks()
  expect((await open()).body.isProcessing).toBe(true)
  const headers = { 'Content-Type': 'application/json' }
  await shop.cards.app.request('/faults/clear', { method: 'POST', headers })
  await shop.cards.deliverDueWebhooks()
  expect((await open()).status).toBe(409)
})

test('a cancellation succeeds although its response was lost', async () => {
  const { shop, jane, order, cancel, stock } = await openShopWithOrder()
  await shop.stripe.paymentIntents.cancel(await startPaying(jane, order))
  expect((await cancel()).status).toBe(200)
  expect(await stock()).toBe(100)
})

test('an order cannot be cancelled while the bank processes its payment', async () => {
  const { shop, jane, order, cancel, stock } = await openShopWithOrder()
  const intent = await startPaying(jane, order)
  await orderFault(shop.cards.app, { kind: 'slow_bank' })
  await payByCard(shop, intent)
  expect(await cancel()).toMatchObject(underWay)
  expect(await stock()).toBe(90)
  shop.clock.now = new Date(shop.clock.now.getTime() + 6000)
  await shop.cards.deliverDueWebhooks()
  expect(await ordersOf(jane)).toEqual([
    { ...order, status: 'paid', heldUntil: undefined, transactionId: intent },
  ])
  expect((await cancel()).status).toBe(409)
  expect(await stock()).toBe(90)
})
