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
  ...[StripeAPIError, StripeConnectionError, StripeRateLimitError],
  ...[BrokenCircuitError, TaskCancelledError],
]
/** Consecutive calls; the provider's SDK has tried each of them three times. */
const SILENT_CALLS = 3
const PAUSE_MS = 10_000

/** Makes a call of Stripe through the breaker. */
export type StripeBreaker = <T>(call: () => Promise<T>) => Promise<T>

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
  return async (call) => {
    try {
      return await breaker.execute(call)
    } catch (error) {
      if (!outOfReach.some((kind) => error instanceof kind)) throw error
      throw unavailable('The card payment provider is not responding. Please try again.')
    }
  }
}
