import Stripe from 'stripe'
import { z } from 'zod'
import { unavailable } from '#platform/http/http-errors.ts'
import type { CardPayments, Payment, PaymentSubject, WebhookEvent } from './card-payments.server.ts'
import { createProviderBreaker } from './provider-breaker.server.ts'
import { createStripeRefunds } from './stripe-refunds.server.ts'

/** Card payments with Stripe's SDK; `fetch` may lead to the demo's simulator. */
export function createStripeCardPayments(settings: {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  scriptUrl: string | null
  fetch?: typeof fetch
}): CardPayments {
  const stripe = new Stripe(settings.secretKey, {
    timeout: 10_000,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(settings.fetch && { httpClient: Stripe.createFetchHttpClient(settings.fetch) }),
  })
  const answered = createProviderBreaker()
  const retrieve = async (paymentIntentId: string): Promise<Stripe.PaymentIntent | null> => {
    try {
      return await answered(() => stripe.paymentIntents.retrieve(paymentIntentId))
    } catch (error) {
      if (error instanceof Stripe.errors.StripeError && error.statusCode === 404) return null
      throw error
    }
  }
  return {
    publishableKey: settings.publishableKey,
    scriptUrl: settings.scriptUrl,
    start: async ({ subject, amountCents, paymentIntentId }) => {
      // The provider's idempotency keys expire after a day; an order may wait longer.
      const known = paymentIntentId ? await retrieve(paymentIntentId) : null
      const create = () =>
        stripe.paymentIntents.create(
          {
            amount: amountCents,
            currency: 'usd',
            automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
            metadata: subject,
          },
          { idempotencyKey: `${nameOf(subject)}${known ? ` after ${known.id}` : ''}` },
        )
      const intent = known && known.status !== 'canceled' ? known : await answered(create)
      if (!intent.client_secret) throw new Error('The provider sent no client secret')
      return { payment: toPayment(intent), clientSecret: intent.client_secret }
    },
    find: async (paymentIntentId) => {
      const intent = await retrieve(paymentIntentId)
      return intent && toPayment(intent)
    },
    cancelPayment: async (paymentIntentId) => {
      try {
        return toPayment(await answered(() => stripe.paymentIntents.cancel(paymentIntentId)))
      } catch (error) {
        // It may have been cancelled or paid already: fetch its current status.
        const intent = await retrieve(paymentIntentId)
        if (!intent) return null
        if (intent.status === 'canceled' || intent.status === 'succeeded') return toPayment(intent)
        if (intent.status === 'processing') {
          throw unavailable('The bank is still processing this payment. Please try again.')
        }
        throw error
      }
    },
    ...createStripeRefunds(stripe, answered),
    isAnswering: () =>
      stripe.paymentIntents.list({ limit: 1 }, { timeout: 3_000, maxNetworkRetries: 0 }).then(
        () => true,
        () => false,
      ),
    readWebhook: async (rawBody, signature) => {
      // Stripe's library throws a plain error for a part without a value.
      if (!WHOLE_SIGNATURE.test(signature)) return 'bad-signature'
      try {
        const { webhookSecret } = settings
        const event = await stripe.webhooks.constructEventAsync(rawBody, signature, webhookSecret)
        return readEvent(event)
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError) return 'bad-signature'
        if (error instanceof SyntaxError || error instanceof z.ZodError) return 'malformed'
        throw error
      }
    },
  }
}

/** Parts separated by commas, each with a name and a value. */
const WHOLE_SIGNATURE = /^\s*[^=,\s]+=[^=,\s]+(\s*,\s*[^=,\s]+=[^=,\s]+)*\s*$/

function nameOf(subject: PaymentSubject): string {
  return 'orderId' in subject ? `order ${subject.orderId}` : `payment ${subject.paymentId}`
}

const intentShape = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.int(),
  currency: z.string(),
  livemode: z.boolean(),
  metadata: z.record(z.string(), z.string()),
})
const eventShape = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({ object: z.looseObject({ object: z.string().optional() }) }),
})

const refundShape = z.object({ payment_intent: z.string().nullish() })

/** Validates a signed body. Throws a ZodError when it is malformed. */
function readEvent(body: unknown): WebhookEvent {
  const { id, type, data } = eventShape.parse(body)
  const kind = data.object.object
  return {
    id,
    type,
    payment: kind === 'payment_intent' ? toPayment(intentShape.parse(data.object)) : null,
    refundOf: kind === 'refund' ? (refundShape.parse(data.object).payment_intent ?? null) : null,
  }
}

function toPayment(intent: z.infer<typeof intentShape>): Payment {
  return {
    id: intent.id,
    state: stateOf(intent.status),
    amountCents: intent.amount,
    currency: intent.currency,
    livemode: intent.livemode,
    orderId: intent.metadata.orderId ?? null,
    paymentId: intent.metadata.paymentId ?? null,
  }
}

function stateOf(status: string): Payment['state'] {
  return status === 'succeeded' || status === 'processing' || status === 'canceled'
    ? status
    : 'open'
}
