import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createReconciler } from '#operations/reconciler.server.ts'
import { buy, ordersOf, payByCard, refund, startPaying } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop, paymentDepsOf } from '#server/testing/test-shop.ts'
import { signUp, signUpAdmin } from '#server/testing/users.ts'
import { endPayment } from '#shop/payments/cancel-payment.server.ts'
import { orderFault } from '#simulators/card-payments/testing/simulator-fixture.ts'
import type { CardPayments } from './card-payments.server.ts'
import { currentProvider, findAtProviders } from './card-providers.server.ts'

/** A shop with a new provider, `stripe`, whose payments until now are at the former one. */
async function openShopOfTwo() {
  const shop = await openTestShop()
  const asked = (call: string) => () => {
    throw new Error(`The new provider was asked to ${call} a payment of the former one`)
  }
  const current: CardPayments = {
    ...shop.payments,
    find: async () => null,
    refundsSince: async () => [],
    create: asked('create'),
    cancel: asked('cancel'),
    refund: asked('refund'),
    refundsOf: asked('list refunds of'),
  }
  const providers = new Map([
    ['stripe', current],
    ['former', shop.payments],
  ])
  const { countOrder } = shop.metrics
  const log = pino({ level: 'silent' })
  const clock = () => shop.clock.now
  const { runOnce } = createReconciler({ db: shop.db, log, providers, countOrder, clock })
  const jane = await signUp(shop)
  const product = await addProduct(shop.db)
  const store = (provider: string) => shop.db.updateTable('payment').set({ provider }).execute()
  const start = async () => {
    const order = await buy(jane, product)
    return { order, intent: await startPaying(jane, order) }
  }
  const deps = { ...paymentDepsOf(shop), providers }
  return { shop, jane, providers, deps, runOnce, store, start }
}

test('payments and refunds are settled at the provider that they name', async () => {
  const { shop, jane, deps, runOnce, store, start } = await openShopOfTwo()
  const { intent } = await start()
  await orderFault(shop.cards.app, { kind: 'webhook_lost', count: 9 })
  await payByCard(shop, intent)
  expect(await shop.cards.deliverDueWebhooks()).toBe(0)
  await store('former')
  await runOnce()
  expect(await ordersOf(jane)).toMatchObject([{ status: 'paid', transactionId: intent }])

  await store('stripe')
  const owen = await signUpAdmin(shop)
  await orderFault(shop.cards.app, { kind: 'rate_limited', call: 'refunds.create' })
  await refund(owen, intent, { amount: 5, reason: 'Bent' })
  await store('former')
  const { id } = await shop.db.selectFrom('payment').select('id').executeTakeFirstOrThrow()
  await deps.refunds.settle(shop.db, deps, id)
  const refunds = await shop.db.selectFrom('refund').select('status').execute()
  expect(refunds).toEqual([{ status: 'succeeded' }])
})

test('a payment is cancelled at its provider, and found at whichever knows it', async () => {
  const { shop, providers, deps, store, start } = await openShopOfTwo()
  const { intent } = await start()
  await store('former')
  expect(await findAtProviders(providers, intent)).toMatchObject({ id: intent })
  const { id } = await shop.db.selectFrom('payment').select('id').executeTakeFirstOrThrow()
  expect(await endPayment(shop.db, deps, id)).toBe('cancelled')
  expect((await shop.stripe.paymentIntents.retrieve(intent)).status).toBe('canceled')
})

test('a payment whose provider has no settings any more answers 503 and names it', async () => {
  const { jane, providers, store, start } = await openShopOfTwo()
  expect(currentProvider(providers)).toBe(providers.get('stripe'))
  const { order } = await start()
  await store('closed')
  expect(await jane.call('GET', `/purchase/payment/${order._id}`)).toMatchObject({
    status: 503,
    body: {
      code: 'provider-unknown',
      message: expect.stringContaining('at the card provider “closed”, whose settings'),
    },
  })
  // Nobody continues a cancellation there: 202 would be wrong.
  expect((await jane.call('DELETE', `/purchase/${order._id}`)).status).toBe(503)
})
