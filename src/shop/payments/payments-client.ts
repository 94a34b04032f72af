import { href } from 'react-router'
import { answerOf, restClient } from '#platform/http/api/rest-client.ts'
import { authorizedFetch } from '#shop/auth/access/authorized-fetch.ts'
import type { OrderLine } from '#shop/orders/order.ts'
import type { CheckoutApi, CheckoutTerms } from './checkout-api.server.ts'
import type { PayablePayment } from './payment-json.server.ts'
import type { PaymentsApi } from './payments-api.server.ts'

const client = restClient<PaymentsApi>(authorizedFetch)
const checkout = restClient<CheckoutApi>(authorizedFetch)

/** Fetches the terms of the current user's next order, and what the card form needs. */
export function fetchCheckout(): Promise<CheckoutTerms> {
  return answerOf(checkout.checkout.$get())
}

/** Starts or resumes the payment of an order's open lines, or of one line. */
export function fetchPaymentOf(orderId: string): Promise<PayablePayment> {
  return answerOf(client.payments.$post({ json: { orderIds: [orderId] } }))
}

/**
 * Starts one payment of several own unpaid orders; returns the path of its page. Rejects with a
 * RestRefusal whose message names the orders that can't be paid.
 */
export async function startPayment(orderIds: string[]): Promise<string> {
  const { _id } = await answerOf(client.payments.$post({ json: { orderIds } }))
  return href('/dashboard/payments/:id', { id: _id })
}

/** Resumes a payment; starts a new one for the unpaid lines if it was cancelled. */
export function fetchPayment(id: string): Promise<PayablePayment> {
  return answerOf(client.payments[':id'].$get({ param: { id } }))
}

/** Reports a successful payment to the shop, which verifies it with the provider. */
export function sendPayment(lineId: string, transactionId: string): Promise<OrderLine> {
  return answerOf(client.purchase[':id'].$put({ param: { id: lineId }, json: { transactionId } }))
}
