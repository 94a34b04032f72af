import Stripe from 'stripe'
import type { CardPayments, ProviderPayment } from '#shop/payments/provider/card-payments.server.ts'
import { createStripeBreaker } from './stripe-breaker.server.ts'
import { createStripeRefunds } from './stripe-refunds.server.ts'
import { createStripeWebhook } from './stripe-webhook.server.ts'

/** Card payments with Stripe's SDK; `fetch` may lead to the demo's simulator. */
export function createStripePayments(settings: {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  scriptUrl: string | null
  dashboardUrl?: string
  fetch?: typeof fetch
}): CardPayments {
  const stripe = new Stripe(settings.secretKey, {
    timeout: 10_000,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(settings.fetch && { httpClient: Stripe.createFetchHttpClient(settings.fetch) }),
  })
  const answered = createStripeBreaker()
  const retrieve = async (id: string): Promise<Stripe.PaymentIntent | null> => {
    try {
      return await answered(() => stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }))
    } catch (error) {
      if (error instanceof Stripe.errors.StripeError && error.statusCode === 404) return null
      throw error
    }
  }
  return {
    form: {
      provider: 'stripe',
      publishableKey: settings.publishableKey,
      scriptUrl: settings.scriptUrl,
    },
    pagePolicy: stripePagePolicy(settings.scriptUrl),
    // Payments are in test mode only (product 1.5).
    dashboardUrl: settings.dashboardUrl ?? 'https://dashboard.stripe.com/test/payments',
    webhookPath: '/payments/webhook',
    create: async ({ paymentId, amountCents, currency, providerId }) => {
      // The provider's idempotency keys expire after a day; an order may wait longer.
      const known = providerId ? await retrieve(providerId) : null
      const create = () =>
        stripe.paymentIntents.create(
          {
            amount: amountCents,
            currency,
            automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
            metadata: { paymentId },
          },
          { idempotencyKey: `payment ${paymentId}${known ? ` after ${known.id}` : ''}` },
        )
      const intent = known && known.status !== 'canceled' ? known : await answered(create)
      if (!intent.client_secret) throw new Error('The provider sent no client secret')
      return { payment: toPayment(intent), clientSecret: intent.client_secret }
    },
    find: async (providerId) => {
      const intent = await retrieve(providerId)
      return intent && toPayment(intent)
    },
    cancel: async (providerId) => {
      try {
        return toPayment(await answered(() => stripe.paymentIntents.cancel(providerId)))
      } catch (error) {
        // It may have been cancelled or paid already: fetch its current status.
        const intent = await retrieve(providerId)
        const payment = intent && toPayment(intent)
        if (payment?.state === 'open') throw error
        return payment
      }
    },
    ...createStripeRefunds(stripe, answered),
    isAnswering: () =>
      stripe.paymentIntents.list({ limit: 1 }, { timeout: 3_000, maxNetworkRetries: 0 }).then(
        // A provider may answer this call, and none of those that create or read a payment.
        () => !answered.isFailing(),
        () => false,
      ),
    readWebhook: createStripeWebhook(stripe, settings.webhookSecret),
  }
}

function toPayment(intent: Stripe.PaymentIntent): ProviderPayment {
  return {
    id: intent.id,
    state: stateOf(intent.status),
    amountCents: intent.amount,
    currency: intent.currency,
    livemode: intent.livemode,
    paymentId: intent.metadata.paymentId ?? null,
    card: cardOf(intent.latest_charge),
  }
}

function cardOf(charge: Stripe.PaymentIntent['latest_charge']): ProviderPayment['card'] {
  const card = typeof charge === 'object' ? charge?.payment_method_details?.card : undefined
  return card?.brand && card.last4 ? { brand: card.brand, last4: card.last4 } : null
}

function stateOf(status: string): ProviderPayment['state'] {
  return status === 'succeeded' || status === 'processing' || status === 'canceled' ? status : 'open'
}

const STRIPE_JS = 'https://js.stripe.com'

/** Stripe's script, of the simulator or its own, as the payment page's policy must allow it. */
function stripePagePolicy(scriptUrl: string | null): CardPayments['pagePolicy'] {
  if (scriptUrl) return { trustedTypes: ['card-provider'] }
  return {
    // From Stripe's integration guide; its script creates further frames, also for 3-D Secure.
    partners: {
      scripts: [STRIPE_JS, 'https://*.js.stripe.com'],
      frames: [STRIPE_JS, 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
      calls: ['https://api.stripe.com'],
    },
    // Stripe does not document support for Trusted Types.
    trustedTypes: null,
  }
}
