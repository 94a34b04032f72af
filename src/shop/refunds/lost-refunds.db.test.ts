import { expect, test } from 'vitest'
import { payByCard } from '#server/testing/orders.ts'
import { paymentDepsOf } from '#server/testing/test-shop.ts'
import { openShopWithOrders } from '#server/testing/unpaid-orders.ts'
import { orderFault } from '#simulators/card-payments/testing/simulator-fixture.ts'
import { findUnreadRefundsSince, settleLostRefunds } from './settle-lost-refunds.server.ts'

const MINUTE_MS = 60_000

/** Pays three orders with a payment each, and refunds $50 of each on the provider's site; events are lost. */
async function openShopWithLostRefunds({ isPaymentLost = false } = {}) {
  const opened = await openShopWithOrders()
  const { shop, open, ids } = opened
  const loseEvents = () => orderFault(shop.cards.app, { kind: 'webhook_lost', count: 30 })
  if (isPaymentLost) await loseEvents()
  const intents: string[] = []
  for (const id of ids) {
    const intent = await open([id])
    await payByCard(shop, intent)
    intents.push(intent)
  }
  await shop.cards.deliverDueWebhooks()
  await loseEvents()
  for (const payment_intent of intents) {
    await shop.stripe.refunds.create({ payment_intent, amount: 5000 })
  }
  expect(await shop.cards.deliverDueWebhooks()).toBe(0)
  const unreadable = new Set<string>()
  const payments: typeof shop.payments = {
    ...shop.payments,
    refundsOf: async (id) => {
      if (unreadable.has(id)) throw new TypeError('The connection was lost')
      return shop.payments.refundsOf(id)
    },
  }
  const deps = paymentDepsOf(shop, payments)
  const start = shop.clock.now.getTime()
  return {
    intents,
    unreadable,
    /** A round of the reconciler at that minute. */
    round: (minute: number, mayContinue = async () => true) =>
      settleLostRefunds(shop.db, deps, new Date(start + minute * MINUTE_MS), mayContinue),
    /** Whether a person is told at that minute that refunds can't be read. */
    isReported: async (minute: number) =>
      (await findUnreadRefundsSince(shop.db, new Date(start + minute * MINUTE_MS))) !== null,
    /** How many refunds of each payment the shop knows. */
    known: async () => (await opened.ledger()).map(({ refunds }) => refunds.length),
    notes: async () => (await shop.db.selectFrom('creditNote').select('number').execute()).length,
  }
}

test('a refund whose payment could not be read is recorded in any later round', async () => {
  const { round, known, notes, unreadable, intents } = await openShopWithLostRefunds()
  for (const intent of intents.slice(1)) unreadable.add(intent)
  await round(1)
  expect(await known()).toEqual([1, 0, 0])
  await round(16)
  unreadable.delete(intents[1] ?? '')
  await round(60)
  expect(await known()).toEqual([1, 1, 0])
  unreadable.clear()
  await round(3 * 24 * 60)
  expect(await known()).toEqual([1, 1, 1])
  expect(await notes()).toBe(3)
})

test('a round that ends before all refunds are recorded is continued by the next one', async () => {
  const { round, known } = await openShopWithLostRefunds()
  let turns = 1
  await round(1, async () => turns-- > 0)
  expect((await known()).toSorted()).toEqual([0, 0, 1])
  await round(60)
  expect(await known()).toEqual([1, 1, 1])
})

test('a refund is recorded when the event of its payment was lost too', async () => {
  const { round, known } = await openShopWithLostRefunds({ isPaymentLost: true })
  await round(1)
  expect(await known()).toEqual([1, 1, 1])
})

test('a payment that can never be read is reported after an hour, until it is read', async () => {
  const { round, isReported, unreadable, intents } = await openShopWithLostRefunds()
  expect(await isReported(600)).toBe(false)
  unreadable.add(intents[2] ?? '')
  await round(1)
  await round(59)
  expect(await isReported(59)).toBe(false)
  await round(600)
  expect(await isReported(600)).toBe(true)
  unreadable.clear()
  await round(601)
  expect(await isReported(601)).toBe(false)
})
