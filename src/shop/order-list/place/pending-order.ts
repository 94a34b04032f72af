import { storageEntry } from '#platform/browser-storage.ts'

/** The order whose response is pending; stored so that a reload can't place it twice. */
const pending = storageEntry('sessionStorage', 'pendingOrder')

/** Returns the Idempotency-Key of an order: the same order that was not answered has the same key. */
export function pendingKey(order: unknown): string {
  const body = JSON.stringify(order)
  const sent = readPending()
  if (sent.body === body && typeof sent.key === 'string') return sent.key
  const key = crypto.randomUUID()
  pending.write(JSON.stringify({ key, body }))
  return key
}

/** Notes that the shop has answered, so that the next order is another one. */
export const clearPending = pending.clear

function readPending(): { key?: unknown; body?: unknown } {
  try {
    return Object(JSON.parse(pending.read() ?? 'null'))
  } catch {
    return {}
  }
}
