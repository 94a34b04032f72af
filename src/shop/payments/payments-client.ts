import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import type { createCheckoutApi } from './checkout-api.server.ts'
import type { PayablePayment } from './payment-json.server.ts'
import type { createPaymentsApi } from './payments-api.server.ts'

export const paymentsApi = apiClient<typeof createPaymentsApi | typeof createCheckoutApi>()

/** Starts or resumes the payment of an order's open lines, or of one line. */
export function fetchPaymentOf(orderId: string): Promise<PayablePayment> {
  return paymentsApi.payments.$post({ json: { orderIds: [orderId] } })
}

/** Resumes a payment; starts a new one for the unpaid lines if it was cancelled. */
export function fetchPayment(id: string): Promise<PayablePayment> {
  return paymentsApi.payments[':id'].$get({ param: { id } })
}
