import type { FuzzLog } from './caller.ts'

/** Below this share of 2xx responses, most calls did not reach the tested code. */
const LEAST_SUCCESSES = 1 / 3

export type Plan = {
  /** The operations of the document, as `METHOD /path`. */
  described: string[]
  calls: number
  isShort: boolean
  endedByTime: boolean
}

/** Operations called too rarely, as deviations; the short form can't reach all of them. */
export function shortfallsOf(
  log: Pick<FuzzLog, 'calls' | 'statuses' | 'operations'>,
  { described, calls, isShort, endedByTime }: Plan,
): string[] {
  const shortfalls: string[] = []
  const share = successesOf(log) / log.calls
  if (!(share >= LEAST_SUCCESSES)) {
    shortfalls.push(`only ${Math.round(share * 100)} % of ${log.calls} answers are 2xx`)
  }
  if (isShort) return shortfalls
  const missing = described.filter((operation) => !log.operations.has(operation))
  if (missing.length > 0) shortfalls.push(`never called: ${missing.join(', ')}`)
  if (log.calls < calls && !endedByTime) {
    shortfalls.push(`only ${log.calls} of ${calls} calls were made`)
  }
  return shortfalls
}

function successesOf({ statuses }: Pick<FuzzLog, 'statuses'>): number {
  return [...statuses].reduce(
    (sum, [status, count]) => (status >= 200 && status < 300 ? sum + count : sum),
    0,
  )
}
