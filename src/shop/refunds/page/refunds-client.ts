import { answerOf, restClient } from '#platform/http/api/rest-client.ts'
import { authorizedFetch } from '#shop/auth/access/authorized-fetch.ts'
import type { OrderRefunds } from '#shop/refunds/order-refunds.server.ts'
import type { RefundsApi } from '#shop/refunds/refunds-api.server.ts'

const client = restClient<RefundsApi>(authorizedFetch)

/** For admins: fetches the payments of an order, and what was refunded of them. */
export function fetchOrderRefunds(orderId: string, signal?: AbortSignal): Promise<OrderRefunds> {
  const init = signal ? { signal } : {}
  return answerOf(client.orders[':id'].refunds.$get({ param: { id: orderId } }, { init }))
}

/** What a refund returns: pieces of lines, or an amount in dollars. */
export type RefundSubject =
  | { lines: { _id: string; quantity: number; unshipped?: number }[]; return?: string }
  | { amount: number; return?: string }

/** Computes a refund without making it. */
export function previewRefund(paymentId: string, subject: RefundSubject, signal: AbortSignal) {
  const call = client.payments[':id'].refunds.preview
  return answerOf(call.$post({ param: { id: paymentId }, json: subject }, { init: { signal } }))
}

export type RefundPreview = Awaited<ReturnType<typeof previewRefund>>

export type NewRefund = RefundSubject & {
  reason: string
  restock?: boolean | undefined
}

/** Makes a failed refund again; a second request for it is refused. */
export function sendRepeat(paymentId: string, refundId: string) {
  const { repeat } = client.payments[':id'].refunds[':refundId']
  return answerOf(repeat.$post({ param: { id: paymentId, refundId } }))
}

/** Makes a refund; the same key never makes another. */
export async function sendRefund(paymentId: string, refund: NewRefund, key: string) {
  const { refunds } = client.payments[':id']
  const header = { 'idempotency-key': key }
  return answerOf(refunds.$post({ param: { id: paymentId }, header, json: refund }))
}
