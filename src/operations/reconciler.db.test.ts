import { pino } from 'pino'
import { expect, test } from 'vitest'
import {
  buy,
  buySeveral,
  listedOrders,
  ordersOf,
  payByCard,
  payUnasked,
  startPaying,
} from '#server/testing/orders.ts'
import { addProduct, stockOf } from '#server/testing/products.ts'
import { keys, openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { openShopWithOrder } from '#server/testing/unpaid-orders.ts'
import { signUp, signUpAdmin } from '#server/testing/users.ts'
import { providersOf } from '#shop/payments/provider/card-providers.server.ts'
import { createStripePayments } from '#shop/payments/stripe/stripe-payments.server.ts'
import { inProcessFetch } from '#simulators/card-payments/api/in-process-fetch.ts'
import { orderFault, pass } from '#simulators/card-payments/testing/simulator-fixture.ts'
import { createReconciler } from './reconciler.server.ts'

const HOUR = 3600

async function refundsOf({ stripe }: TestShop): Promise<number[]> {
  return (await stripe.refunds.list()).data.map(({ amount }) => amount)
}

/** The reconciler of another process. */
function reconcilerOf({ db, clock, metrics, payments: own }: TestShop, payments = own) {
  const log = pino({ level: 'silent' })
  const { countOrder } = metrics
  return createReconciler({
    db,
    log,
    providers: providersOf(payments),
    countOrder,
    clock: () => clock.now,
  })
}

test('a captured payment is found when the webhook is lost and the buyer has left', async () => {
  const { shop, jane, order } = await openShopWithOrder()
  const intent = await startPaying(jane, order)
  await shop.reconcile()
  expect(await ordersOf(jane)).toEqual([order])
  await orderFault(shop.cards.app, { kind: 'webhook_lost' })
  await payByCard(shop, intent)
  expect(await shop.cards.deliverDueWebhooks()).toBe(0)
  await shop.reconcile()
  expect(await ordersOf(jane)).toEqual([
    { ...order, status: 'paid', heldUntil: undefined, transactionId: intent },
  ])
})

test('a failed provider call does not block other orders and is retried', async () => {
  const shop = await openTestShop()
  const product = await addProduct(shop.db, { quantity: 300 })
  const jane = await signUp(shop)
  await orderFault(shop.cards.app, { kind: 'webhook_lost', count: 100 })
  const payOne = async () => payByCard(shop, await startPaying(jane, await buy(jane, product)))
  await Promise.all(Array.from({ length: 25 }, payOne))
  await orderFault(shop.cards.app, {
    kind: 'rate_limited',
    call: 'payment_intents.retrieve',
    count: 3,
  })
  const paid = async () => (await ordersOf(jane)).filter(({ transactionId }) => transactionId)
  await shop.reconcile()
  expect(await paid()).toHaveLength(22)
  await shop.reconcile()
  expect(await paid()).toHaveLength(25)
})

test('a cancellation is completed after the provider failed', async () => {
  const { shop, jane, order, fault, cancel, stock } = await openShopWithOrder()
  await startPaying(jane, order)
  await fault('rate_limited', 'payment_intents.cancel', 3)
  expect((await cancel()).status).toBe(202)
  // The buyer's request may still be running.
  await shop.reconcile()
  expect(await ordersOf(jane)).toHaveLength(1)
  pass(shop.clock, 10)
  await shop.reconcile()
  expect(await ordersOf(jane)).toEqual([{ ...order, status: 'cancelling', heldUntil: undefined }])
  await shop.reconcile()
  expect(await ordersOf(jane)).toEqual([])
  expect(await stock()).toBe(100)
})

test('a deleted user’s orders are cancelled once the provider responds again', async () => {
  const { shop, jane, order, fault, stock } = await openShopWithOrder()
  await startPaying(jane, order)
  await fault('rate_limited', 'payment_intents.cancel')
  const owen = await signUpAdmin(shop)
  expect((await owen.call('DELETE', `/users/${jane.email}`)).status).toBe(200)
  expect(await listedOrders(shop.db)).toHaveLength(1)
  pass(shop.clock, 10)
  await shop.reconcile()
  expect(await listedOrders(shop.db)).toEqual([])
  expect(await stock()).toBe(100)
})

test.each([
  ['pays', true],
  ['gives up', false],
])('a cancellation during a pending payment completes when the bank %s', async (_, pays) => {
  const { shop, jane, order, cancel, stock } = await openShopWithOrder()
  const intent = await startPaying(jane, order)
  await orderFault(shop.cards.app, { kind: 'slow_bank' })
  await orderFault(shop.cards.app, { kind: 'webhook_lost', count: 10 })
  const card = pays ? 'pm_card_visa' : 'pm_card_chargeDeclined'
  await shop.stripe.paymentIntents.confirm(intent, { payment_method: card })
  expect((await cancel()).status).toBe(202)
  pass(shop.clock, 10)
  await shop.cards.deliverDueWebhooks()
  await shop.reconcile()
  const left = await ordersOf(jane)
  expect(left).toEqual(
    pays ? [{ ...order, status: 'paid', heldUntil: undefined, transactionId: intent }] : [],
  )
  expect(await stock()).toBe(pays ? 90 : 100)
})

test('an unpaid order expires after 72 hours, not before, like a cancellation', async () => {
  const { shop, product, jane, order, stock } = await openShopWithOrder()
  const intent = await startPaying(jane, order)
  pass(shop.clock, 71.9 * HOUR)
  await shop.reconcile()
  expect(await listedOrders(shop.db)).toHaveLength(1)
  pass(shop.clock, 0.2 * HOUR)
  await shop.reconcile()
  expect(await listedOrders(shop.db)).toEqual([])
  expect(await stock()).toBe(100)
  expect((await shop.stripe.paymentIntents.retrieve(intent)).status).toBe('canceled')
  const [mail] = await shop.readMails()
  expect(mail).toMatchObject({
    to: jane.email,
    subject: `Cancelled: order ${order.orderNumber}, 10 × Try Square`,
  })
  const moved = await shop.db.selectFrom('stockMovement').selectAll().orderBy('id').execute()
  const account = await shop.db.selectFrom('account').select('id').executeTakeFirstOrThrow()
  const back = { productId: product.id, delta: 10, kind: 'cancel', accountId: account.id }
  expect(moved.at(-1)).toMatchObject({ ...back, orderLineId: order._id })
})

test('an expired order of several lines is cancelled at once, by the shop', async () => {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  const order = await buySeveral(jane, [await addProduct(shop.db), await addProduct(shop.db)])
  pass(shop.clock, 73 * HOUR)
  await shop.reconcile()
  const cancels = await shop.db
    .selectFrom('orderEvent')
    .select(['actorId', 'data'])
    .where('kind', '=', 'line-cancelled')
    .execute()
  expect(cancels).toEqual([{ actorId: null, data: { lines: order.lines.map(({ _id }) => _id) } }])
  const mails = (await shop.readMails()).filter(({ subject }) => subject.startsWith('Cancelled'))
  expect(mails).toMatchObject([{ subject: `Cancelled: order ${order.number}, 2 tools` }])
})

test('a paid order never expires', async () => {
  const { shop, jane, order, stock } = await openShopWithOrder()
  const intent = await startPaying(jane, order)
  await orderFault(shop.cards.app, { kind: 'webhook_lost' })
  await payByCard(shop, intent)
  pass(shop.clock, 1000 * HOUR)
  await shop.reconcile()
  await shop.reconcile()
  expect(await listedOrders(shop.db)).toMatchObject([{ id: order._id, transactionId: intent }])
  expect(await stock()).toBe(90)
})

test('of a concurrent expiry and payment exactly one wins', { tags: 'long' }, async () => {
  const shop = await openTestShop()
  const product = await addProduct(shop.db, { quantity: 300 })
  const jane = await signUp(shop)
  const orders = await Promise.all(Array.from({ length: 30 }, () => buy(jane, product)))
  const intents = await Promise.all(orders.map((order) => startPaying(jane, order)))
  pass(shop.clock, 73 * HOUR)
  const paying = intents.map((intent) => payByCard(shop, intent).catch(() => {}))
  await Promise.all([shop.reconcile(), ...paying, shop.cards.deliverDueWebhooks()])
  await shop.reconcile()
  await shop.cards.deliverDueWebhooks()
  const remaining = await listedOrders(shop.db)
  for (const intent of intents) {
    const { status } = await shop.stripe.paymentIntents.retrieve(intent)
    const paid = remaining.some(({ transactionId }) => transactionId === intent)
    expect(status).toBe(paid ? 'succeeded' : 'canceled')
  }
  expect((await shop.stripe.refunds.list()).data).toEqual([])
  expect(await stockOf(shop.db, product.id)).toBe(300 - 10 * remaining.length)
})

test('concurrent webhooks and reconcilers refund once', async () => {
  const { shop, jane, order, cancel, fault } = await openShopWithOrder()
  await startPaying(jane, order)
  await cancel()
  await orderFault(shop.cards.app, { kind: 'webhook_doubled' })
  await fault('server_error', 'refunds.create', 3)
  await payUnasked(shop, order)
  await shop.cards.deliverDueWebhooks()
  expect(await refundsOf(shop)).toEqual([])
  await Promise.all([shop.reconcile(), shop.reconcile(), shop.cards.deliverDueWebhooks()])
  await shop.reconcile()
  expect(await refundsOf(shop)).toEqual([12_500])
  const entry = await shop.db.selectFrom('refund').selectAll().executeTakeFirst()
  expect(entry).toMatchObject({ status: 'succeeded', providerId: expect.any(String) })
})

test('a refund whose responses are lost is still made once', async () => {
  const { shop, jane, order, cancel, fault } = await openShopWithOrder()
  await startPaying(jane, order)
  await cancel()
  await fault('server_error', 'refunds.create', 3)
  await payUnasked(shop, order)
  await shop.cards.deliverDueWebhooks()
  const network = inProcessFetch(shop.cards.app)
  const loseResponses: typeof fetch = async (...request) => {
    const response = await network(...request)
    if (request[1]?.method !== 'POST') return response
    throw new TypeError('The connection was lost')
  }
  const payments = createStripePayments({ ...keys, scriptUrl: null, fetch: loseResponses })
  await reconcilerOf(shop, payments).runOnce()
  expect(await refundsOf(shop)).toEqual([12_500])
  const providerIds = () => shop.db.selectFrom('refund').select('providerId').execute()
  expect(await providerIds()).toEqual([{ providerId: null }])
  await shop.reconcile()
  await shop.reconcile()
  const [refund] = (await shop.stripe.refunds.list()).data
  expect(await refundsOf(shop)).toEqual([12_500])
  expect(await providerIds()).toEqual([{ providerId: refund?.id }])
})
