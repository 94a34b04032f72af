import type { PagePolicy } from '#platform/http/content-security-policy.server.ts'
import type { Site } from '#platform/http/site.ts'
import type { GoogleClient } from '#shop/auth/google/google-provider.server.ts'
import type { CardPayments } from '#shop/payments/provider/card-payments.server.ts'
import { isPaymentPath } from './payment-path.ts'

/**
 * Builds the pages' Content Security Policy; the payment page also allows the card provider. The
 * form that starts Google's sign-in posts to the public URL, and browsers apply `form-action` to
 * redirects too.
 */
export function createPagePolicy(environment: {
  site: Pick<Site, 'publicUrl'>
  google?: Pick<GoogleClient, 'discoveryUrl'>
  payments: Pick<CardPayments, 'pagePolicy'>
}): (pathname: string) => PagePolicy {
  const { site, google, payments } = environment
  const targets = [site.publicUrl, google?.discoveryUrl].filter((url) => url !== undefined)
  const formTargets = [...new Set(targets.map((url) => new URL(url).origin))]
  const own = ['start', 'default']
  const page: PagePolicy = { formTargets, trustedTypes: own }
  const { trustedTypes, ...more } = payments.pagePolicy
  const paymentPage: PagePolicy = {
    ...more,
    formTargets,
    trustedTypes: trustedTypes && [...own, ...trustedTypes],
  }
  return (pathname) => (isPaymentPath(pathname) ? paymentPage : page)
}
