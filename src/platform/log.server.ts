import { writeSync } from 'node:fs'
import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/** Lines per time window; further lines are only counted. */
const MAX_LINES = 200
const WINDOW_MS = 10_000
const STANDARD_ERROR = 2

/**
 * Creates a log that writes one JSON line per event to standard error. Lines are rate-limited so that
 * an attack can't fill the disk; a line reports how many were dropped.
 */
export function createLog(
  level: string,
  destination: DestinationStream = createLineWriter((text) => writeSync(STANDARD_ERROR, text)),
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

/**
 * Drops lines that can't be written, for example because the log's own disk is full. Pino's destination
 * would end the process and then wait for space at its exit. The next line that can be written follows
 * one with the number of those dropped. `write` returns how many bytes it has written.
 */
export function createLineWriter(write: (text: string) => number): DestinationStream {
  let lost = 0
  let isLineOpen = false
  const attempt = (line: string) => {
    // A disk that fills up may store part of a line; the next line then starts on a new one.
    const text = isLineOpen ? `\n${line}` : line
    const bytes = write(text)
    isLineOpen = bytes === 0 ? isLineOpen : bytes < Buffer.byteLength(text)
    return bytes === Buffer.byteLength(text)
  }
  return {
    write: (line) => {
      try {
        if (lost > 0 && attempt(lostLines(lost))) lost = 0
        if (lost === 0 && attempt(line)) return
      } catch {
        // The disk is full or the reader is gone, so the failure can't be reported.
      }
      lost += 1
    },
  }
}

function lostLines(count: number): string {
  const fields = { level: 40, time: Date.now(), leftOut: count }
  return `${JSON.stringify({ ...fields, msg: 'Log lines could not be written' })}\n`
}
