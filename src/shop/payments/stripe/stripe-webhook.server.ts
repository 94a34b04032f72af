import Stripe from 'stripe'
import { z } from 'zod'
import type { CardPayments, WebhookEvent } from '#shop/payments/provider/card-payments.server.ts'

/** Returns the function that reads Stripe's events. The signature is of the raw body, checked first. */
export function createStripeWebhook(stripe: Stripe, webhookSecret: string): CardPayments['readWebhook'] {
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
const refundedShape = z.object({ payment_intent: z.string().nullish() })

/** Reads a signed body. Throws a ZodError when it is malformed. */
function readEvent(body: unknown): WebhookEvent {
  const { id, type, data } = eventShape.parse(body)
  return { id, type, about: subjectOf(type, data.object) }
}

function subjectOf(type: string, object: { object?: string | undefined }): WebhookEvent['about'] {
  if (object.object === 'payment_intent') {
    const { id } = intentShape.parse(object)
    if (type === 'payment_intent.payment_failed') return { what: 'failure', providerId: id }
    return type === 'payment_intent.succeeded' ? { what: 'payment', providerId: id } : null
  }
  if (object.object === 'refund' || type === 'charge.refunded') {
    const providerId = refundedShape.parse(object).payment_intent
    return providerId ? { what: 'refund', providerId } : null
  }
  return null
}
