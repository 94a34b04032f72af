import type { PagePolicy } from '#platform/http/content-security-policy.server.ts'
import type { Site } from '#platform/http/site.ts'
import type { GoogleClient } from '#shop/auth/google/google-provider.server.ts'
import type { CardPayments } from './card-payments.server.ts'
import { isPaymentPath } from './payment-path.ts'

const STRIPE_JS = 'https://js.stripe.com'

/** What Stripe's integration guide asks for. Its script makes frames of its own, 3-D Secure too. */
const stripe = {
  scripts: [STRIPE_JS, 'https://*.js.stripe.com'],
  frames: [STRIPE_JS, 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  calls: ['https://api.stripe.com'],
}

/**
 * What each page may do: all the same, and the payment page uses the card provider too. The form
 * that leads to Google starts at the public address, and browsers hold redirects to the policy.
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
    : // Stripe does not say that its script gets by with Trusted Types.
      { formTargets, partners: stripe, trustedTypes: null }
  return (pathname) => (isPaymentPath(pathname) ? paymentPage : page)
}
