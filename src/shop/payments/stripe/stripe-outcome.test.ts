import type { PaymentIntent, StripeError } from '@stripe/stripe-js'
import { expect, test } from 'vitest'
import { readStripeOutcome } from './stripe-outcome.ts'

const intent = (status: string, more = {}) => ({ id: 'pi_1', status, ...more }) as PaymentIntent
const refused = (status: string, code: string, message = 'Raw.') => ({
  error: { code, message, payment_intent: intent(status) } as StripeError,
})
const read = (answer: Parameters<typeof readStripeOutcome>[0]) =>
  readStripeOutcome(answer, 'Cancelled elsewhere.')
const unexpected = 'payment_intent_unexpected_state'

test.each([
  ['a payment', { paymentIntent: intent('succeeded') }],
  ['a payment in another tab', refused('succeeded', unexpected)],
])('%s is paid', (_, answer) => {
  expect(read(answer)).toEqual({ state: 'paid', transactionId: 'pi_1' })
})

test.each([
  ['a payment', { paymentIntent: intent('processing') }],
  ['a second press', refused('processing', unexpected)],
])('%s with a slow bank is processing', (_, answer) => {
  expect(read(answer)).toEqual({ state: 'processing' })
})

test('a declined card shows the provider’s message, immediately and after processing', () => {
  const message = 'Your card was declined.'
  const failed = { state: 'failed', message }
  expect(read(refused('requires_payment_method', 'card_declined', message))).toEqual(failed)
  const late = intent('requires_payment_method', { last_payment_error: { message } })
  expect(read({ paymentIntent: late })).toEqual(failed)
})

test.each([
  ['canceled', /^Cancelled elsewhere/],
  ['requires_action', /^The payment did not go through/],
])('an intent in status %s gets the shop’s own message', (status, message) => {
  expect(read(refused(status, unexpected))).toEqual({
    state: 'failed',
    message: expect.stringMatching(message),
  })
})
