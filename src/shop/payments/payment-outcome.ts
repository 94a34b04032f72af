import type { PaymentIntent, StripeError } from '@stripe/stripe-js'

/** The result that the payment page shows: paid, processing at the bank, or failed. */
export type PaymentOutcome =
  | { state: 'paid'; transactionId: string }
  | { state: 'processing' }
  | { state: 'failed'; message: string }

/** What a payment that was cancelled in the meantime says, for one order and for several. */
export const CANCELLED = {
  order: 'This order was cancelled and can’t be paid. Nothing was charged.',
  group:
    'This payment was cancelled, because one of its orders changed. Nothing was charged. Orders that are still unpaid can be paid from My Orders.',
}
const FAILED = 'The payment did not go through. Nothing was charged. Please try again.'

/**
 * Interprets the provider's response. A declined card shows the provider's own message (product 8);
 * its messages about a wrong intent status are written for programmers and are replaced.
 */
export function readOutcome(
  answer: { error?: StripeError | undefined; paymentIntent?: PaymentIntent | undefined },
  cancelledText = CANCELLED.order,
): PaymentOutcome {
  const { error } = answer
  // Paid or cancelled in another tab: the error contains the current intent.
  const intent = answer.paymentIntent ?? error?.payment_intent
  switch (intent?.status) {
    case 'succeeded':
      return { state: 'paid', transactionId: intent.id }
    case 'processing':
      return { state: 'processing' }
    case 'canceled':
      return { state: 'failed', message: cancelledText }
  }
  if (error?.code === 'payment_intent_unexpected_state') return { state: 'failed', message: FAILED }
  const message = error?.message ?? intent?.last_payment_error?.message ?? FAILED
  return { state: 'failed', message }
}
