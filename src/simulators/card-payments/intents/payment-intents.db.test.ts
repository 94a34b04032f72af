import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#platform/testing/database.ts'
import {
  everythingStored,
  openSimulator,
  publishableKey,
} from '#simulators/card-payments/testing/simulator-fixture.ts'

const hammer = { amount: 12_500, currency: 'usd', metadata: { order: '7' } }

test('a payment succeeds', async () => {
  const { stripe } = await openSimulator(await createTestDatabase())
  const intent = await stripe.paymentIntents.create(hammer)
  expect(intent).toMatchObject({
    object: 'payment_intent',
    status: 'requires_payment_method',
    amount: 12_500,
    currency: 'usd',
    livemode: false,
    metadata: { order: '7' },
    latest_charge: null,
  })
  expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_\\w{20,}$`))

  const paid = await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })
  expect(paid).toMatchObject({ status: 'succeeded', amount_received: 12_500 })
  expect(await stripe.paymentIntents.retrieve(intent.id)).toEqual(paid)

  const expanded = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
  expect(expanded.latest_charge).toMatchObject({ object: 'charge', amount: 12_500, paid: true })
})

test.each([
  ['pm_card_chargeDeclined', 'card_declined', 'generic_decline', 'Your card was declined.'],
  [
    'pm_card_chargeDeclinedInsufficientFunds',
    'card_declined',
    'insufficient_funds',
    'Your card has insufficient funds.',
  ],
  ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card', 'Your card has expired.'],
  [
    'pm_card_chargeDeclinedIncorrectCvc',
    'incorrect_cvc',
    'incorrect_cvc',
    "Your card's security code is incorrect.",
  ],
  [
    'pm_card_chargeDeclinedProcessingError',
    'processing_error',
    'processing_error',
    'An error occurred while processing your card. Try again in a little bit.',
  ],
])('%s is declined, and another card can be tried', async (card, code, decline_code, message) => {
  const { stripe } = await openSimulator(await createTestDatabase())
  const { id } = await stripe.paymentIntents.create(hammer)
  const refusal = await stripe.paymentIntents.confirm(id, { payment_method: card }).catch((error) => error)
  expect(refusal).toBeInstanceOf(Stripe.errors.StripeCardError)
  expect(refusal).toMatchObject({ statusCode: 402, code, decline_code, message })
  expect(refusal.payment_intent).toMatchObject({ id, status: 'requires_payment_method' })

  const declined = await stripe.paymentIntents.retrieve(id)
  expect(declined).toMatchObject({ status: 'requires_payment_method', payment_method: null })
  expect(declined.last_payment_error).toMatchObject({ type: 'card_error', code, message })

  const paid = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_mastercard' })
  expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null })
})

test('an intent can be created and confirmed in one call', async () => {
  const { stripe } = await openSimulator(await createTestDatabase())
  const paid = await stripe.paymentIntents.create({
    ...hammer,
    payment_method: 'pm_card_visa',
    confirm: true,
  })
  expect(paid.status).toBe('succeeded')
})

test('a cancelled intent can’t be paid, a paid one can’t be cancelled', async () => {
  const { stripe } = await openSimulator(await createTestDatabase())
  const { id } = await stripe.paymentIntents.create(hammer)
  const canceled = await stripe.paymentIntents.cancel(id)
  expect(canceled).toMatchObject({ status: 'canceled' })
  await expect(stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })).rejects.toMatchObject({
    statusCode: 400,
    code: 'payment_intent_unexpected_state',
  })

  const paid = await stripe.paymentIntents.create({
    ...hammer,
    payment_method: 'pm_card_visa',
    confirm: true,
  })
  await expect(stripe.paymentIntents.cancel(paid.id)).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
    payment_intent: { status: 'succeeded' },
  })
  await expect(stripe.paymentIntents.confirm(paid.id, { payment_method: 'pm_card_visa' })).rejects.toThrow(
    'it has already succeeded',
  )
})

test('intents are listed in pages, newest first', async () => {
  const { stripe, clock } = await openSimulator(await createTestDatabase())
  const made: string[] = []
  for (let second = 0; second < 5; second += 1) {
    clock.now = new Date(1_790_000_000_000 + second * 1000)
    made.unshift((await stripe.paymentIntents.create(hammer)).id)
  }
  const first = await stripe.paymentIntents.list({ limit: 2 })
  expect(first.data.map(({ id }) => id)).toEqual(made.slice(0, 2))
  expect(first.has_more).toBe(true)

  const all: string[] = []
  for await (const { id } of stripe.paymentIntents.list({ limit: 2 })) all.push(id)
  expect(all).toEqual(made)

  const recent = await stripe.paymentIntents.list({ created: { gte: 1_790_000_003 } })
  expect(recent.data.map(({ id }) => id)).toEqual(made.slice(0, 2))
})

test('a publishable key pays with card data, of which only the last digits are stored', async () => {
  const { stripe, sdk, pool } = await openSimulator(await createTestDatabase())
  const browser = sdk(publishableKey)
  const { id, client_secret } = await stripe.paymentIntents.create(hammer)
  const method = await browser.paymentMethods.create({
    type: 'card',
    card: { number: '4242 4242 4242 4242', exp_month: 12, exp_year: 30, cvc: '917' },
    billing_details: { name: 'Ada Turner' },
  })
  expect(method).toMatchObject({ card: { brand: 'visa', last4: '4242' } })
  const paid = await browser.paymentIntents.confirm(id, {
    payment_method: method.id,
    ...secretOf(client_secret),
  })
  expect(paid.status).toBe('succeeded')

  const stored = await everythingStored(pool)
  expect(stored).toContain('4242')
  expect(stored.replaceAll(/\s/g, '')).not.toContain('42424242')
  expect(stored).not.toMatch(/\b917\b/)
})

/** Stripe.js sends this parameter; the types of the server SDK lack it. */
function secretOf(client_secret: string | null): object {
  return { client_secret }
}
