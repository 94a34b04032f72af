import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { buy, ordersOf, payByCard, startPaying } from '#server/testing/orders.ts'
import type { TestShop } from '#server/testing/test-shop.ts'
import { openShopWithOrder } from '#server/testing/unpaid-orders.ts'
import { providersOf } from '#shop/payments/provider/card-providers.server.ts'
import { orderFault, pass } from '#simulators/card-payments/testing/simulator-fixture.ts'
import { findViolations } from './invariants.server.ts'
import { createReconciler } from './reconciler.server.ts'

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

test('two rounds at once, because one outlived its lease, do everything once', {
  tags: 'long',
}, async () => {
  const { shop, jane, order, product, stock, fault, cancel } = await openShopWithOrder()
  const allPieces = (await stock()) + order.quantity
  // One of each: a payment to find, a refund to record, a cancellation to end, an order to expire.
  const captured = await buy(jane, product)
  const refunded = await buy(jane, product)
  const expired = await buy(jane, product)
  await orderFault(shop.cards.app, { kind: 'webhook_lost', count: 100 })
  const intents = [await startPaying(jane, captured), await startPaying(jane, refunded)]
  for (const intent of intents) await payByCard(shop, intent)
  await shop.stripe.refunds.create({ payment_intent: intents[1] ?? '', amount: 5000 })
  await startPaying(jane, order)
  await fault('rate_limited', 'payment_intents.cancel', 3)
  expect((await cancel()).status).toBe(202)
  const heldUntil = new Date(shop.clock.now.getTime() - 1000)
  await shop.db.updateTable('orders').set({ heldUntil }).where('id', '=', expired.orderId).execute()
  // Far beyond the grace of a cancellation, however long the steps above took.
  pass(shop.clock, 600)

  const letLeaseExpire = () => shop.db.updateTable('lease').set({ freeAt: sql<Date>`now()` }).execute()
  const second = reconcilerOf(shop)
  let secondRound: Promise<void> | undefined
  // The provider holds the first round up until its lease has expired.
  const first = reconcilerOf(shop, {
    ...shop.payments,
    refundsSince: async (since) => {
      const listed = await shop.payments.refundsSince(since)
      await letLeaseExpire()
      secondRound = second.runOnce()
      return listed
    },
  })
  await first.runOnce()
  await secondRound
  for (let round = 0; round < 2; round++) {
    await letLeaseExpire()
    await second.runOnce()
  }
  const refunds = (await shop.stripe.refunds.list()).data
  expect(refunds.map(({ amount }) => amount)).toEqual([5000])
  const left = (await ordersOf(jane)).map(({ _id, status }) => `${_id} ${status}`)
  expect(left.sort()).toEqual([`${captured._id} paid`, `${refunded._id} paid`].sort())
  expect(await findViolations(shop.db)).toEqual([])
  expect(await stock()).toBe(allPieces - captured.quantity - refunded.quantity)
  const issued = (table: 'invoice' | 'creditNote') => shop.db.selectFrom(table).select('number').execute()
  expect(await issued('invoice')).toHaveLength(2)
  expect(await issued('creditNote')).toHaveLength(1)
})

test('one process holds the lease; another takes it over once it has expired', async () => {
  const { shop, jane, order } = await openShopWithOrder()
  const intent = await startPaying(jane, order)
  await payByCard(shop, intent)
  const turn = { worker: 'reconciler', freeAt: sql<Date>`now() + interval '1 minute'` }
  await shop.db.insertInto('lease').values(turn).execute()
  const { runOnce } = reconcilerOf(shop)
  await runOnce()
  expect(await ordersOf(jane)).toEqual([order])
  const due = { freeAt: sql<Date>`now()` }
  await shop.db.updateTable('lease').set(due).execute()
  await Promise.all([runOnce(), reconcilerOf(shop).runOnce()])
  expect(await ordersOf(jane)).toEqual([
    { ...order, status: 'paid', heldUntil: undefined, transactionId: intent },
  ])
})
