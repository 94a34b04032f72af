import { setTimeout } from 'node:timers/promises'
import type { Log } from '#platform/log.server.ts'

/** Something to close, by the name that the log knows it by, and how long it may take. */
export type Closing = { name: string; limitMs: number; close: () => unknown }

/** Closes one after the other. What fails or takes too long is logged and keeps nothing after it from closing. */
export async function closeInOrder(closings: Closing[], log: Pick<Log, 'error'>): Promise<void> {
  for (const { name, limitMs, close } of closings) {
    const stop = new AbortController()
    const late = setTimeout(limitMs, 'late', { signal: stop.signal }).catch(() => 'late')
    const closed = Promise.resolve()
      .then(close)
      .catch((error: unknown) => log.error(error, `Closing failed: ${name}`))
    if ((await Promise.race([closed, late])) === 'late') log.error(`Closing took too long: ${name}`)
    stop.abort()
  }
}
