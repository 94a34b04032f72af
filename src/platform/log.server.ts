import { type Logger, pino } from 'pino'

export type Log = Logger

/** Writes one JSON line an event to standard error, so that standard output stays for people. */
export function createLog(level: string): Log {
  return pino({ level, base: null }, pino.destination(2))
}
