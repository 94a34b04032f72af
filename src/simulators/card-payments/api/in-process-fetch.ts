import type { Hono } from 'hono'

/**
 * Returns a fetch that calls the simulator without a network, for
 * `new Stripe(key, { httpClient: Stripe.createFetchHttpClient(inProcessFetch(app)) })`. It honours the caller's
 * timeout, which a direct call of the app would ignore.
 */
export function inProcessFetch(app: Hono): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const response = Promise.resolve(app.fetch(request))
    return Promise.race([response, rejectedOnAbort(request.signal)])
  }
}

function rejectedOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
