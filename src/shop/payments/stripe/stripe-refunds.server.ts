import Stripe from 'stripe'
import type { CardPayments, ProviderRefund } from '#shop/payments/provider/card-payments.server.ts'
import type { StripeBreaker } from './stripe-breaker.server.ts'

/** The maximum refunds read at once. */
const MAX_REFUNDS = 1_000

/** Refunds with Stripe's SDK. */
export function createStripeRefunds(
  stripe: Stripe,
  answered: StripeBreaker,
): Pick<CardPayments, 'refund' | 'refundsOf' | 'refundsSince'> {
  const refundsOf = async (providerId: string): Promise<ProviderRefund[]> => {
    const list = { payment_intent: providerId, limit: 100 }
    const refunds = await answered(() =>
      stripe.refunds.list(list).autoPagingToArray({ limit: MAX_REFUNDS }),
    )
    return refunds.map(toRefund)
  }
  return {
    refundsOf,
    refundsSince: async (since) => {
      const list = { created: { gte: Math.floor(since.getTime() / 1000) }, limit: 100 }
      const refunds = await answered(() =>
        stripe.refunds.list(list).autoPagingToArray({ limit: MAX_REFUNDS }),
      )
      return refunds.flatMap((refund) => {
        const { payment_intent: intent } = refund
        return typeof intent === 'string' ? [{ ...toRefund(refund), providerId: intent }] : []
      })
    },
    refund: async ({ providerId, refundId, cents, failed, failures }) => {
      const create = () =>
        stripe.refunds.create(
          { payment_intent: providerId, amount: cents, metadata: { refundId } },
          // Stripe repeats its answer to a key for a day, also a refusal, which makes no refund.
          { idempotencyKey: `refund ${refundId} after ${failed ?? 'none'}, ${failures}` },
        )
      try {
        return toRefund(await answered(create))
      } catch (error) {
        if (!isRefused(error)) throw error
        // It may have been made since the list was read.
        const made = await refundsOf(providerId)
        return made.find((one) => one.refundId === refundId && one.state !== 'failed') ?? 'refused'
      }
    },
  }
}

/** Whether the provider understood the call and will not do it. */
function isRefused(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.statusCode === 400
}

function toRefund({ id, amount, status, metadata }: Stripe.Refund): ProviderRefund {
  const hasFailed = status === 'failed' || status === 'canceled'
  return {
    id,
    cents: amount,
    state: hasFailed ? 'failed' : status === 'succeeded' ? 'succeeded' : 'pending',
    refundId: metadata?.refundId ?? null,
  }
}
