import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import type { ProviderForm } from '#shop/payments/provider/provider-form.ts'

// TypeScript's DOM types lack Trusted Types and treat their values as strings.
type UrlPolicy = { createScriptURL: (url: string) => string }
type Browser = {
  trustedTypes?: { createPolicy: (name: string, rules: UrlPolicy) => UrlPolicy }
}

type Keys = Pick<ProviderForm, 'publishableKey' | 'scriptUrl'>

let policy: UrlPolicy | undefined
const loaded = new Map<string, Promise<Stripe | null>>()
const ready = new Map<string, Stripe | null>()

/** Loads Stripe's script once, when a page first shows the card fields. After a failure the next call retries. */
export function loadStripeScript(keys: Keys): Promise<Stripe | null> {
  const known = loaded.get(keys.publishableKey)
  if (known) return known
  const loading = load(keys)
  loaded.set(keys.publishableKey, loading)
  loading.then(
    (stripe) => ready.set(keys.publishableKey, stripe),
    () => loaded.delete(keys.publishableKey),
  )
  return loading
}

/** Returns Stripe if its script has loaded, so that the fields are there at the first render. */
export function loadedStripe({ publishableKey }: Pick<Keys, 'publishableKey'>) {
  return ready.get(publishableKey)
}

async function load({ publishableKey, scriptUrl }: Keys) {
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
  policy ??= trustedTypes.createPolicy('card-provider', { createScriptURL: (url) => url })
  return policy.createScriptURL(src)
}
