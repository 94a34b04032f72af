import { expect, test } from 'vitest'
import { intentOf, payByCard, reportPayment, startPaying } from '#server/testing/orders.ts'
import { stockOf } from '#server/testing/products.ts'
import { openShopWithOrders } from '#server/testing/unpaid-orders.ts'
import type { OrderLine } from '#shop/orders/order.ts'
import { orderFault, pass } from '#simulators/card-payments/testing/simulator-fixture.ts'

const HOUR = 3600

test('cancelling a line cancels its open payment, which starts again with the new total', async () => {
  const { shop, product, jane, ids, start, cancel, transactions, statusOf } = await openShopWithOrders()
  const { body } = await start()
  const intent = intentOf(body.clientSecret)
  expect((await cancel(ids[0])).status).toBe(200)
  expect(await statusOf(intent)).toBe('canceled')
  expect(await stockOf(shop.db, product.id)).toBe(10_000 - 11 - 12)
  await expect(payByCard(shop, intent)).rejects.toThrow('status of canceled')

  const again = await jane.call('GET', `/payments/${body._id}`)
  expect(again).toMatchObject({ status: 200, body: { total: 287.5 } })
  expect(again.body._id).not.toBe(body._id)
  const rest = intentOf(again.body.clientSecret)
  await payByCard(shop, rest)
  await shop.cards.deliverDueWebhooks()
  expect(await transactions()).toEqual([rest, rest])
  expect(await jane.call('GET', `/payments/${body._id}`)).toMatchObject({
    status: 409,
    body: { code: 'payment-cancelled' },
  })
})

test('cancelling an order after the money moved pays all lines of the payment', async () => {
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
    .updateTable('orders')
    .set({ heldUntil: new Date(shop.clock.now.getTime() - 1000) })
    .where('id', '=', (is) =>
      is
        .selectFrom('orderLine')
        .select('orderId')
        .where('id', '=', ids[1] ?? ''),
    )
    .execute()
  await shop.reconcile()
  expect(await statusOf(intent)).toBe('canceled')
  expect(await transactions()).toEqual([undefined, undefined])
  // The others expire when their own time is over, without a payment of theirs.
  pass(shop.clock, 73 * HOUR)
  await shop.reconcile()
  expect(await transactions()).toEqual([])
})

test('the payment of a single line replaces the open one of several', async () => {
  const { shop, jane, orders, open, transactions, statusOf } = await openShopWithOrders()
  const [first] = orders as [OrderLine]
  const several = await open()
  const single = await startPaying(jane, first)
  expect(await statusOf(several)).toBe('canceled')
  await payByCard(shop, single)
  expect((await reportPayment(jane, first, single)).status).toBe(200)
  expect(await transactions()).toEqual([single, undefined, undefined])
})

test('money that does not match the payment as started is refunded in full', async () => {
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
  const { shop, ids, open, start, transactions, ledger } = await openShopWithOrders()
  const [first, second, third] = ids as [string, string, string]
  const one = await open([first, second])
  await payByCard(shop, one)
  expect(await start([second, third])).toMatchObject({
    status: 409,
    body: { code: 'paid-meanwhile' },
  })
  expect(await transactions()).toEqual([one, one, undefined])
  expect(await ledger()).toHaveLength(1)
  const again = await open([third])
  await payByCard(shop, again)
  await shop.cards.deliverDueWebhooks()
  expect(await transactions()).toEqual([one, one, again])
})

test('while the bank processes a payment, its lines start no other one, and it goes on', async () => {
  const { shop, ids, open, start, cancel, transactions, ledger } = await openShopWithOrders()
  const intent = await open()
  await orderFault(shop.cards.app, { kind: 'slow_bank' })
  await payByCard(shop, intent)
  expect(await start(ids.slice(1))).toMatchObject({
    status: 409,
    body: { code: 'payment-processing' },
  })
  expect(await ledger()).toMatchObject([{ status: 'open', live: ids }])
  expect(await start()).toMatchObject({ status: 200, body: { isProcessing: true } })
  expect((await cancel(ids[0])).status).toBe(202)
  pass(shop.clock, 10)
  await shop.cards.deliverDueWebhooks()
  await shop.reconcile()
  expect(await transactions()).toEqual([intent, intent, intent])
})

test('a silent provider: the new payment is not made, and the old one stays as it was', async () => {
  const { shop, ids, open, start, transactions, ledger } = await openShopWithOrders()
  const intent = await open()
  const before = await ledger()
  const silence = { kind: 'rate_limited', call: 'payment_intents.cancel' }
  await orderFault(shop.cards.app, silence)
  expect((await start(ids.slice(1))).status).toBe(503)
  expect(await ledger()).toEqual(before)
  await payByCard(shop, intent)
  await shop.cards.deliverDueWebhooks()
  expect(await transactions()).toEqual([intent, intent, intent])
})

test('a line being cancelled keeps its payment cancelling, even if another payment is started', async () => {
  const { shop, ids, open, start, cancel, transactions, statusOf, ledger } = await openShopWithOrders()
  const intent = await open()
  await orderFault(shop.cards.app, {
    kind: 'rate_limited',
    call: 'payment_intents.cancel',
    count: 2,
  })
  expect((await cancel(ids[0])).status).toBe(202)
  expect((await start(ids.slice(1))).status).toBe(503)
  expect(await ledger()).toMatchObject([{ status: 'cancelling' }])
  pass(shop.clock, 60)
  await shop.reconcile()
  expect(await statusOf(intent)).toBe('canceled')
  expect(await transactions()).toEqual([undefined, undefined])
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

test('the reconciler records a payment after a lost webhook, and finishes an interrupted cancellation', async () => {
  const { shop, ids, open, transactions, statusOf } = await openShopWithOrders(4)
  const [first, second, third, fourth] = ids as [string, string, string, string]
  const lost = await open([first, second])
  await orderFault(shop.cards.app, { kind: 'webhook_lost' })
  await payByCard(shop, lost)
  await shop.reconcile()
  expect(await transactions()).toEqual([lost, lost, undefined, undefined])

  const interrupted = await open([third, fourth])
  await shop.db
    .updateTable('payment')
    .set({ cancellingAt: shop.clock.now })
    .where('providerId', '=', interrupted)
    .execute()
  pass(shop.clock, 60)
  await shop.reconcile()
  expect(await statusOf(interrupted)).toBe('canceled')
  const again = await open([third, fourth])
  await payByCard(shop, again)
  await shop.cards.deliverDueWebhooks()
  expect(await transactions()).toEqual([lost, lost, again, again])
})
