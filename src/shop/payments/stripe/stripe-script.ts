import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'

// TypeScript's DOM types lack Trusted Types and treat their values as strings.
type UrlPolicy = { createScriptURL: (url: string) => string }
type Browser = {
  trustedTypes?: { createPolicy: (name: string, rules: UrlPolicy) => UrlPolicy }
}

let policy: UrlPolicy | undefined
const loaded = new Map<string, Promise<Stripe | null>>()

/**
 * Loads Stripe's script once, when a payment page first needs it. After a failure the
 * next call retries.
 */
export function loadStripeScript(keys: {
  publishableKey: string
  scriptUrl: string | null
}): Promise<Stripe | null> {
  const known = loaded.get(keys.publishableKey)
  if (known) return known
  const loading = load(keys)
  loaded.set(keys.publishableKey, loading)
  loading.catch(() => loaded.delete(keys.publishableKey))
  return loading
}

async function load({ publishableKey, scriptUrl }: Parameters<typeof loadStripeScript>[0]) {
  // The simulator's script defines window.Stripe first, so that the real script is not loaded.
  if (scriptUrl) await addScript(scriptUrl)
  return loadStripe(publishableKey)
}

function addScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = trustedUrl(src)
    script.onload = () => resolve()
    script.onerror = () => reject(new Error('The card form failed to load.'))
    document.head.append(script)
  })
}

/** The payment page's CSP requires Trusted Types for script URLs. */
function trustedUrl(src: string): string {
  const { trustedTypes } = globalThis as Browser
  if (!trustedTypes) return src
  policy ??= trustedTypes.createPolicy('card-provider', {
    createScriptURL: (url) => url,
  })
  return policy.createScriptURL(src)
}
