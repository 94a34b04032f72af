import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#platform/testing/database.ts'
import {
  openSimulator,
  orderFault,
  pass,
  secretKey,
  storedCharges,
} from '#simulators/card-payments/testing/simulator-fixture.ts'

const hammer = { amount: 12_500, currency: 'usd' }

test('a repeated key replays the first response and marks it', async () => {
  const { app, stripe } = await openSimulator(await createTestDatabase())
  const create = () =>
    app.request('/v1/payment_intents', {
      method: 'POST',
      headers: { authorization: `Bearer ${secretKey}`, 'idempotency-key': 'order-7' },
      body: 'amount=5000&currency=usd',
    })
  const [first, again] = [await create(), await create()]
  expect(first.headers.get('idempotent-replayed')).toBeNull()
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(await again.json()).toEqual(await first.json())
  expect((await stripe.paymentIntents.list()).data).toHaveLength(1)
})

test('a decline is replayed too, with one failed charge', async () => {
  const { stripe, pool } = await openSimulator(await createTestDatabase())
  const { id } = await stripe.paymentIntents.create(hammer)
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await expect(
      stripe.paymentIntents.confirm(
        id,
        { payment_method: 'pm_card_chargeDeclined' },
        { idempotencyKey: 'try-1' },
      ),
    ).rejects.toMatchObject({ statusCode: 402, code: 'card_declined' })
  }
  expect(await storedCharges(pool)).toHaveLength(1)
})

test('a key is bound to its first request', async () => {
  const { stripe } = await openSimulator(await createTestDatabase())
  const { id } = await stripe.paymentIntents.create(hammer, { idempotencyKey: 'order-7' })
  const others = [
    () => stripe.paymentIntents.create({ ...hammer, amount: 1 }, { idempotencyKey: 'order-7' }),
    () => stripe.paymentIntents.cancel(id, {}, { idempotencyKey: 'order-7' }),
  ]
  await expect(others[1]?.()).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
  await expect(others[0]?.()).rejects.toMatchObject({
    statusCode: 400,
    type: 'StripeIdempotencyError',
  })
})

test('rejected parameters do not consume the key', async () => {
  const { stripe } = await openSimulator(await createTestDatabase())
  const wrong = { ...hammer, amount: 'many' as unknown as number }
  await expect(stripe.paymentIntents.create(wrong, { idempotencyKey: 'order-7' })).rejects.toMatchObject({
    code: 'parameter_invalid_integer',
  })
  const { amount } = await stripe.paymentIntents.create(hammer, { idempotencyKey: 'order-7' })
  expect(amount).toBe(12_500)
})

test('concurrent requests with one key have one effect', async () => {
  const { stripe } = await openSimulator(await createTestDatabase())
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => stripe.paymentIntents.create(hammer, { idempotencyKey: 'order-7' })),
  )
  expect(new Set(responses.map(({ id }) => id)).size).toBe(1)
  expect((await stripe.paymentIntents.list()).data).toHaveLength(1)
})

test.each([
  ['timeout_after', 1],
  ['timeout_before', 0],
])('after a %s, a retry with the same key has one effect', async (kind, intents) => {
  const { app, sdk, stripe } = await openSimulator(await createTestDatabase())
  await orderFault(app, { kind, call: 'payment_intents.create' })
  const hasty = sdk(secretKey, { timeout: 300 })
  await expect(hasty.paymentIntents.create(hammer, { idempotencyKey: 'order-7' })).rejects.toBeInstanceOf(
    Stripe.errors.StripeConnectionError,
  )
  await expect
    .poll(async () => (await stripe.paymentIntents.list()).data.length, { timeout: 4000 })
    .toBe(intents)

  const { id } = await stripe.paymentIntents.create(hammer, { idempotencyKey: 'order-7' })
  expect((await stripe.paymentIntents.list()).data.map((intent) => intent.id)).toEqual([id])
})

test.each([
  ['rate_limited', 429, 'StripeRateLimitError'],
  ['server_error', 500, 'StripeAPIError'],
])('%s: exactly the next calls of that name return %i', async (kind, statusCode, type) => {
  const { app, stripe } = await openSimulator(await createTestDatabase())
  const { id } = await stripe.paymentIntents.create(hammer)
  await orderFault(app, { kind, call: 'payment_intents.cancel', count: 2 })
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await expect(stripe.paymentIntents.cancel(id)).rejects.toMatchObject({ statusCode, type })
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe('requires_payment_method')
  }
  expect((await stripe.paymentIntents.cancel(id)).status).toBe('canceled')
})

test('a key is deleted after a day, when the simulator restarts', async () => {
  const database = await createTestDatabase()
  const { stripe, clock } = await openSimulator(database)
  const first = await stripe.paymentIntents.create(hammer, { idempotencyKey: 'order-7' })
  pass(clock, 23 * 3600)
  expect(await stripe.paymentIntents.create(hammer, { idempotencyKey: 'order-7' })).toEqual(first)

  const nextDay = await openSimulator(database, new Date(clock.now.getTime() + 2 * 3600 * 1000))
  const { id } = await nextDay.stripe.paymentIntents.create(hammer, { idempotencyKey: 'order-7' })
  expect(id).not.toBe(first.id)
})
