import { answerOf, RestRefusal, restClient } from '#platform/http/api/rest-client.ts'
import { authorizedFetch } from '#shop/auth/access/authorized-fetch.ts'
import type { OrderListsApi } from '#shop/orders/history/order-lists-api.server.ts'
import type { NewOrder } from '#shop/orders/purchase/order-forms.ts'
import type { OrderLimitsApi } from '#shop/orders/purchase/order-limits-api.server.ts'
import type { OrderLimits } from '#shop/orders/purchase/order-limits-json.server.ts'
import type { LinesApi } from './api/lines-api.server.ts'
import type { OrdersApi } from './api/orders-api.server.ts'
import type { Order, OrderDetails, OrderLine } from './order.ts'

const client = restClient<OrdersApi>(authorizedFetch)
const lines = restClient<LinesApi>(authorizedFetch)
const limits = restClient<OrderLimitsApi>(authorizedFetch)
const lists = restClient<OrderListsApi>(authorizedFetch)

/** Fetches the newest orders of the current user that are not cancelled. */
export function fetchLatestOrders(size: number): Promise<Order[]> {
  return answerOf(lists.orders.$get({ query: { size: String(size) } }))
}

/** Places an order of one line; repeating the request with the same key does not create another. */
export function sendOrder(order: NewOrder, key: string): Promise<OrderLine> {
  return answerOf(lines.perchase.$post({ json: order, header: { 'idempotency-key': key } }))
}

/** Fetches the current user's limits for unpaid orders, for this product and in total. */
export function fetchOrderLimits(productId: string): Promise<OrderLimits> {
  return answerOf(limits.orderLimits[':productId'].$get({ param: { productId } }))
}

/**
 * Returns whether the shop refused the order for good, so that the next attempt needs a new key.
 * After a timeout or a server error the order may exist, so the next attempt reuses the key.
 */
export function isDecided(error: unknown): boolean {
  return error instanceof RestRefusal && error.status < 500
}

/**
 * Fetches one order of the current user, or any order for an admin, by its number, its id or the id
 * of one of its lines.
 */
export function fetchOrder(id: string): Promise<OrderDetails> {
  return answerOf(client.orders[':id'].$get({ param: { id } }))
}

/** The result of a cancellation: stock restored or not, or still waiting for the card provider. */
export type CancelOutcome = 'restored' | 'not-restored' | 'under-way'

/** Cancels unpaid lines of an order, all or one. Throws when none was cancelled. */
export async function sendCancel({ _id: id }: Order, unpaid: OrderLine[]): Promise<CancelOutcome> {
  const [line] = unpaid
  if (line && unpaid.length === 1) return cancelLine(line)
  const { lines: left } = await answerOf(client.orders[':id'].$delete({ param: { id } }))
  if (left.some(({ status }) => status === 'cancelling')) return 'under-way'
  const sent = left.filter(({ _id }) => unpaid.some((line) => line._id === _id))
  return sent.some(({ stockRestored }) => stockRestored === false) ? 'not-restored' : 'restored'
}

/**
 * Cancels one line. The specification requires two calls, and the second one, about the stock, may
 * fail alone (product 8.4).
 */
async function cancelLine(line: OrderLine): Promise<CancelOutcome> {
  const sent = lines.purchase[':id'].$delete({ param: { id: line._id } })
  const { deletedCount } = await answerOf(sent)
  if (deletedCount === 0) return 'under-way'
  return acknowledgeStock(line).then(
    () => 'restored',
    () => 'not-restored',
  )
}

/** Confirms that the stock of a cancelled order was restored; throws when it was not. */
export async function acknowledgeStock({ productId, quantity }: OrderLine): Promise<void> {
  const acknowledged = lines.products.quantity[':productId'].$put({
    param: { productId },
    json: { quantity },
  })
  await answerOf(acknowledged)
}
