import { expect, test } from 'vitest'
import { createTestDatabase } from '#platform/testing/database.ts'
import {
  openSimulator,
  orderFault,
  pass,
  storedCharges,
} from '#simulators/card-payments/testing/simulator-fixture.ts'

const paidAtOnce = {
  amount: 10_000,
  currency: 'usd',
  payment_method: 'pm_card_visa',
  confirm: true,
}

test('a payment can be refunded in parts up to its amount', async () => {
  const { stripe, pool } = await openSimulator(await createTestDatabase())
  const { id, latest_charge } = await stripe.paymentIntents.create(paidAtOnce)
  const part = await stripe.refunds.create({
    payment_intent: id,
    amount: 4_000,
    metadata: { order: '7' },
  })
  expect(part).toMatchObject({ amount: 4_000, charge: latest_charge, status: 'succeeded' })

  await expect(stripe.refunds.create({ payment_intent: id, amount: 6_001 })).rejects.toMatchObject({
    statusCode: 400,
    param: 'amount',
    message: 'Refund amount ($60.01) is greater than unrefunded amount on charge ($60.00)',
  })
  const rest = await stripe.refunds.create({ payment_intent: id })
  expect(rest.amount).toBe(6_000)
  await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  })

  expect((await storedCharges(pool))[0]).toMatchObject({
    amount_refunded: 10_000,
    refunded: true,
  })
  const refunds = await stripe.refunds.list({ payment_intent: id })
  expect(refunds.data.map((refund) => refund.id)).toEqual([rest.id, part.id])
})

test('concurrent refunds never exceed the payment', async () => {
  const { stripe, pool } = await openSimulator(await createTestDatabase())
  const { id } = await stripe.paymentIntents.create(paidAtOnce)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, () => stripe.refunds.create({ payment_intent: id, amount: 3_000 })),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect((await storedCharges(pool))[0]).toMatchObject({
    amount_refunded: 9_000,
    refunded: false,
  })
})

test.each([0, -100])('a refund of %i cents is refused', async (amount) => {
  const { stripe } = await openSimulator(await createTestDatabase())
  const { id } = await stripe.paymentIntents.create(paidAtOnce)
  await expect(stripe.refunds.create({ payment_intent: id, amount })).rejects.toMatchObject({
    param: 'amount',
  })
})

test('an unpaid intent can’t be refunded', async () => {
  const { stripe } = await openSimulator(await createTestDatabase())
  const { id } = await stripe.paymentIntents.create({ amount: 10_000, currency: 'usd' })
  await expect(stripe.refunds.create({ payment_intent: id })).rejects.toThrow(
    'does not have a successful charge',
  )
  await stripe.paymentIntents
    .confirm(id, { payment_method: 'pm_card_chargeDeclined' })
    .catch(() => 'declined, as it should be')
  await expect(stripe.refunds.create({ payment_intent: id })).rejects.toThrow('not successful')
  await expect(stripe.refunds.create({ payment_intent: 'pi_none' })).rejects.toMatchObject({
    statusCode: 404,
  })
})

const refundEvents = ['charge.refund.updated', 'refund.failed', 'refund.updated']

test.each([
  ['pm_card_visa', null, 'succeeded', 'succeeded', []],
  ['pm_card_pendingRefund', null, 'pending', 'succeeded', [refundEvents[0], refundEvents[2]]],
  ['pm_card_refundFail', null, 'succeeded', 'failed', [refundEvents[0], refundEvents[1]]],
  ['pm_card_visa', 'refund_fails', 'pending', 'failed', [refundEvents[0], refundEvents[1]]],
])('a refund to %s, with fault %s, is %s and ends %s', async (card, kind, first, last, types) => {
  const { app, clock, pool, stripe, received, deliverDueWebhooks } = await openSimulator(
    await createTestDatabase(),
  )
  const { id } = await stripe.paymentIntents.create({
    ...paidAtOnce,
    payment_method: card,
  })
  if (kind) await orderFault(app, { kind })
  const refund = await stripe.refunds.create({ payment_intent: id })
  expect(refund.status).toBe(first)
  await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  })
  pass(clock, 6)
  await Promise.all([deliverDueWebhooks(), deliverDueWebhooks()])
  expect((await stripe.refunds.list()).data[0]?.status).toBe(last)
  const sent = received.map(({ payload }) => JSON.parse(payload).type)
  expect(sent.filter((type) => refundEvents.includes(type)).sort()).toEqual(types)
  // The money of a failed refund can be refunded again.
  expect((await storedCharges(pool))[0]).toMatchObject(
    last === 'failed' ? { amount_refunded: 0, refunded: false } : { amount_refunded: 10_000, refunded: true },
  )
})
