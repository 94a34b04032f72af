import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { OrderLine } from '#shop/orders/order.ts'
import { orderFault, pass } from '#simulators/card-payments/testing/simulator-fixture.ts'
import { intentOf, payByCard, reportPayment, startPaying } from '#testing/orders.ts'
import { stockOf } from '#testing/products.ts'
import { openShopWithOrders } from '#testing/unpaid-orders.ts'

const HOUR = 3600

test('cancelling one order of an open payment cancels the payment; the others can be paid', async () => {
  const { shop, product, jane, ids, start, open, cancel, transactions, statusOf } =
    await openShopWithOrders()
  const { body } = await start()
  const intent = intentOf(body.clientSecret)
  expect((await cancel(ids[0])).status).toBe(200)
  expect(await statusOf(intent)).toBe('canceled')
  expect(await transactions()).toEqual([undefined, undefined])
  expect(await stockOf(shop.db, product.id)).toBe(10_000 - 11 - 12)
  expect(await jane.call('GET', `/payments/${body._id}`)).toMatchObject({
    status: 409,
    body: { code: 'payment-cancelled' },
  })
  await expect(payByCard(shop, intent)).rejects.toThrow('status of canceled')
  const rest = await open(ids.slice(1))
  await payByCard(shop, rest)
  await shop.cards.deliverDueWebhooks()
  expect(await transactions()).toEqual([rest, rest])
})

test('cancelling an order after the money moved pays the whole group', async () => {
  const { shop, ids, open, cancel, transactions } = await openShopWithOrders()
  const intent = await open()
  await payByCard(shop, intent)
  expect(await cancel(ids[1])).toMatchObject({ status: 409, body: { code: 'already-paid' } })
  expect(await transactions()).toEqual([intent, intent, intent])
})

test('the expiry of one order cancels the payment and leaves the others', async () => {
  const { shop, ids, open, transactions, statusOf } = await openShopWithOrders()
  const intent = await open()
  await shop.db
    .updateTable('orderLine')
    .set({ heldUntil: new Date(shop.clock.now.getTime() - 1000) })
    .where('id', '=', ids[1] ?? '')
    .execute()
  await shop.reconcile()
  expect(await statusOf(intent)).toBe('canceled')
  expect(await transactions()).toEqual([undefined, undefined])
  // The others expire when their own time is over, without a payment of theirs.
  pass(shop.clock, 73 * HOUR)
  await shop.reconcile()
  expect(await transactions()).toEqual([])
})

test('an order paid singly cancels the payment of its group', async () => {
  const { shop, jane, orders, open, transactions, statusOf } = await openShopWithOrders()
  const [first] = orders as [Order]
  const group = await open()
  const single = await startPaying(jane, first)
  await payByCard(shop, single)
  expect((await reportPayment(jane, first, single)).status).toBe(200)
  expect(await statusOf(group)).toBe('canceled')
  expect(await transactions()).toEqual([single, undefined, undefined])
})

test.each(['the single payment', 'the group'])(
  'an order is paid twice, %s is recorded first: exactly the surplus is refunded, once',
  async (first) => {
    const { shop, jane, orders, open, transactions, refundsOf } = await openShopWithOrders()
    const [order] = orders as [Order]
    const group = await open()
    const single = await startPaying(jane, order)
    await payByCard(shop, group)
    await payByCard(shop, single)
    const intent = first === 'the group' ? group : single
    expect((await reportPayment(jane, order, intent)).status).toBe(200)
    await shop.cards.deliverDueWebhooks()
    await shop.reconcile()
    expect(await transactions()).toEqual([intent, group, group])
    expect(await refundsOf(group)).toEqual(first === 'the group' ? [] : [12_500])
    expect(await refundsOf(single)).toEqual(first === 'the group' ? [12_500] : [])
    // The order whose part was refunded is not reported as paid by the group.
    const reported = await reportPayment(jane, order, group)
    expect(reported.status).toBe(first === 'the group' ? 200 : 409)
  },
)

test('an order is paid twice and no event of its single payment arrives: the surplus is refunded', async () => {
  const { shop, jane, orders, open, transactions, refundsOf } = await openShopWithOrders()
  const [order] = orders as [Order]
  const group = await open()
  const single = await startPaying(jane, order)
  await payByCard(shop, group)
  await orderFault(shop.cards.app, { kind: 'webhook_lost', count: 2 })
  await payByCard(shop, single)
  expect((await reportPayment(jane, order, group)).status).toBe(200)
  await shop.cards.deliverDueWebhooks()
  expect(await refundsOf(single)).toEqual([])
  await shop.reconcile()
  expect(await transactions()).toEqual([group, group, group])
  expect(await refundsOf(single)).toEqual([12_500])
  expect(await refundsOf(group)).toEqual([])
})

test('the single payment of an order that its group paid can no longer be paid', async () => {
  const { shop, jane, orders, open, transactions, statusOf } = await openShopWithOrders()
  const [order] = orders as [Order]
  const group = await open()
  const single = await startPaying(jane, order)
  await payByCard(shop, group)
  expect((await reportPayment(jane, order, group)).status).toBe(200)
  await shop.reconcile()
  expect(await statusOf(single)).toBe('canceled')
  await expect(payByCard(shop, single)).rejects.toThrow('status of canceled')
  expect(await transactions()).toEqual([group, group, group])
  const asked = await shop.db
    .selectFrom('orderLine')
    .select('paymentIntentId')
    .where('id', '=', order._id)
    .executeTakeFirstOrThrow()
  expect(asked.paymentIntentId).toBeNull()
})

