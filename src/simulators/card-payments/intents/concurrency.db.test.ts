import { expect, test } from 'vitest'
import { createTestDatabase } from '#platform/testing/database.ts'
import { createCardSimulator } from '#simulators/card-payments/card-simulator.server.ts'
import {
  openSimulator,
  publishableKey,
  secretKey,
  storedCharges,
} from '#simulators/card-payments/testing/simulator-fixture.ts'

const hammer = { amount: 12_500, currency: 'usd' }

test('of a concurrent confirm and cancel exactly one wins', async () => {
  const { stripe, pool } = await openSimulator(await createTestDatabase())
  const pairs = Array.from({ length: 40 }, async (_, pair) => {
    const { id } = await stripe.paymentIntents.create(hammer)
    const confirm = () => stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
    const cancel = () => stripe.paymentIntents.cancel(id)
    const outcomes = await Promise.allSettled(pair % 2 === 0 ? [confirm(), cancel()] : [cancel(), confirm()])
    const won = outcomes.flatMap((o) => (o.status === 'fulfilled' ? [o.value.status] : []))
    expect(won).toHaveLength(1)
    const after = await stripe.paymentIntents.retrieve(id)
    expect([after.status]).toEqual(won)
    expect(after.latest_charge === null).toBe(after.status === 'canceled')
  })
  await Promise.all(pairs)
  const { rows } = await pool.query(
    `select count(*)::int as events from card_simulator.object where type = 'event'`,
  )
  expect(rows).toEqual([{ events: 40 }])
})

test('concurrent confirms charge once', async () => {
  const { stripe, pool } = await openSimulator(await createTestDatabase())
  const { id } = await stripe.paymentIntents.create(hammer)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, () => stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await storedCharges(pool)).toHaveLength(1)
})

test('two simulators that start and deliver at once share their state', async () => {
  const { pool } = await createTestDatabase()
  const sent: string[] = []
  const options = {
    pool,
    clock: () => new Date('2026-11-21T09:00:00Z'),
    secretKey,
    publishableKey,
    webhook: {
      url: 'http://shop.test/',
      secret: 'whsec_simulated',
      deliver: async (request: Request) => {
        sent.push(JSON.parse(await request.text()).id)
        return new Response()
      },
    },
  }
  const both = await Promise.all([createCardSimulator(options), createCardSimulator(options)])
  const { stripe } = await openSimulator({ pool })
  for (let payment = 0; payment < 10; payment += 1) {
    await stripe.paymentIntents.create({ ...hammer, payment_method: 'pm_card_visa', confirm: true })
  }
  await Promise.all(both.map((simulator) => simulator.deliverDueWebhooks()))
  expect(sent).toHaveLength(10)
  expect(new Set(sent).size).toBe(10)
})
