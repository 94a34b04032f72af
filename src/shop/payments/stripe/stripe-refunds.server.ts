import Stripe from 'stripe'
import type { CardPayments, Refund } from '#shop/payments/provider/card-payments.server.ts'
import type { StripeBreaker } from './stripe-breaker.server.ts'

type Wanted = Parameters<CardPayments['refund']>[0]

/** Refunds with Stripe's SDK. */
export function createStripeRefunds(
  stripe: Stripe,
  answered: StripeBreaker,
): Pick<CardPayments, 'refund' | 'findRefund'> {
  /** The refunds of what is wanted, newest first; those of a part carry its mark. */
  const earlierRefunds = async ({ paymentIntentId, isPart }: Wanted) => {
    const list = { payment_intent: paymentIntentId, limit: 100 }
    const { data } = await answered(() => stripe.refunds.list(list))
    return isPart ? data.filter(isOfPart) : data
  }
  return {
    refund: async (wanted) => {
      const { paymentIntentId, amountCents, isPart } = wanted
      // The provider's idempotency keys expire after a day; refunds remain.
      const earlier = await earlierRefunds(wanted)
      const made = madeRefund(earlier, amountCents)
      if (made) return made
      const failed = earlier.find(hasFailed)
      const create = () =>
        stripe.refunds.create(
          {
            payment_intent: paymentIntentId,
            ...(isPart && { amount: amountCents, metadata: PART_NOT_OWED }),
          },
          { idempotencyKey: `refund ${paymentIntentId}${failed ? ` after ${failed.id}` : ''}` },
        )
      try {
        return toRefund(await answered(create))
      } catch (error) {
        if (!isRefused(error)) throw error
        // It may have been made since the list was read.
        const known = madeRefund(await earlierRefunds(wanted), amountCents)
        return known ?? { id: null, state: 'failed' }
      }
    },
    findRefund: async (refundId) => {
      try {
        return toRefund(await answered(() => stripe.refunds.retrieve(refundId)))
      } catch (error) {
        if (error instanceof Stripe.errors.StripeError && error.statusCode === 404) return null
        throw error
      }
    },
  }
}

/** Marks the refund of the part of a payment that no order needs. */
const PART_NOT_OWED = { reason: 'part not owed' }

function isOfPart({ metadata }: Stripe.Refund): boolean {
  return metadata?.reason === PART_NOT_OWED.reason
}

function hasFailed({ status }: Stripe.Refund): boolean {
  return status === 'failed' || status === 'canceled'
}

/**
 * Returns the latest of the refunds that together return the amount, or null when they return less.
 * Somebody may have refunded a part by hand. While one of them is pending, that is returned.
 */
function madeRefund(refunds: Stripe.Refund[], amountCents: number): Refund | null {
  const alive = refunds.filter((refund) => !hasFailed(refund))
  const returned = alive.reduce((sum, { amount }) => sum + amount, 0)
  const shown = alive.find(({ status }) => status !== 'succeeded') ?? alive[0]
  return shown && returned >= amountCents ? toRefund(shown) : null
}

/** Whether the provider understood the call and will not do it. */
function isRefused(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.statusCode === 400
}

function toRefund(refund: Stripe.Refund): Refund {
  if (hasFailed(refund)) return { id: refund.id, state: 'failed' }
  return { id: refund.id, state: refund.status === 'succeeded' ? 'succeeded' : 'pending' }
}
