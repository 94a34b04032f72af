import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buy, ordersOf, payByCard, payUnasked, reportPayment, startPaying } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { ledgerOf } from '#server/testing/unpaid-orders.ts'
import { signUp, signUpAdmin } from '#server/testing/users.ts'
import { markCancelled } from '#shop/payments/queries/payment-queries.server.ts'
import { orderFault, pass } from '#simulators/card-payments/testing/simulator-fixture.ts'

/** Creates a buyer's order of $125.00 whose payment page is open. */
async function openShopWithPayment() {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  const order = await buy(jane, await addProduct(shop.db))
  const intent = await startPaying(jane, order)
  return { shop, jane, order, intent }
}

async function refundsOf({ stripe }: TestShop, intent: string): Promise<number[]> {
  const { data } = await stripe.refunds.list({ payment_intent: intent })
  return data.map(({ amount }) => amount)
}

const refunded = { status: 'succeeded', cents: 12_500, origin: 'shop' }

test('a payment is recorded once, however the shop learned of it', async () => {
  const { shop, jane, order, intent } = await openShopWithPayment()
  await payByCard(shop, intent)
  await Promise.all([reportPayment(jane, order, intent), shop.cards.deliverDueWebhooks()])
  expect(await ledgerOf(shop)).toMatchObject([
    { status: 'captured', providerId: intent, totalCents: 12_500, live: [order._id], refunds: [] },
  ])
  expect(await refundsOf(shop, intent)).toEqual([])
})

test('money for a cancelled order is refunded once, despite ten concurrent events', async () => {
  const { shop, jane, order } = await openShopWithPayment()
  await jane.call('DELETE', `/purchase/${order._id}`)
  await orderFault(shop.cards.app, { kind: 'webhook_doubled' })
  const intent = await payUnasked(shop, order)
  await Promise.all([shop.cards.deliverDueWebhooks(), shop.cards.deliverDueWebhooks()])
  expect(await refundsOf(shop, intent)).toEqual([12_500])
  expect(await ledgerOf(shop)).toMatchObject([
    { status: 'cancelled', live: [], refunds: [] },
    { status: 'captured', providerId: intent, live: [], refunds: [refunded] },
  ])
  const { reason } = await shop.db.selectFrom('refund').select('reason').executeTakeFirstOrThrow()
  expect(reason).toBe('Paid after the cancellation')
  const [mail] = await shop.readMails()
  expect(mail).toMatchObject({ to: jane.email, subject: expect.stringContaining('$125.00') })
  // Money that paid nothing was no sale.
  for (const table of ['invoice', 'creditNote'] as const) {
    expect(await shop.db.selectFrom(table).selectAll().execute()).toEqual([])
  }
})

test('money of a payment that the provider had reported as cancelled is refunded in full', async () => {
  const { shop, jane, order, intent } = await openShopWithPayment()
  const [payment] = await ledgerOf(shop)
  await markCancelled(shop.db, payment?.id ?? '', intent)
  await payByCard(shop, intent)
  await shop.cards.deliverDueWebhooks()
  expect(await ledgerOf(shop)).toMatchObject([
    { status: 'captured', providerId: intent, live: [], refunds: [refunded] },
  ])
  expect(await ordersOf(jane)).toEqual([order])
  const again = await startPaying(jane, order)
  await payByCard(shop, again)
  expect((await reportPayment(jane, order, again)).status).toBe(200)
})

test('a payment that was resumed under another id is not cancelled under the one before', async () => {
  const { shop, intent } = await openShopWithPayment()
  const [payment] = await ledgerOf(shop)
  expect(await markCancelled(shop.db, payment?.id ?? '', 'pi_before')).toBe(false)
  expect(await ledgerOf(shop)).toMatchObject([{ status: 'open', providerId: intent }])
  expect(await markCancelled(shop.db, payment?.id ?? '', intent)).toBe(true)
})

test('a wrong amount is refunded, and the right one still pays', async () => {
  const { shop, jane, order, intent } = await openShopWithPayment()
  for (const amount of [12_499, 12_501, 50]) {
    const wrong = await payUnasked(shop, order, { amount })
    await shop.cards.deliverDueWebhooks()
    expect(await refundsOf(shop, wrong)).toEqual([amount])
    expect(await ordersOf(jane)).toEqual([order])
  }
  await payByCard(shop, intent)
  expect((await reportPayment(jane, order, intent)).status).toBe(200)
  expect(await ledgerOf(shop)).toHaveLength(4)
})

test('the second payment of an order is refunded', async () => {
  const { shop, jane, order, intent } = await openShopWithPayment()
  await payByCard(shop, intent)
  const second = await payUnasked(shop, order)
  await Promise.all([
    reportPayment(jane, order, intent),
    reportPayment(jane, order, second),
    shop.cards.deliverDueWebhooks(),
  ])
  expect(await ordersOf(jane)).toMatchObject([{ transactionId: intent }])
  expect(await refundsOf(shop, intent)).toEqual([])
  expect(await refundsOf(shop, second)).toEqual([12_500])
})

