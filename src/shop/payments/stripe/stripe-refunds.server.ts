import Stripe from 'stripe'
import type { CardPayments, ProviderRefund } from '#shop/payments/provider/card-payments.server.ts'
import type { StripeBreaker } from './stripe-breaker.server.ts'

export function createStripeRefunds(
  stripe: Stripe,
  answered: StripeBreaker,
): Pick<CardPayments, 'refund' | 'refundsOf' | 'refundsSince'> {
  // All pages: a refund that is left out of a list would be forgotten.
  const listAll = async (which: Stripe.RefundListParams) => {
    const refunds: Stripe.Refund[] = []
    for await (const refund of stripe.refunds.list({ ...which, limit: 100 })) refunds.push(refund)
    return refunds
  }
  const refundsOf = async (providerId: string): Promise<ProviderRefund[]> => {
    const refunds = await answered(() => listAll({ payment_intent: providerId }))
    return refunds.map(toRefund)
  }
  return {
    refundsOf,
    refundsSince: async (since) => {
      const created = { gte: Math.floor(since.getTime() / 1000) }
      const refunds = await answered(() => listAll({ created }))
      return refunds.flatMap((refund) => {
        const { payment_intent: providerId, created } = refund
        if (typeof providerId !== 'string') return []
        return [{ ...toRefund(refund), providerId, createdAt: new Date(created * 1000) }]
      })
    },
    refund: async ({ providerId, refundId, cents, attempt }) => {
      const metadata = { refundId, attempt: String(attempt) }
      const create = () =>
        stripe.refunds.create(
          { payment_intent: providerId, amount: cents, metadata },
          // Stripe repeats its answer to a key for a day, also a refusal, which makes no refund.
          { idempotencyKey: `refund ${refundId}, attempt ${attempt}` },
        )
      try {
        return toRefund(await answered(create))
      } catch (error) {
        if (!isRefused(error)) throw error
        // It may have been made since the list was read.
        const made = await refundsOf(providerId)
        return (
          made.find((refund) => refund.refundId === refundId && refund.state !== 'failed') ?? {
            id: null,
            cents,
            state: 'failed',
            refundId,
            attempt,
          }
        )
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
    attempt: metadata?.attempt === undefined ? null : Number(metadata.attempt),
  }
}
