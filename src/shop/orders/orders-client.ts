import { answerOf, RestRefusal, restClient } from '#platform/http/rest-client.ts'
import { authorizedFetch } from '#shop/auth/access/authorized-fetch.ts'
import type { ManageOrdersApi } from '#shop/orders/admin/manage-orders-api.server.ts'
import {
  BEFORE_ALL_ORDERS,
  type OrderCount,
  type OrderPlace,
  type OrderSearch,
  type OwnOrders,
} from '#shop/orders/history/order-list.ts'
import type { OrderLimits } from '#shop/orders/purchase/order-caps.ts'
import type { NewOrder } from '#shop/orders/purchase/order-forms.ts'
import type { OrderLimitsApi } from '#shop/orders/purchase/order-limits-api.server.ts'
import type { Order, OrderDocument } from './order.ts'
import type { OrdersApi } from './orders-api.server.ts'

const client = restClient<OrdersApi>(authorizedFetch)
const limits = restClient<OrderLimitsApi>(authorizedFetch)
const managing = restClient<ManageOrdersApi>(authorizedFetch)

/** A page of one's own orders, newest first; `page` starts at 0. */
export function fetchMyOrders(
  email: string,
  { which = 'listed', size, page = 0 }: { which?: OwnOrders; size: number; page?: number },
): Promise<Order[]> {
  const query = { ...stateOf(which), size: String(size), page: String(page) }
  return answerOf(client.purchase[':email'].$get({ param: { email }, query }))
}

/** How many orders of one's own there are. */
export async function countMyOrders(email: string, which: OwnOrders): Promise<number> {
  const query = stateOf(which)
  const { count } = await answerOf(client.purchaseCount[':email'].$get({ param: { email }, query }))
  return count
}

const stateOf = (which: OwnOrders) => (which === 'cancelled' ? { state: which } : {})

/** Places an order; sent again with the same key, it is still one order. */
export function sendOrder(order: NewOrder, key: string): Promise<Order> {
  return answerOf(client.perchase.$post({ json: order, header: { 'idempotency-key': key } }))
}

/** How much one may hold in unpaid orders, of this product and in all. */
export function fetchOrderLimits(productId: string): Promise<OrderLimits> {
  return answerOf(limits.orderLimits[':productId'].$get({ param: { productId } }))
}

/**
 * Whether the shop decided against the order, so that a next try is another one. After silence or a
 * fault of the shop the order may be there all the same: the next try goes with the same key.
 */
export function isDecided(error: unknown): boolean {
  return error instanceof RestRefusal && error.status < 500
}

/** One order of one's own, or anybody's for an admin. */
export function fetchOrder(id: string): Promise<OrderDocument> {
  return answerOf(client.purchase.order[':id'].$get({ param: { id } }))
}

/** How a cancel ends: its stock is back or not, or the card provider keeps it waiting. */
export type CancelOutcome = 'restored' | 'not-restored' | 'under-way'

/**
 * Cancels an unpaid order. The specification wants two calls, of which the second, about its stock,
 * may fail alone (product 8.4). Throws when the order was not cancelled.
 */
export async function sendCancel(order: Order): Promise<CancelOutcome> {
  const sent = client.purchase[':id'].$delete({ param: { id: order._id } })
  const { deletedCount } = await answerOf(sent)
  if (deletedCount === 0) return 'under-way'
  return acknowledgeStock(order).then(
    () => 'restored',
    () => 'not-restored',
  )
}

/** Asks whether the stock of a cancelled order is back; throws when it is not. */
export async function acknowledgeStock({ productId, quantity }: Order): Promise<void> {
  const acknowledged = client.products.quantity[':productId'].$put({
    param: { productId },
    json: { quantity },
  })
  await answerOf(acknowledged)
}

/** A page of everybody's orders, and whether there are newer and older ones. */
export type OrdersPage = { orders: Order[]; hasNewer: boolean; hasOlder: boolean }

/** For admins: the page at a place of the list; a place that is no more leads to the newest one. */
export async function fetchOrders(place: OrderPlace): Promise<OrdersPage> {
  const { size, before, after, search, state } = place
  // One more than the page holds tells whether the list goes on.
  const query = { search, state, size: String(size + 1), ...(before && { before }) }
  const found: Order[] = await answerOf(
    managing.purchase.$get({ query: { ...query, ...(after && { after }) } }),
  )
  const goesOn = found.length > size
  if (after === undefined) {
    if (before !== undefined && found.length === 0) return fetchOrders({ size, search, state })
    return { orders: found.slice(0, size), hasNewer: before !== undefined, hasOlder: goesOn }
  }
  const isLast = after === BEFORE_ALL_ORDERS
  if (!goesOn && !isLast) return fetchOrders({ size, search, state })
  return { orders: found.slice(-size), hasNewer: goesOn, hasOlder: !isLast }
}

export function fetchOrdersCount({ search, state }: OrderSearch): Promise<OrderCount> {
  return answerOf(managing.purchaseCount.$get({ query: { search, state } }))
}
