import { expect, test } from 'vitest'
import { createTestDatabase } from '#platform/testing/database.ts'
import {
  openSimulator,
  publishableKey,
  storedCharges,
} from '#simulators/card-payments/testing/simulator-fixture.ts'

/** An intent that requires authentication, and a function that authenticates as the browser does. */
async function openAuthentication(card: string) {
  const simulator = await openSimulator(await createTestDatabase())
  const { stripe, app } = simulator
  const { id, client_secret } = await stripe.paymentIntents.create({
    amount: 5_000,
    currency: 'usd',
  })
  const asked = await stripe.paymentIntents.confirm(id, { payment_method: card })
  const answer = async (outcome: string) => {
    const response = await app.request(`/v1/payment_intents/${id}/authenticate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${publishableKey}` },
      body: new URLSearchParams({ client_secret: client_secret ?? '', outcome }).toString(),
    })
    return { status: response.status, body: await response.json() }
  }
  return { ...simulator, id, asked, answer }
}

test.each(['pm_card_authenticationRequired', 'pm_card_threeDSecure2Required'])(
  '%s is charged once the buyer has authenticated',
  async (card) => {
    const { stripe, pool, id, asked, answer } = await openAuthentication(card)
    expect(asked).toMatchObject({
      status: 'requires_action',
      latest_charge: null,
      next_action: { type: 'use_stripe_sdk' },
    })
    expect((await answer('complete')).body).toMatchObject({
      status: 'succeeded',
      next_action: null,
    })
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ amount_received: 5_000 })
    expect((await answer('complete')).body.error.code).toBe('payment_intent_unexpected_state')
    expect(await storedCharges(pool)).toHaveLength(1)
  },
)

test('a failed authentication charges nothing and allows another card', async () => {
  const { stripe, id, answer } = await openAuthentication('pm_card_authenticationRequired')
  expect(await answer('fail')).toMatchObject({
    status: 402,
    body: { error: { code: 'payment_intent_authentication_failure' } },
  })
  expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
    status: 'requires_payment_method',
    next_action: null,
    last_payment_error: {
      code: 'payment_intent_authentication_failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    },
  })
  const paid = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
  expect(paid.status).toBe('succeeded')
})

test('an intent that requires authentication can be cancelled and stays unpaid', async () => {
  const { stripe, id, answer } = await openAuthentication('pm_card_authenticationRequired')
  await stripe.paymentIntents.cancel(id)
  expect((await answer('complete')).body.error.code).toBe('payment_intent_unexpected_state')
  expect((await stripe.paymentIntents.retrieve(id)).status).toBe('canceled')
})
