import { answerOf, restClient } from '#platform/http/api/rest-client.ts'
import { authorizedFetch } from '#shop/auth/access/authorized-fetch.ts'
import type { Order } from '#shop/orders/order.ts'
import type { PayableOrder } from './payment-json.server.ts'
import type { PaymentsApi } from './payments-api.server.ts'

const client = restClient<PaymentsApi>(authorizedFetch)

export function fetchPayableOrder(id: string): Promise<PayableOrder> {
  return answerOf(client.purchase.payment[':id'].$get({ param: { id } }))
}

/** Reports a successful payment to the shop, which verifies it with the provider. */
export function sendPayment(id: string, transactionId: string): Promise<Order> {
  return answerOf(client.purchase[':id'].$put({ param: { id }, json: { transactionId } }))
}
