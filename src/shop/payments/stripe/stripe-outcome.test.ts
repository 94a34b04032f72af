import type { PaymentIntent, StripeError } from '@stripe/stripe-js'
import { expect, test } from 'vitest'
import { readStripeOutcome } from './stripe-outcome.ts'

const intent = (status: string, more = {}) => ({ id: 'pi_1', status, ...more }) as PaymentIntent
const refused = (status: string, code: string, message = 'Raw.') => ({
  error: { code, message, payment_intent: intent(status) } as StripeError,
})
const unexpected = 'payment_intent_unexpected_state'

test.each([
  ['a payment', { paymentIntent: intent('succeeded') }],
  ['a payment in another tab', refused('succeeded', unexpected)],
])('%s is paid', (_, answer) => {
  expect(readStripeOutcome(answer)).toEqual({ state: 'paid', transactionId: 'pi_1' })
})

test.each([
  ['a payment', { paymentIntent: intent('processing') }],
  ['a second press', refused('processing', unexpected)],
])('%s with a slow bank is processing', (_, answer) => {
  expect(readStripeOutcome(answer)).toEqual({ state: 'processing' })
})

test('a declined card shows the provider’s message, immediately and after processing', () => {
  const message = 'Your card was declined.'
  const failed = { state: 'failed', message }
  expect(readStripeOutcome(refused('requires_payment_method', 'card_declined', message))).toEqual(failed)
  const late = intent('requires_payment_method', { last_payment_error: { message } })
  expect(readStripeOutcome({ paymentIntent: late })).toEqual(failed)
})

test('a payment that was cancelled in another tab is distinguished from a failure', () => {
  expect(readStripeOutcome(refused('canceled', unexpected))).toEqual({ state: 'cancelled' })
})

test('an unexpected status gets the shop’s own message', () => {
  expect(readStripeOutcome(refused('requires_action', unexpected))).toEqual({
    state: 'failed',
    message: expect.stringMatching(/^The payment did not go through/),
  })
})
