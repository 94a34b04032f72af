import Stripe from 'stripe'
import { z } from 'zod'
import type { CardPayments, WebhookEvent } from '#shop/payments/provider/card-payments.server.ts'

/** Returns the function that reads Stripe's events. The signature is of the raw body, checked first. */
export function createStripeWebhook(
  stripe: Stripe,
  webhookSecret: string,
): CardPayments['readWebhook'] {
  return async (request) => {
    const signature = request.headers.get('Stripe-Signature') ?? ''
    // Stripe's library throws a plain error for a part without a value.
    if (!WHOLE_SIGNATURE.test(signature)) return 'bad-signature'
    try {
      const body = await request.text()
      return readEvent(await stripe.webhooks.constructEventAsync(body, signature, webhookSecret))
    } catch (error) {
      if (error instanceof Stripe.errors.StripeSignatureVerificationError) return 'bad-signature'
      if (error instanceof SyntaxError || error instanceof z.ZodError) return 'malformed'
      throw error
    }
  }
}

/** Parts separated by commas, each with a name and a value. */
const WHOLE_SIGNATURE = /^\s*[^=,\s]+=[^=,\s]+(\s*,\s*[^=,\s]+=[^=,\s]+)*\s*$/

const eventShape = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({ object: z.looseObject({ object: z.string().optional() }) }),
})
const intentShape = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.int(),
  metadata: z.record(z.string(), z.string()),
})
const refundShape = z.object({ payment_intent: z.string().nullish() })

/** Reads a signed body. Throws a ZodError when it is malformed. */
function readEvent(body: unknown): WebhookEvent {
  const { id, type, data } = eventShape.parse(body)
  switch (data.object.object) {
    case 'payment_intent': {
      const intent = intentShape.parse(data.object)
      const isPaid = type === 'payment_intent.succeeded'
      return { id, type, about: isPaid ? { what: 'payment', paymentIntentId: intent.id } : null }
    }
    case 'refund': {
      const paymentIntentId = refundShape.parse(data.object).payment_intent
      return { id, type, about: paymentIntentId ? { what: 'refund', paymentIntentId } : null }
    }
    default:
      return { id, type, about: null }
  }
}
