import type { PaymentIntent, StripeError } from '@stripe/stripe-js'

/** What the payment page makes of the provider's answer: paid, with the bank, or why not. */
export type PaymentOutcome =
  | { state: 'paid'; transactionId: string }
  | { state: 'processing' }
  | { state: 'failed'; message: string }

const CANCELLED = 'This order was cancelled, so it can’t be paid. Nothing was charged.'
const FAILED = 'The payment did not go through, and nothing was charged. Please try again.'

/**
 * Reads the provider's answer. A declined card keeps the provider's own sentence (product 8); of an
 * intent in the wrong state the provider speaks to programmers, so those sentences are ours.
 */
export function readOutcome(answer: {
  error?: StripeError | undefined
  paymentIntent?: PaymentIntent | undefined
}): PaymentOutcome {
  const { error } = answer
  // Paid, or cancelled, in another tab: the error carries the intent as it is now.
  const intent = answer.paymentIntent ?? error?.payment_intent
  switch (intent?.status) {
    case 'succeeded':
      return { state: 'paid', transactionId: intent.id }
    case 'processing':
      return { state: 'processing' }
    case 'canceled':
      return { state: 'failed', message: CANCELLED }
  }
  if (error?.code === 'payment_intent_unexpected_state') return { state: 'failed', message: FAILED }
  const message = error?.message ?? intent?.last_payment_error?.message ?? FAILED
  return { state: 'failed', message }
}
