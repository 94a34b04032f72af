import { answerOf, RestRefusal, restClient } from '#platform/http/api/rest-client.ts'
import { authorizedFetch } from '#shop/auth/access/authorized-fetch.ts'
import { type CursorPage, fetchCursorPage } from '#shop/orders/history/cursor-page.ts'
import type { OrderListsApi } from '#shop/orders/history/order-lists-api.server.ts'
import type { OrderCount, OrderSearch, OrdersQuery } from '#shop/orders/history/orders-query.ts'
import type { NewOrder } from '#shop/orders/purchase/order-forms.ts'
import type { OrderLimitsApi } from '#shop/orders/purchase/order-limits-api.server.ts'
import type { OrderLimits } from '#shop/orders/purchase/order-limits-json.server.ts'
import type { LinesApi } from './lines-api.server.ts'
import type { Order, OrderLine, OrderLineDetails } from './order.ts'

const client = restClient<LinesApi>(authorizedFetch)
const limits = restClient<OrderLimitsApi>(authorizedFetch)
const lists = restClient<OrderListsApi>(authorizedFetch)

/** Fetches a page of the current user's orders, newest first; `page` starts at 0. */
export function fetchMyOrders(
  email: string,
  { size, page = 0 }: { size: number; page?: number },
): Promise<OrderLine[]> {
  const query = { size: String(size), page: String(page) }
  return answerOf(client.purchase[':email'].$get({ param: { email }, query }))
}

/** Places an order; repeating the request with the same key does not create another. */
export function sendOrder(order: NewOrder, key: string): Promise<OrderLine> {
  return answerOf(client.perchase.$post({ json: order, header: { 'idempotency-key': key } }))
}

/** Fetches the current user's limits for unpaid orders, for this product and in total. */
export function fetchOrderLimits(productId: string): Promise<OrderLimits> {
  return answerOf(limits.orderLimits[':productId'].$get({ param: { productId } }))
}

/**
 * Returns whether the shop refused the order for good, so that the next attempt needs a new key.
 * After a timeout or a server fault the order may exist, so the next attempt reuses the key.
 */
export function isDecided(error: unknown): boolean {
  return error instanceof RestRefusal && error.status < 500
}

/** Fetches one order of the current user, or any order for an admin. */
export function fetchOrder(id: string): Promise<OrderLineDetails> {
  return answerOf(client.purchase.order[':id'].$get({ param: { id } }))
}

/** The result of a cancellation: stock restored or not, or still waiting for the card provider. */
export type CancelOutcome = 'restored' | 'not-restored' | 'under-way'

/**
 * Cancels an unpaid order. The specification requires two calls, and the second one, about the
 * stock, may fail alone (product 8.4). Throws when the order was not cancelled.
 */
export async function sendCancel(order: OrderLine): Promise<CancelOutcome> {
  const sent = client.purchase[':id'].$delete({ param: { id: order._id } })
  const { deletedCount } = await answerOf(sent)
  if (deletedCount === 0) return 'under-way'
  return acknowledgeStock(order).then(
    () => 'restored',
    () => 'not-restored',
  )
}

/** Confirms that the stock of a cancelled order was restored; throws when it was not. */
export async function acknowledgeStock({ productId, quantity }: OrderLine): Promise<void> {
  const acknowledged = client.products.quantity[':productId'].$put({
    param: { productId },
    json: { quantity },
  })
  await answerOf(acknowledged)
}

/** For admins: fetches a page of the list of all orders. */
export function fetchOrders(query: OrdersQuery): Promise<CursorPage<Order>> {
  const { size, search, state } = query
  return fetchCursorPage(
    (page) => answerOf(lists.orders.all.$get({ query: { search, state, ...page } })),
    query,
    size,
  )
}

export function fetchOrdersCount({ search, state }: OrderSearch): Promise<OrderCount> {
  return answerOf(lists.orders.all.count.$get({ query: { search, state } }))
}
