import { href } from 'react-router'
import { answerOf, restClient } from '#platform/http/api/rest-client.ts'
import { authorizedFetch } from '#shop/auth/access/authorized-fetch.ts'
import type { OrderLine } from '#shop/orders/order.ts'
import type { PayableGroup } from './group/group-json.server.ts'
import type { GroupPaymentsApi } from './group/group-payments-api.server.ts'
import type { PayableOrder } from './payment-json.server.ts'
import type { PaymentsApi } from './payments-api.server.ts'

const client = restClient<PaymentsApi>(authorizedFetch)
const groupClient = restClient<GroupPaymentsApi>(authorizedFetch)

export function fetchPayableOrder(id: string): Promise<PayableOrder> {
  return answerOf(client.purchase.payment[':id'].$get({ param: { id } }))
}

/**
 * Starts one payment of several own unpaid orders; returns the path of its page. Rejects with a
 * RestRefusal whose message names the orders that can't be paid.
 */
export async function startPayment(orderIds: string[]): Promise<string> {
  const { _id } = await answerOf(groupClient.payments.$post({ json: { orderIds } }))
  return href('/dashboard/payments/:id', { id: _id })
}

export function fetchPayableGroup(id: string): Promise<PayableGroup> {
  return answerOf(groupClient.payments[':id'].$get({ param: { id } }))
}

/** Reports a successful payment to the shop, which verifies it with the provider. */
export function sendPayment(id: string, transactionId: string): Promise<OrderLine> {
  return answerOf(client.purchase[':id'].$put({ param: { id }, json: { transactionId } }))
}
