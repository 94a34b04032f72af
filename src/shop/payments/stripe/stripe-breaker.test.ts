import Stripe from 'stripe'
import { afterEach, expect, test, vi } from 'vitest'
import { HttpRefusal } from '#platform/http/http-errors.ts'
import { createStripeBreaker } from './stripe-breaker.server.ts'

afterEach(() => void vi.useRealTimers())

function silentProvider() {
  vi.useFakeTimers({ toFake: ['Date'] })
  const provider = { calls: 0, isSilent: true }
  const breaker = createStripeBreaker()
  const ask = () =>
    breaker(async () => {
      provider.calls += 1
      if (provider.isSilent) throw new Stripe.errors.StripeConnectionError()
      return 'paid'
    })
  return { provider, breaker, ask }
}

test('the breaker opens after three calls without response and retries after a pause', async () => {
  const { provider, ask } = silentProvider()
  for (const _ of Array(20)) {
    await expect(ask()).rejects.toMatchObject({ status: 503, body: { code: 'unavailable' } })
  }
  expect(provider.calls).toBe(3)
  vi.setSystemTime(Date.now() + 10_001)
  await expect(ask()).rejects.toBeInstanceOf(HttpRefusal)
  expect(provider.calls).toBe(4)

  provider.isSilent = false
  await expect(ask()).rejects.toBeInstanceOf(HttpRefusal)
  vi.setSystemTime(Date.now() + 10_001)
  expect(await ask()).toBe('paid')
  expect(await ask()).toBe('paid')
})

test('a call without an answer says for a minute that the provider is failing', async () => {
  const { provider, breaker, ask } = silentProvider()
  expect(breaker.isFailing()).toBe(false)
  await expect(ask()).rejects.toBeInstanceOf(HttpRefusal)
  expect(breaker.isFailing()).toBe(true)
  vi.setSystemTime(Date.now() + 60_001)
  expect(breaker.isFailing()).toBe(false)
  await expect(ask()).rejects.toBeInstanceOf(HttpRefusal)
  provider.isSilent = false
  await ask()
  expect(breaker.isFailing()).toBe(false)
})

test('responses, including refusals, do not open the breaker', async () => {
  const { breaker, ask, provider } = silentProvider()
  const { StripeCardError, StripeAPIError } = Stripe.errors
  for (const _ of Array(5)) {
    const declined = breaker(() => Promise.reject(new StripeCardError({ type: 'card_error' })))
    await expect(declined).rejects.toBeInstanceOf(StripeCardError)
    const failed = breaker(() => Promise.reject(new StripeAPIError({ type: 'api_error' })))
    await expect(failed).rejects.toBeInstanceOf(HttpRefusal)
  }
  provider.isSilent = false
  expect(await ask()).toBe('paid')
})
