import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/** Lines per time window; further lines are only counted. */
const MAX_LINES = 200
const WINDOW_MS = 10_000

/**
 * Creates a log that writes one JSON line per event to standard error. Lines are rate-limited so that
 * an attack can't fill the disk; a line reports how many were dropped.
 */
export function createLog(
  level: string,
  destination: DestinationStream = pino.destination(2),
  clock: () => number = Date.now,
): Log {
  let windowStart = 0
  let written = 0
  return pino(
    {
      level,
      base: null,
      hooks: {
        logMethod(args, method) {
          const now = clock()
          if (now - windowStart >= WINDOW_MS) {
            const leftOut = written - MAX_LINES
            windowStart = now
            written = 0
            if (leftOut > 0) method.apply(this, [{ leftOut }, 'Log lines were left out'])
          }
          written += 1
          if (written <= MAX_LINES) method.apply(this, args)
        },
      },
    },
    destination,
  )
}
