import type { Hono } from 'hono'
import type { Pool } from 'pg'
import { generatedSecret } from '#platform/generated-secret.server.ts'
import type { Log } from '#platform/log.server.ts'
import { listeningAddress, type Settings } from '#platform/settings/settings.server.ts'
import type { CardPayments } from '#shop/payments/provider/card-payments.server.ts'
import { type CardProviders, providersOf } from '#shop/payments/provider/card-providers.server.ts'
import type { ProviderForm } from '#shop/payments/provider/provider-form.ts'
import { createStripePayments } from '#shop/payments/stripe/stripe-payments.server.ts'
import { inProcessFetch } from '#simulators/card-payments/api/in-process-fetch.ts'
import { createCardSimulator } from '#simulators/card-payments/card-simulator.server.ts'

/** Each card provider, opened if its keys are set; new payments go to the first. */
const openers: Record<ProviderForm['provider'], (settings: Settings) => CardPayments | undefined> = {
  stripe: openStripe,
}

export function openCardProviders(settings: Settings): CardProviders {
  return providersOf(...Object.values(openers).flatMap((open) => open(settings) ?? []))
}

/** Opens the card providers of the settings, without any the card simulator (product 11.1). */
export async function openCardPayments(
  settings: Settings,
  pool: Pool,
  clock: () => Date,
  log: Log,
): Promise<{ providers: CardProviders; simulator?: Hono; stop: () => Promise<void> }> {
  const providers = openCardProviders(settings)
  if (providers.size > 0) return { providers, stop: async () => {} }
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
    reportError: (error, what) => log.error(error, what),
  })
  simulator.start()
  const simulated = createStripePayments({
    ...keys,
    scriptUrl: '/simulators/stripe/stripe.js',
    dashboardUrl: '/simulators/stripe',
    fetch: inProcessFetch(simulator.app),
  })
  return {
    providers: providersOf(simulated),
    simulator: simulator.app,
    stop: () => simulator.stop(),
  }
}

function openStripe(settings: Settings): CardPayments | undefined {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = settings
  if (!STRIPE_SECRET_KEY || !STRIPE_PUBLISHABLE_KEY || !STRIPE_WEBHOOK_SECRET) return undefined
  return createStripePayments({
    secretKey: STRIPE_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    scriptUrl: null,
  })
}
