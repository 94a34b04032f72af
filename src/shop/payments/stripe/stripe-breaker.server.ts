import {
  BrokenCircuitError,
  ConsecutiveBreaker,
  circuitBreaker,
  handleType,
  TaskCancelledError,
} from 'cockatiel'
import Stripe from 'stripe'
import { unavailable } from '#platform/http/http-errors.ts'

const { StripeAPIError, StripeConnectionError, StripeRateLimitError } = Stripe.errors
const outOfReach = [
  StripeAPIError,
  StripeConnectionError,
  StripeRateLimitError,
  BrokenCircuitError,
  TaskCancelledError,
]
/** Consecutive calls; the provider's SDK has tried each of them three times. */
const SILENT_CALLS = 3
const PAUSE_MS = 10_000

/** A call without an answer says for this long that the provider is down, unless a later one is answered. */
const FAILING_MS = 60_000

export type StripeBreaker = (<T>(call: () => Promise<T>) => Promise<T>) & {
  /** Whether the last call, within a minute, got no answer. */
  isFailing: () => boolean
}

/**
 * A circuit breaker for calls of Stripe. A call without response takes half a minute, so
 * after a few in a row further calls are refused at once, and after a pause one call tries again.
 * In both cases the caller gets the same 503, which the reconciler retries later.
 */
export function createStripeBreaker(): StripeBreaker {
  const breaker = circuitBreaker(handleType(StripeConnectionError), {
    halfOpenAfter: PAUSE_MS,
    breaker: new ConsecutiveBreaker(SILENT_CALLS),
  })
  let failedAt = Number.NEGATIVE_INFINITY
  const answered = () => {
    failedAt = Number.NEGATIVE_INFINITY
  }
  const execute = async <T>(call: () => Promise<T>): Promise<T> => {
    try {
      const result = await breaker.execute(call)
      answered()
      return result
    } catch (error) {
      if (!outOfReach.some((kind) => error instanceof kind)) {
        answered()
        throw error
      }
      failedAt = Date.now()
      throw unavailable('The card payment provider is not responding. Please try again.')
    }
  }
  return Object.assign(execute, { isFailing: () => Date.now() - failedAt < FAILING_MS })
}
