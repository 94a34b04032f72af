import { unavailable } from '#platform/http/http-errors.ts'

/**
 * Lets at most `atOnce` of the works that it is given run at the same time, and so many wait in
 * line. Whoever comes beyond that is refused at once with a 503 and Retry-After.
 */
export function createConcurrencyLimit({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const line: (() => void)[] = []
  let running = 0
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= atOnce) {
      if (line.length >= waiting) throw unavailable('The shop is busy. Please try again.')
      // Whoever ends hands its place over, so `running` stays as it is.
      await new Promise<void>((start) => line.push(start))
    } else running++
    try {
      return await work()
    } finally {
      const next = line.shift()
      if (next) next()
      else running--
    }
  }
}
