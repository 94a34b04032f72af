import { BulkheadRejectedError, bulkhead } from 'cockatiel'
import { unavailable } from '#platform/http/http-errors.ts'

/**
 * Lets at most `atOnce` of the works that it is given run at the same time, and so many wait in
 * line. Whoever comes beyond that is refused at once with a 503 and Retry-After.
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
