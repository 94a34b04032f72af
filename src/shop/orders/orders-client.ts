import { answerOf, restClient } from '#platform/rest-client.ts'
import { signedInFetch } from '#shop/accounts/signed-in-fetch.ts'
import type { Order } from './order.ts'
import type { NewOrder } from './order-forms.ts'
import type { OrdersApi } from './orders-api.server.ts'

const client = restClient<OrdersApi>(signedInFetch)

export function fetchMyOrders(email: string): Promise<Order[]> {
  return answerOf(client.purchase[':email'].$get({ param: { email } }))
}

/** Places an order; sent again with the same key, it is still one order. */
export function sendOrder(order: NewOrder, key: string): Promise<Order> {
  return answerOf(client.perchase.$post({ json: order, header: { 'idempotency-key': key } }))
}

/** Cancels an unpaid order. Throws a RestRefusal for any status but 200. */
export async function sendCancel(id: string): Promise<void> {
  await answerOf(client.purchase[':id'].$delete({ param: { id } }))
}

/** The specification's second call after a cancel: the stock is back. */
export async function acknowledgeStock(productId: string, quantity: number): Promise<void> {
  await answerOf(
    client.products.quantity[':productId'].$put({ param: { productId }, json: { quantity } }),
  )
}
