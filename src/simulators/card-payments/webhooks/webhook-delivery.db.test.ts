import { expect, test } from 'vitest'
import { createTestDatabase } from '#platform/testing/database.ts'
import {
  openSimulator,
  orderFault,
  pass,
  type Received,
  webhookSecret,
} from '#simulators/card-payments/testing/simulator-fixture.ts'

const hammer = { amount: 12_500, currency: 'usd', metadata: { order: '7' } }
const paidAtOnce = { ...hammer, payment_method: 'pm_card_visa', confirm: true }

type Simulator = Awaited<ReturnType<typeof openSimulator>>

/** Returns the event of a request after verifying its signature at the simulator's time. */
function verify({ stripe, clock }: Simulator, { payload, signature }: Received) {
  const now = Math.floor(clock.now.getTime() / 1000)
  return stripe.webhooks.constructEventAsync(payload, signature, webhookSecret, 300, undefined, now)
}

async function typesReceived(simulator: Simulator): Promise<string[]> {
  const events = await Promise.all(simulator.received.map((sent) => verify(simulator, sent)))
  return events.map(({ type }) => type)
}

test('every change is sent once, in order, with a signature the SDK accepts', async () => {
  const simulator = await openSimulator(await createTestDatabase())
  const { stripe, received } = simulator
  const canceled = await stripe.paymentIntents.create(hammer)
  await stripe.paymentIntents.cancel(canceled.id)
  const { id } = await stripe.paymentIntents.create(hammer)
  await expect(
    stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_chargeDeclined' }),
  ).rejects.toThrow('declined')
  await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
  await stripe.refunds.create({ payment_intent: id })

  expect(await simulator.deliverDueWebhooks()).toBe(4)
  expect(await typesReceived(simulator)).toEqual([
    'payment_intent.canceled',
    'payment_intent.payment_failed',
    'payment_intent.succeeded',
    'charge.refunded',
  ])
  expect(await simulator.deliverDueWebhooks()).toBe(0)

  const delivered = await verify(simulator, received[2] as Received)
  expect(delivered.data.object).toMatchObject({ id, status: 'succeeded', metadata: { order: '7' } })
  const listed = await stripe.events.list({ type: 'payment_intent.succeeded' })
  expect(listed.data).toEqual([delivered])
})

test('a rejected event is retried with growing delays, up to a limit', async () => {
  const simulator = await openSimulator(await createTestDatabase())
  simulator.receiver.status = 503
  await simulator.stripe.paymentIntents.create(paidAtOnce)
  expect(await simulator.deliverDueWebhooks()).toBe(1)
  expect(await simulator.deliverDueWebhooks()).toBe(0)
  pass(simulator.clock, 1)
  expect(await simulator.deliverDueWebhooks()).toBe(1)
  pass(simulator.clock, 1)
  expect(await simulator.deliverDueWebhooks()).toBe(0)
  for (let hour = 0; hour < 24; hour += 1) {
    pass(simulator.clock, 3600)
    await simulator.deliverDueWebhooks()
  }
  expect(simulator.received).toHaveLength(10)
})

test('an event accepted at the second attempt is not sent again', async () => {
  const simulator = await openSimulator(await createTestDatabase())
  simulator.receiver.status = 500
  await simulator.stripe.paymentIntents.create(paidAtOnce)
  await simulator.deliverDueWebhooks()
  simulator.receiver.status = 204
  pass(simulator.clock, 60)
  await simulator.deliverDueWebhooks()
  pass(simulator.clock, 3600)
  await simulator.deliverDueWebhooks()
  expect(simulator.received).toHaveLength(2)
})

test.each([
  ['webhook_doubled', 0, 2],
  ['webhook_lost', 86_400, 0],
  ['webhook_late', 59, 0],
  ['webhook_late', 60, 1],
])('%s: after %i seconds it was sent %i times', async (kind, seconds, times) => {
  const simulator = await openSimulator(await createTestDatabase())
  await orderFault(simulator.app, { kind })
  await simulator.stripe.paymentIntents.create(paidAtOnce)
  pass(simulator.clock, seconds)
  await simulator.deliverDueWebhooks()
  expect(simulator.received).toHaveLength(times)
})

test('a shuffled event arrives after the next one', async () => {
  const simulator = await openSimulator(await createTestDatabase())
  await orderFault(simulator.app, { kind: 'webhook_shuffled', call: 'payment_intent.succeeded' })
  const { id } = await simulator.stripe.paymentIntents.create(paidAtOnce)
  await simulator.stripe.refunds.create({ payment_intent: id })
  await simulator.deliverDueWebhooks()
  pass(simulator.clock, 5)
  await simulator.deliverDueWebhooks()
  expect(await typesReceived(simulator)).toEqual(['charge.refunded', 'payment_intent.succeeded'])
})

test('a forged event precedes the real one and fails verification', async () => {
  const simulator = await openSimulator(await createTestDatabase())
  await orderFault(simulator.app, { kind: 'webhook_forged' })
  await simulator.stripe.paymentIntents.create(paidAtOnce)
  await simulator.deliverDueWebhooks()
  const [forged, genuine] = simulator.received as [Received, Received]
  await expect(verify(simulator, forged)).rejects.toThrow('No signatures found matching')
  expect((await verify(simulator, genuine)).type).toBe('payment_intent.succeeded')
})

test('an event with a wrong amount precedes the real one', async () => {
  const simulator = await openSimulator(await createTestDatabase())
  await orderFault(simulator.app, { kind: 'webhook_wrong_amount' })
  await simulator.stripe.paymentIntents.create(paidAtOnce)
  await simulator.deliverDueWebhooks()
  const events = await Promise.all(simulator.received.map((sent) => verify(simulator, sent)))
  expect(events.map((event) => event.data.object)).toMatchObject([{ amount: 12_501 }, { amount: 12_500 }])
})

test('a slow bank settles the payment later', async () => {
  const simulator = await openSimulator(await createTestDatabase())
  const { stripe, clock } = simulator
  await orderFault(simulator.app, { kind: 'slow_bank', count: 2 })
  const good = await stripe.paymentIntents.create(paidAtOnce)
  expect(good.status).toBe('processing')
  await expect(stripe.paymentIntents.cancel(good.id)).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
  })
  const bad = await stripe.paymentIntents.create({
    ...paidAtOnce,
    payment_method: 'pm_card_chargeDeclined',
  })
  pass(clock, 5)
  expect(await simulator.deliverDueWebhooks()).toBe(2)
  expect((await stripe.paymentIntents.retrieve(good.id)).status).toBe('succeeded')
  expect((await stripe.paymentIntents.retrieve(bad.id)).status).toBe('requires_payment_method')
  expect(await typesReceived(simulator)).toEqual([
    'payment_intent.succeeded',
    'payment_intent.payment_failed',
  ])
})

test('a started simulator sends events by itself', async () => {
  const { stripe, start, received } = await openSimulator(await createTestDatabase())
  await stripe.paymentIntents.create(paidAtOnce)
  start()
  await expect.poll(() => received.length, { timeout: 4000 }).toBe(1)
  await stripe.paymentIntents.create(paidAtOnce)
  await expect.poll(() => received.length, { timeout: 4000 }).toBe(2)
})
