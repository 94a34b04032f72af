import Stripe from 'stripe'
import type { CardPayments, Payment } from './card-payments.server.ts'

/** Card payments by Stripe's own SDK; the demo's simulator is reached by another `fetch`. */
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
  return {
    publishableKey: settings.publishableKey,
    scriptUrl: settings.scriptUrl,
    start: async ({ orderId, amountCents }) => {
      const intent = await stripe.paymentIntents.create(
        {
          amount: amountCents,
          currency: 'usd',
          automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
          metadata: { orderId },
        },
        { idempotencyKey: `order ${orderId}` },
      )
      if (!intent.client_secret) throw new Error('The provider sent no client secret')
      return { id: intent.id, clientSecret: intent.client_secret }
    },
    find: async (paymentIntentId) => {
      try {
        return toPayment(await stripe.paymentIntents.retrieve(paymentIntentId))
      } catch (error) {
        if (error instanceof Stripe.errors.StripeError && error.statusCode === 404) return null
        throw error
      }
    },
    giveUp: async (paymentIntentId) => {
      try {
        await stripe.paymentIntents.cancel(paymentIntentId)
        return 'given-up'
      } catch (error) {
        // It may be cancelled already, or paid: only the payment itself tells.
        const { status } = await stripe.paymentIntents.retrieve(paymentIntentId)
        if (status === 'succeeded') return 'paid'
        if (status === 'canceled') return 'given-up'
        throw error
      }
    },
    readWebhook: async (rawBody, signature) => {
      try {
        const event = await stripe.webhooks.constructEventAsync(
          rawBody,
          signature,
          settings.webhookSecret,
        )
        const { object } = event.data
        const isIntent = 'object' in object && object.object === 'payment_intent'
        return { type: event.type, payment: isIntent ? toPayment(object) : null }
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null
        throw error
      }
    },
  }
}

function toPayment(intent: Stripe.PaymentIntent): Payment {
  const { status } = intent
  return {
    id: intent.id,
    state: status === 'succeeded' ? 'succeeded' : status === 'canceled' ? 'canceled' : 'open',
    amountCents: intent.amount,
    currency: intent.currency,
    livemode: intent.livemode,
    orderId: intent.metadata.orderId ?? null,
  }
}