test('a refund of a part is repeated until the provider answers, and happens once', async () => {
  const { shop, jane, orders, open, refundsOf, ledger } = await openShopWithOrders()
  const [order] = orders as [Order]
  const group = await open()
  const single = await startPaying(jane, order)
  await payByCard(shop, group)
  await payByCard(shop, single)
  await orderFault(shop.cards.app, { kind: 'server_error', call: 'refunds.create', count: 6 })
  await reportPayment(jane, order, single)
  expect(await refundsOf(group)).toEqual([])
  expect((await ledger()).filter(({ refundDueAt }) => refundDueAt)).toHaveLength(1)
  await shop.reconcile()
  expect(await refundsOf(group)).toEqual([])
  pass(shop.clock, 60)
  await shop.reconcile()
  expect(await refundsOf(group)).toEqual([12_500])

  // The shop lost the provider's response, and its idempotency key has expired.
  const forgotten = { refundedAt: null, refundId: null, refundCheckAt: new Date(0) }
  await shop.db.updateTable('capturedPayment').set(forgotten).execute()
  await sql`delete from card_simulator.idempotency_key`.execute(shop.db)
  await shop.reconcile()
  expect(await refundsOf(group)).toEqual([12_500])
})

test('money that is not the payment as it was started is refunded as a whole', async () => {
  const { shop, start, transactions, refundsOf } = await openShopWithOrders()
  const { body } = await start()
  const card = { currency: 'usd', payment_method: 'pm_card_visa', confirm: true }
  const metadata = { paymentId: body._id }
  for (const amount of [41_249, 41_250]) {
    const strange = await shop.stripe.paymentIntents.create({ ...card, amount, metadata })
    await shop.cards.deliverDueWebhooks()
    await shop.cards.deliverDueWebhooks()
    expect(await refundsOf(strange.id)).toEqual([amount])
  }
  for (const paymentId of ['01939e0c-0000-7000-8000-00000000dead', 'x']) {
    await shop.stripe.paymentIntents.create({ ...card, amount: 41_250, metadata: { paymentId } })
    await shop.cards.deliverDueWebhooks()
  }
  expect(await transactions()).toEqual([undefined, undefined, undefined])
  await payByCard(shop, intentOf(body.clientSecret))
  await shop.cards.deliverDueWebhooks()
  expect(new Set(await transactions())).toEqual(new Set([intentOf(body.clientSecret)]))
})

test('a payment with some of the same orders replaces the open one', async () => {
  const { shop, ids, open, transactions, statusOf } = await openShopWithOrders()
  const [first, second, third] = ids as [string, string, string]
  const one = await open([first, second])
  const other = await open([second, third])
  expect(await statusOf(one)).toBe('canceled')
  await payByCard(shop, other)
  await shop.cards.deliverDueWebhooks()
  expect(await transactions()).toEqual([undefined, other, other])
})

test('a payment is not replaced once its money moved', async () => {
  const { shop, ids, open, start, transactions } = await openShopWithOrders()
  const [first, second, third] = ids as [string, string, string]
  const one = await open([first, second])
  await payByCard(shop, one)
  expect(await start([second, third])).toMatchObject({ status: 409 })
  expect(await transactions()).toEqual([one, one, undefined])
  await shop.reconcile()
  const again = await open([third])
  await payByCard(shop, again)
  await shop.cards.deliverDueWebhooks()
  expect(await transactions()).toEqual([one, one, again])
})

test('while the bank processes a payment, its orders start no other one', async () => {
  const { shop, ids, open, start, cancel, transactions } = await openShopWithOrders()
  const intent = await open()
  await orderFault(shop.cards.app, { kind: 'slow_bank' })
  await payByCard(shop, intent)
  expect((await start(ids.slice(1))).status).toBe(503)
  expect((await cancel(ids[0])).status).toBe(202)
  pass(shop.clock, 10)
  await shop.cards.deliverDueWebhooks()
  await shop.reconcile()
  expect(await transactions()).toEqual([intent, intent, intent])
})

test('a start that the provider never answered leaves nothing that can be paid', async () => {
  const { shop, ids, start, open, cancel, transactions } = await openShopWithOrders()
  const [, second, third] = ids as [string, string, string]
  // The intent exists at the provider, but the shop never learned of it.
  await orderFault(shop.cards.app, {
    kind: 'server_error',
    call: 'payment_intents.create',
    count: 3,
  })
  expect((await start()).status).toBe(503)
  expect((await cancel(ids[0])).status).toBe(200)
  const unfinished = await shop.db.selectFrom('payment').select('status').execute()
  expect(unfinished).toEqual([{ status: 'cancelled' }])
  const rest = await open([second, third])
  await payByCard(shop, rest)
  await shop.cards.deliverDueWebhooks()
  expect(await transactions()).toEqual([rest, rest])
})

test('the reconciler pays what a lost webhook left, and ends a cancellation that failed', async () => {
  const { shop, jane, ids, orders, open, transactions, statusOf } = await openShopWithOrders(4)
  const [first, second, third, fourth] = ids as [string, string, string, string]
  const lost = await open([first, second])
  await orderFault(shop.cards.app, { kind: 'webhook_lost' })
  await payByCard(shop, lost)
  await shop.reconcile()
  expect(await transactions()).toEqual([lost, lost, undefined, undefined])

  const group = await open([third, fourth])
  const single = await startPaying(jane, orders[2] as OrderLine)
  await payByCard(shop, single)
  await orderFault(shop.cards.app, { kind: 'rate_limited', call: 'payment_intents.cancel' })
  await reportPayment(jane, orders[2] as OrderLine, single)
  expect(await statusOf(group)).not.toBe('canceled')
  pass(shop.clock, 60)
  await shop.reconcile()
  expect(await statusOf(group)).toBe('canceled')
  expect(await transactions()).toEqual([lost, lost, single, undefined])
})
