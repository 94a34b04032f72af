import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/** So many lines in any window of time; what comes beyond is only counted. */
const MOST_LINES = 200
const WINDOW_MS = 10_000

/**
 * Writes one JSON line an event to standard error, so that standard output stays for people.
 * A flood of events, such as each request of an attack, fills no disk: a line says how many were left out.
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
            const leftOut = written - MOST_LINES
            windowStart = now
            written = 0
            if (leftOut > 0) method.apply(this, [{ leftOut }, 'Log lines were left out'])
          }
          written += 1
          if (written <= MOST_LINES) method.apply(this, args)
        },
      },
    },
    destination,
  )
}
