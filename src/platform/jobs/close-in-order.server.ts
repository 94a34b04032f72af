import { setTimeout } from 'node:timers/promises'
import type { Log } from '#platform/log.server.ts'

/** Something to close, with its name in the log and its time limit. */
export type Closing = { name: string; limitMs: number; close: () => unknown }

/**
 * Closes resources one after the other, those of an inner list together. Failures and timeouts are
 * logged, and the rest is still closed.
 */
export async function closeInOrder(closings: (Closing | Closing[])[], log: Pick<Log, 'error'>) {
  for (const together of closings) {
    await Promise.all([together].flat().map((closing) => closeOne(closing, log)))
  }
}

async function closeOne({ name, limitMs, close }: Closing, log: Pick<Log, 'error'>): Promise<void> {
  const stop = new AbortController()
  const late = setTimeout(limitMs, 'late', { signal: stop.signal }).catch(() => 'late')
  const closed = Promise.resolve()
    .then(close)
    .catch((error: unknown) => log.error(error, `Closing failed: ${name}`))
  if ((await Promise.race([closed, late])) === 'late') log.error(`Closing took too long: ${name}`)
  stop.abort()
}
