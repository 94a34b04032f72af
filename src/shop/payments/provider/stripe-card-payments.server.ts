import Stripe from 'stripe'
import { z } from 'zod'
import { unavailable } from '#platform/http/http-errors.ts'
import type { CardPayments, Payment, PaymentSubject } from './card-payments.server.ts'
import { createProviderBreaker } from './provider-breaker.server.ts'

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
    refund: async (paymentIntentId, partCents) => {
      const refundsOf = () =>
        answered(() => stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 }))
      const amount = partCents === null ? {} : { amount: partCents, metadata: PART_NOT_OWED }
      // Unlike a second refund of the whole, a second refund of a part would be accepted once the
      // provider's idempotency key has expired.
      const earlier = partCents !== null && (await refundsOf()).data.find(isOfPart)
      if (earlier) return refundOf(earlier)
      try {
        const refund = await answered(() =>
          stripe.refunds.create(
            { payment_intent: paymentIntentId, ...amount },
            { idempotencyKey: `refund ${paymentIntentId}` },
          ),
        )
        return refundOf(refund)
      } catch (error) {
        // The provider's idempotency keys expire after a day; refunds remain.
        if (!isAlreadyRefunded(error)) throw error
        return refundOf((await refundsOf()).data[0])
      }
    },
    isAnswering: () =>
      stripe.paymentIntents.list({ limit: 1 }, { timeout: 3_000, maxNetworkRetries: 0 }).then(
        () => true,
        () => false,
      ),
    readWebhook: async (rawBody, signature) => {
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

/** Marks the refund of the part of a payment that no order needs. */
const PART_NOT_OWED = { reason: 'part not owed' }

function isOfPart({ metadata }: Stripe.Refund): boolean {
  return metadata?.reason === PART_NOT_OWED.reason
}

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

/** Validates a signed body. Throws a ZodError when it is malformed. */
function readEvent(body: unknown) {
  const { id, type, data } = eventShape.parse(body)
  const isIntent = data.object.object === 'payment_intent'
  return { id, type, payment: isIntent ? toPayment(intentShape.parse(data.object)) : null }
}

function isAlreadyRefunded(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'charge_already_refunded'
}

function refundOf(refund: Stripe.Refund | undefined): { refundId: string } {
  if (!refund || refund.status === 'failed' || refund.status === 'canceled') {
    throw new Error(`The refund ${refund?.id ?? ''} failed`)
  }
  return { refundId: refund.id }
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
