import { expect, test, vi } from 'vitest'
import { loadStripeScript } from './stripe-script.ts'

/** Stubs a browser, online or offline: adding a script loads or fails. */
function stubBrowser(isOffline: boolean) {
  type Script = { src?: string; onload?: () => void; onerror?: () => void }
  const loaded: (string | undefined)[] = []
  const append = (script: Script) => {
    loaded.push(script.src)
    queueMicrotask(() => (isOffline ? script.onerror?.() : script.onload?.()))
  }
  vi.stubGlobal('document', { createElement: () => ({}), head: { append } })
  return loaded
}

test('a script that failed to load is loaded again, and a loaded one is not', async () => {
  const keys = { publishableKey: 'pk_test_x', scriptUrl: '/stripe.js' }
  stubBrowser(true)
  await expect(loadStripeScript(keys)).rejects.toThrow('The card form failed to load.')
  const loaded = stubBrowser(false)
  // Outside a browser the provider's loader returns null.
  expect(await loadStripeScript(keys)).toBeNull()
  expect(await loadStripeScript(keys)).toBeNull()
  expect(loaded).toEqual(['/stripe.js'])
  vi.unstubAllGlobals()
})
