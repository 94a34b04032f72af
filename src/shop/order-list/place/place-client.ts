import { storageEntry } from '#platform/browser-storage.ts'
import { answerOf, RestRefusal } from '#platform/http/api/rest-client.ts'
import { apiResponses } from '#shop/auth/access/authorized-fetch.ts'
import type { createOrdersApi } from '#shop/orders/api/orders-api.server.ts'
import type { Order } from '#shop/orders/order.ts'
import type { NewOrderOfLines, RefusedLines } from '#shop/orders/purchase/new-order-json.server.ts'

const { orders } = apiResponses<typeof createOrdersApi>()

export type PlacedList = { order: Order; isReplayed: boolean } | { refused: RefusedLines }

/** Places all lines or none, once for a key. Rejects with a RestRefusal for reasons that concern no line. */
export async function placeList(list: NewOrderOfLines, key: string): Promise<PlacedList> {
  const response = await orders.$post({
    json: list,
    header: { 'idempotency-key': key },
  })
  if (response.status === 409 || response.status === 422) {
    const refused: RefusedLines = await response.json()
    if (refused.lines.length > 0) return { refused }
    throw new RestRefusal(response.status, refused)
  }
  const isReplayed = response.headers.has('Idempotent-Replayed')
  return { order: await answerOf(response), isReplayed }
}

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
