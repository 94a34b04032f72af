import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { createStripeBreaker } from './stripe-breaker.server.ts'
import { createStripeRefunds } from './stripe-refunds.server.ts'

/** A provider with that many refunds, which it lists in pages. */
function stripeWith(count: number): Stripe {
  const all = Array.from({ length: count }, (_, index) => ({
    id: `re_${index}`,
    object: 'refund',
    amount: 100,
    status: 'succeeded',
    payment_intent: 'pi_1',
    created: 1_800_000_000 - index,
  }))
  const answer = async (url: string | URL | Request) => {
    const { searchParams } = new URL(String(url))
    const after = all.findIndex(({ id }) => id === searchParams.get('starting_after')) + 1
    const data = all.slice(after, after + Number(searchParams.get('limit')))
    const has_more = after + data.length < all.length
    return Response.json({ object: 'list', url: '/v1/refunds', data, has_more })
  }
  const httpClient = Stripe.createFetchHttpClient(answer as typeof fetch)
  return new Stripe('sk_test_pages', { telemetry: false, httpClient })
}

test('lists are read to their end, however long', async () => {
  const refunds = createStripeRefunds(stripeWith(1_250), createStripeBreaker())
  expect(await refunds.refundsOf('pi_1')).toHaveLength(1_250)
  const since = await refunds.refundsSince(new Date(0))
  expect(since.at(-1)).toMatchObject({
    id: 're_1249',
    providerId: 'pi_1',
    createdAt: new Date((1_800_000_000 - 1_249) * 1000),
  })
})
