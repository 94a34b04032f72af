import type { PaymentIntent, StripeError } from '@stripe/stripe-js'
import { FAILED, type PaymentOutcome } from '#shop/payments/provider/provider-form.ts'

/**
 * Interprets Stripe's response. A declined card shows the provider's own message (product 8);
 * its messages about a wrong intent status are written for programmers and are replaced.
 */
export function readStripeOutcome(answer: {
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
      return { state: 'cancelled' }
  }
  if (error?.code === 'payment_intent_unexpected_state') return { state: 'failed', message: FAILED }
  const message = error?.message ?? intent?.last_payment_error?.message ?? FAILED
  return { state: 'failed', message }
}
