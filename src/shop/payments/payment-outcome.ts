import type { PaymentIntent, StripeError } from '@stripe/stripe-js'

/** The result that the payment page shows: paid, processing at the bank, or failed. */
export type PaymentOutcome =
  | { state: 'paid'; transactionId: string }
  | { state: 'processing' }
  | { state: 'failed'; message: string }

const CANCELLED = 'This order was cancelled and can’t be paid. Nothing was charged.'
const FAILED = 'The payment did not go through. Nothing was charged. Please try again.'

/**
 * Interprets the provider's response. A declined card shows the provider's own message (product 8);
 * its messages about a wrong intent status are written for programmers and are replaced.
 */
export function readOutcome(answer: {
  error?: StripeError | undefined
  paymentIntent?: PaymentIntent | undefined
}): PaymentOutcome {
  const { error } = answer
  // Paid or cancelled in another tab: the error contains the current intent.
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
