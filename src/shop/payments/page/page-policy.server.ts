import type { PagePolicy } from '#platform/http/content-security-policy.server.ts'
import type { Site } from '#platform/http/site.ts'
import type { GoogleClient } from '#shop/auth/google/google-provider.server.ts'
import type { CardProviders } from '#shop/payments/provider/card-providers.server.ts'
import { isPaymentPath } from './payment-path.ts'

/**
 * Builds the pages' Content Security Policy; the payment page also allows the card providers. The
 * form that starts Google's sign-in posts to the public URL, and browsers apply `form-action` to
 * redirects too.
 */
export function createPagePolicy(environment: {
  site: Pick<Site, 'publicUrl'>
  google?: Pick<GoogleClient, 'discoveryUrl'>
  providers: CardProviders
}): (pathname: string) => PagePolicy {
  const { site, google, providers } = environment
  const targets = [site.publicUrl, google?.discoveryUrl].filter((url) => url !== undefined)
  const formTargets = [...new Set(targets.map((url) => new URL(url).origin))]
  const own = ['start', 'default']
  const page: PagePolicy = { formTargets, trustedTypes: own }
  const policies = [...providers.values()].map(({ pagePolicy }) => pagePolicy)
  const partners = policies.flatMap(({ partners }) => partners ?? [])
  const paymentPage: PagePolicy = {
    formTargets,
    partners: {
      scripts: partners.flatMap(({ scripts }) => scripts),
      frames: partners.flatMap(({ frames }) => frames),
      calls: partners.flatMap(({ calls }) => calls),
    },
    trustedTypes: policies.every(({ trustedTypes }) => trustedTypes)
      ? [...own, ...policies.flatMap(({ trustedTypes }) => trustedTypes ?? [])]
      : null,
  }
  return (pathname) => (isPaymentPath(pathname) ? paymentPage : page)
}
