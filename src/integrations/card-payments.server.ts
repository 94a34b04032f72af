import type { Hono } from 'hono'
import type { Pool } from 'pg'
import { generatedSecret } from '#platform/generated-secret.server.ts'
import type { Settings } from '#platform/settings.server.ts'
import type { CardPayments } from '#shop/payments/provider/card-payments.server.ts'
import { createStripeCardPayments } from '#shop/payments/provider/stripe-card-payments.server.ts'
import { inProcessFetch } from '#simulators/card-payments/api/in-process-fetch.ts'
import { createCardSimulator } from '#simulators/card-payments/card-simulator.server.ts'
import { listeningAddress } from './listening-address.server.ts'
import { openStripe } from './stripe.server.ts'

/** Opens Stripe when the settings contain its keys, otherwise the card simulator (product 11.1). */
export async function openCardPayments(
  settings: Settings,
  pool: Pool,
  clock: () => Date,
): Promise<{ payments: CardPayments; simulator?: Hono; stop: () => Promise<void> }> {
  const stripe = openStripe(settings)
  if (stripe) return { payments: stripe, stop: async () => {} }
  const key = (name: string) => generatedSecret(settings.DATA_DIR, name, 18).replaceAll(/\W/g, '0')
  const keys = {
    secretKey: `sk_test_${key('card-simulator-secret-key')}`,
    publishableKey: `pk_test_${key('card-simulator-publishable-key')}`,
    webhookSecret: `whsec_${key('card-simulator-webhook-secret')}`,
  }
  const simulator = await createCardSimulator({
    pool,
    clock,
    secretKey: keys.secretKey,
    publishableKey: keys.publishableKey,
    webhook: {
      url: `${listeningAddress(settings)}/api/payments/webhook`,
      secret: keys.webhookSecret,
      deliver: fetch,
    },
  })
  simulator.start()
  const payments = createStripeCardPayments({
    ...keys,
    scriptUrl: '/simulators/stripe/stripe.js',
    fetch: inProcessFetch(simulator.app),
  })
  return { payments, simulator: simulator.app, stop: () => simulator.stop() }
}
