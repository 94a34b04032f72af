import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import type { createLinesApi } from '#shop/orders/api/lines-api.server.ts'
import type { createOrdersApi } from '#shop/orders/api/orders-api.server.ts'
import type { createOrderListsApi } from '#shop/orders/history/order-lists-api.server.ts'
import type { Order, OrderDetails, OrderLine } from '#shop/orders/order.ts'
import type { createOrderLimitsApi } from '#shop/orders/purchase/order-limits-api.server.ts'

export const ordersApi = apiClient<
  typeof createOrdersApi | typeof createLinesApi | typeof createOrderLimitsApi | typeof createOrderListsApi
>()

/** Fetches an own order, or any for an admin, by its number, its id or the id of one of its lines. */
export function fetchOrder(id: string): Promise<OrderDetails> {
  return ordersApi.orders[':id'].$get({ param: { id } })
}

/** The result of a cancellation: stock restored or not, or still waiting for the card provider. */
export type CancelOutcome = 'restored' | 'not-restored' | 'under-way'

/** Cancels unpaid lines of an order, all or one. Throws when none was cancelled. */
export async function sendCancel({ _id: id }: Order, unpaid: OrderLine[]): Promise<CancelOutcome> {
  const [line] = unpaid
  if (line && unpaid.length === 1) return cancelLine(line)
  const { lines: left } = await ordersApi.orders[':id'].$delete({ param: { id } })
  if (left.some(({ status }) => status === 'cancelling')) return 'under-way'
  const sent = left.filter(({ _id }) => unpaid.some((line) => line._id === _id))
  return sent.some(({ stockRestored }) => stockRestored === false) ? 'not-restored' : 'restored'
}

/** Cancels one line in two calls, as specified; the second, about the stock, may fail alone (product 8.4). */
async function cancelLine(line: OrderLine): Promise<CancelOutcome> {
  const param = { id: line._id }
  const { deletedCount } = await ordersApi.purchase[':id'].$delete({ param })
  if (deletedCount === 0) return 'under-way'
  return acknowledgeStock(line).then(
    () => 'restored',
    () => 'not-restored',
  )
}

/** Confirms that the stock of a cancelled order was restored; throws when it was not. */
export async function acknowledgeStock({ productId, quantity }: OrderLine): Promise<void> {
  const asked = { param: { productId }, json: { quantity } }
  await ordersApi.products.quantity[':productId'].$put(asked)
}

/** Fetches the newest orders of the current user that are not cancelled. */
export function fetchLatestOrders(size: number): Promise<Order[]> {
  return ordersApi.orders.$get({ query: { size } })
}
