import { BulkheadRejectedError, bulkhead } from 'cockatiel'
import { unavailable } from '#platform/http/http-errors.ts'

/**
 * Returns a function that runs at most `atOnce` tasks concurrently and queues at most `waiting` more.
 * Further tasks are rejected immediately with a 503 and Retry-After.
 */
export function createConcurrencyLimit({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const policy = bulkhead(atOnce, waiting)
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await policy.execute(work)
    } catch (error) {
      if (!(error instanceof BulkheadRejectedError)) throw error
      throw unavailable('The shop is busy. Please try again.')
    }
  }
}
