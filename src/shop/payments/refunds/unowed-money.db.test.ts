import { expect, test } from 'vitest'
import { orderFault } from '#simulators/card-payments/testing/simulator-fixture.ts'
import { buy, ordersOf, payByCard, reportPayment, startPaying } from '#testing/orders.ts'
import { addProduct } from '#testing/products.ts'
import { openTestShop, type TestShop } from '#testing/test-shop.ts'
import { signUp } from '#testing/users.ts'

/** Creates a buyer's order of $125.00, and a function that pays any order bypassing the shop. */
async function openShopWithOrder() {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  const order = await buy(jane, await addProduct(shop.db))
  const payPastTheShop = async (orderId: string | undefined, amount = 12_500) => {
    const metadata: Record<string, string> = orderId === undefined ? {} : { orderId }
    const card = { currency: 'usd', payment_method: 'pm_card_visa', confirm: true }
    return (await shop.stripe.paymentIntents.create({ ...card, amount, metadata })).id
  }
  return { shop, jane, order, payPastTheShop }
}

async function refundsOf({ stripe }: TestShop, intent: string): Promise<number[]> {
  const { data } = await stripe.refunds.list({ payment_intent: intent })
  return data.map(({ amount }) => amount)
}

const ledger = ({ db }: TestShop) =>
  db.selectFrom('capturedPayment').selectAll().orderBy('capturedAt').execute()

test('a payment is in the ledger, however the shop learned of it', async () => {
  const { shop, jane, order } = await openShopWithOrder()
  const intent = await startPaying(jane, order)
  await payByCard(shop, intent)
  await Promise.all([reportPayment(jane, order, intent), shop.cards.deliverDueWebhooks()])
  const entry = { paymentIntentId: intent, orderLineId: order._id, amountCents: 12_500 }
  expect(await ledger(shop)).toMatchObject([{ ...entry, currency: 'usd', refundDueAt: null }])
  expect(await refundsOf(shop, intent)).toEqual([])
})

test('a payment for a cancelled order is refunded once, despite ten concurrent events', async () => {
  const { shop, jane, order, payPastTheShop } = await openShopWithOrder()
  await jane.call('DELETE', `/purchase/${order._id}`)
  await orderFault(shop.cards.app, { kind: 'webhook_doubled' })
  const intent = await payPastTheShop(order._id)
  await Promise.all([shop.cards.deliverDueWebhooks(), shop.cards.deliverDueWebhooks()])
  expect(await refundsOf(shop, intent)).toEqual([12_500])
  const entry = { paymentIntentId: intent, orderLineId: order._id, amountCents: 12_500 }
  const { data } = await shop.stripe.refunds.list({ payment_intent: intent })
  const refund = { refundedAt: expect.any(Date), refundId: data[0]?.id }
  expect(await ledger(shop)).toMatchObject([{ ...entry, ...refund }])
})

test('a wrong amount is refunded, and the right one still pays', async () => {
  const { shop, jane, order, payPastTheShop } = await openShopWithOrder()
  for (const amount of [12_499, 12_501, 50]) {
    const intent = await payPastTheShop(order._id, amount)
    await shop.cards.deliverDueWebhooks()
    expect(await refundsOf(shop, intent)).toEqual([amount])
    expect(await ordersOf(jane)).toEqual([order])
  }
  const intent = await startPaying(jane, order)
  await payByCard(shop, intent)
  expect((await reportPayment(jane, order, intent)).status).toBe(200)
  expect(await ledger(shop)).toHaveLength(4)
})

test('the second payment of an order is refunded', async () => {
  const { shop, jane, order, payPastTheShop } = await openShopWithOrder()
  const [first, second] = [await payPastTheShop(order._id), await payPastTheShop(order._id)]
  await Promise.all([
    reportPayment(jane, order, first),
    reportPayment(jane, order, second),
    shop.cards.deliverDueWebhooks(),
  ])
  const [paid] = await ordersOf(jane)
  expect([first, second]).toContain(paid?.transactionId)
  const refunds = [...(await refundsOf(shop, first)), ...(await refundsOf(shop, second))]
  expect(refunds).toEqual([12_500])
  expect(await refundsOf(shop, paid?.transactionId ?? '')).toEqual([])
})

test('a payment of no order of this shop is ignored', async () => {
  const { shop, payPastTheShop } = await openShopWithOrder()
  for (const stranger of [undefined, 'x', '00000000-0000-7000-8000-000000000000']) {
    const intent = await payPastTheShop(stranger)
    await shop.cards.deliverDueWebhooks()
    expect(await refundsOf(shop, intent)).toEqual([])
  }
  expect(await ledger(shop)).toEqual([])
})

test('a refund without response stays due and is never made twice', async () => {
  const { shop, jane, order, payPastTheShop } = await openShopWithOrder()
  await jane.call('DELETE', `/purchase/${order._id}`)
  const intent = await payPastTheShop(order._id)
  await orderFault(shop.cards.app, { kind: 'server_error', call: 'refunds.create', count: 3 })
  expect(await shop.cards.deliverDueWebhooks()).toBe(1)
  expect(await refundsOf(shop, intent)).toEqual([])
  expect(await ledger(shop)).toMatchObject([{ refundDueAt: expect.any(Date), refundedAt: null }])

  // The refund exists at the provider, but its idempotency key has expired.
  const { id } = await shop.stripe.refunds.create({ payment_intent: intent })
  const whole = { paymentIntentId: intent, amountCents: 12_500, isPart: false }
  expect(await shop.payments.refund(whole)).toEqual({ id, state: 'succeeded' })
  expect(await refundsOf(shop, intent)).toEqual([12_500])
})
