import type { PagePolicy } from '#platform/http/content-security-policy.server.ts'
import type { Site } from '#platform/http/site.ts'
import type { GoogleClient } from '#shop/auth/google/google-provider.server.ts'
import type { CardPayments } from '#shop/payments/provider/card-payments.server.ts'
import { isPaymentPath } from './payment-path.ts'

const STRIPE_JS = 'https://js.stripe.com'

/**
 * The CSP sources from Stripe's integration guide; its script creates further frames, also for 3-D
 * Secure.
 */
const stripe = {
  scripts: [STRIPE_JS, 'https://*.js.stripe.com'],
  frames: [STRIPE_JS, 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  calls: ['https://api.stripe.com'],
}

/**
 * Builds the pages' Content Security Policy; the payment page also allows the card provider. The
 * form that starts Google's sign-in posts to the public URL, and browsers apply `form-action` to
 * redirects too.
 */
export function createPagePolicy(environment: {
  site: Pick<Site, 'publicUrl'>
  google?: Pick<GoogleClient, 'discoveryUrl'>
  payments: Pick<CardPayments, 'scriptUrl'>
}): (pathname: string) => PagePolicy {
  const { site, google, payments } = environment
  const targets = [site.publicUrl, google?.discoveryUrl].filter((url) => url !== undefined)
  const formTargets = [...new Set(targets.map((url) => new URL(url).origin))]
  const page: PagePolicy = { formTargets, trustedTypes: ['start', 'default'] }
  const paymentPage: PagePolicy = payments.scriptUrl
    ? { formTargets, trustedTypes: ['start', 'default', 'card-provider'] }
    : // Stripe does not document support for Trusted Types.
      { formTargets, partners: stripe, trustedTypes: null }
  return (pathname) => (isPaymentPath(pathname) ? paymentPage : page)
}
