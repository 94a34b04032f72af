import type { Settings } from '#platform/settings/settings.server.ts'
import type { CardPayments } from '#shop/payments/provider/card-payments.server.ts'
import { createStripePayments } from './stripe-payments.server.ts'

/** Returns Stripe, or undefined when the settings lack its keys. */
export function openStripe(settings: Settings): CardPayments | undefined {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = settings
  if (!STRIPE_SECRET_KEY || !STRIPE_PUBLISHABLE_KEY || !STRIPE_WEBHOOK_SECRET) return undefined
  return createStripePayments({
    secretKey: STRIPE_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    scriptUrl: null,
  })
}