test('money of no payment of this shop is ignored', async () => {
  const { shop } = await openShopWithPayment()
  const card = { currency: 'usd', payment_method: 'pm_card_visa', confirm: true, amount: 12_500 }
  const strange: Record<string, string>[] = [
    {},
    { paymentId: 'x' },
    { paymentId: '00000000-0000-7000-8000-000000000000' },
  ]
  for (const metadata of strange) {
    const { id } = await shop.stripe.paymentIntents.create({ ...card, metadata })
    await shop.cards.deliverDueWebhooks()
    expect(await refundsOf(shop, id)).toEqual([])
  }
  expect(await ledgerOf(shop)).toMatchObject([{ status: 'open' }])
})

test('a refund without response stays due and is never made twice', async () => {
  const { shop, jane, order } = await openShopWithPayment()
  await jane.call('DELETE', `/purchase/${order._id}`)
  const intent = await payUnasked(shop, order)
  await orderFault(shop.cards.app, { kind: 'server_error', call: 'refunds.create', count: 3 })
  await shop.cards.deliverDueWebhooks()
  expect(await refundsOf(shop, intent)).toEqual([])
  const refund = await shop.db.selectFrom('refund').selectAll().executeTakeFirstOrThrow()
  expect(refund).toMatchObject({ status: 'wanted', failures: 0 })

  // The refund exists at the provider, but its response was lost and its idempotency key has expired.
  const metadata = { refundId: refund.id }
  await shop.stripe.refunds.create({ payment_intent: intent, metadata })
  await shop.reconcile()
  expect(await refundsOf(shop, intent)).toEqual([12_500])
  expect((await ledgerOf(shop)).at(-1)).toMatchObject({ refunds: [refunded] })
})

test('a refused refund of money that paid no order is repeated by an admin with one press', async () => {
  const { shop, jane, order } = await openShopWithPayment()
  await jane.call('DELETE', `/purchase/${order._id}`)
  await orderFault(shop.cards.app, { kind: 'rate_limited', call: 'refunds.create' })
  const intent = await payUnasked(shop, order)
  await shop.cards.deliverDueWebhooks()
  const isPaid = (paid: boolean) =>
    sql`update card_simulator.object set body = body || ${JSON.stringify({ paid })}::jsonb
      where type = 'charge'`.execute(shop.db)
  await isPaid(false)
  await shop.reconcile()
  const owen = await signUpAdmin(shop)
  const alerts = async () => (await owen.call('GET', '/dashboard/overview')).body
  const { failedRefunds, failedRefundsOfNoOrder } = await alerts()
  expect(failedRefunds).toBe(1)
  expect(failedRefundsOfNoOrder).toMatchObject([{ total: 125 }])
  await isPaid(true)
  await shop.reconcile()
  expect(await refundsOf(shop, intent)).toEqual([])
  const [{ paymentId, refundId }] = failedRefundsOfNoOrder
  const repeated = await owen.call('POST', `/payments/${paymentId}/refunds/${refundId}/repeat`)
  expect(repeated.status).toBe(200)
  expect(await refundsOf(shop, intent)).toEqual([12_500])
  expect(await alerts()).toMatchObject({ failedRefunds: 0, failedRefundsOfNoOrder: [] })
})

/** Money for a cancelled order, whose refund the bank has returned. */
async function openShopWithReturnedRefund() {
  const { shop, jane, order } = await openShopWithPayment()
  const owen = await signUpAdmin(shop)
  await jane.call('DELETE', `/purchase/${order._id}`)
  await orderFault(shop.cards.app, { kind: 'refund_fails', call: 'refunds.create' })
  const intent = await payUnasked(shop, order)
  const settle = async () => {
    for (let times = 0; times < 2; times++) {
      await shop.cards.deliverDueWebhooks()
      await shop.reconcile()
    }
  }
  await settle()
  pass(shop.clock, 6)
  await settle()
  const [failed] = (await ledgerOf(shop)).flatMap(({ refunds }) => refunds)
  expect(failed).toEqual({ ...refunded, status: 'failed' })
  const succeeded = async () => {
    const { data } = await shop.stripe.refunds.list({ payment_intent: intent })
    return data.filter(({ status }) => status === 'succeeded').map(({ amount }) => amount)
  }
  return { shop, owen, intent, settle, succeeded }
}

test('when a part of money that pays nothing goes back elsewhere, the rest follows a failed refund', async () => {
  const { shop, intent, settle, succeeded } = await openShopWithReturnedRefund()
  await shop.stripe.refunds.create({ payment_intent: intent, amount: 6000 })
  await settle()
  expect((await succeeded()).sort()).toEqual([6000, 6500])
})

test('the rest follows too when an admin had repeated the refund and nobody answered', async () => {
  const { shop, owen, intent, settle, succeeded } = await openShopWithReturnedRefund()
  const { failedRefundsOfNoOrder } = (await owen.call('GET', '/dashboard/overview')).body
  const [{ paymentId, refundId }] = failedRefundsOfNoOrder
  await orderFault(shop.cards.app, { kind: 'rate_limited', call: 'refunds.create' })
  await owen.call('POST', `/payments/${paymentId}/refunds/${refundId}/repeat`)
  await shop.stripe.refunds.create({ payment_intent: intent, amount: 6000 })
  await settle()
  await settle()
  expect((await succeeded()).sort()).toEqual([6000, 6500])
})
