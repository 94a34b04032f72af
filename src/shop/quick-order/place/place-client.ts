import { answerOf, RestRefusal, restClient } from '#platform/http/api/rest-client.ts'
import { authorizedFetch } from '#shop/auth/access/authorized-fetch.ts'
import type { Order } from '#shop/orders/order.ts'
import type { OrdersApi } from '#shop/orders/orders-api.server.ts'
import type { NewOrderBatch, RefusedBatch } from '#shop/orders/purchase/order-batch-json.server.ts'

const client = restClient<OrdersApi>(authorizedFetch)

/** The orders in the sequence of the lines, or why nothing was ordered. */
export type PlacedList = { orders: Order[] } | { refused: RefusedBatch }

/**
 * Places all lines or none; repeating the request with the same key orders nothing again. Rejects
 * with a RestRefusal for any reason that no line is at fault of.
 */
export async function placeList(list: NewOrderBatch, key: string): Promise<PlacedList> {
  const response = await client.orders.batch.$post({
    json: list,
    header: { 'idempotency-key': key },
  })
  if (response.status === 409 || response.status === 422) {
    const refused: RefusedBatch = await response.json()
    if (refused.lines.length > 0) return { refused }
    throw new RestRefusal(response.status, refused)
  }
  return { orders: await answerOf(Promise.resolve(response)) }
}
