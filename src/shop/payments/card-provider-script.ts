import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'

// TypeScript's DOM does not know Trusted Types yet, and takes their values for strings.
type UrlPolicy = { createScriptURL: (url: string) => string }
type Browser = {
  trustedTypes?: { createPolicy: (name: string, rules: UrlPolicy) => UrlPolicy }
}

let policy: UrlPolicy | undefined
const loaded = new Map<string, Promise<Stripe | null>>()

/**
 * The card provider's script for the browser, loaded once, when a payment page first needs it. When
 * it does not come, the next who asks tries again.
 */
export function loadCardProvider(keys: {
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

async function load({ publishableKey, scriptUrl }: Parameters<typeof loadCardProvider>[0]) {
  // The demo's stand-in defines window.Stripe first, so that the real script is never asked for.
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

/** The payment page's policy wants the address of a script vouched for; nobody else can do that. */
function trustedUrl(src: string): string {
  const { trustedTypes } = globalThis as Browser
  if (!trustedTypes) return src
  policy ??= trustedTypes.createPolicy('card-provider', {
    createScriptURL: (url) => url,
  })
  return policy.createScriptURL(src)
}
