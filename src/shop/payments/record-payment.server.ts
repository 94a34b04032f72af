import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { cents, timesPieces } from '#platform/money.ts'
import { orderCan } from '#shop/orders/order.ts'
import { lockOrder, markPaid, type OrderRow, toOrder } from '#shop/orders/order-queries.server.ts'
import { recordCapture, recordRefundDue } from './captured-payments.server.ts'
import type { Payment } from './card-payments.server.ts'

/**
 * The result of recording a payment: it pays its order, now or before; it is due for refund or was
 * refunded; no money moved; or it is not ours.
 */
export type PaymentOutcome =
  | 'paid'
  | 'was-paid'
  | 'refund-due'
  | 'refunded'
  | 'not-moved'
  | 'not-ours'

export function isPaid(recorded: PaymentOutcome): boolean {
  return recorded === 'paid' || recorded === 'was-paid'
}

/**
 * Records a payment as the provider reports it, in the caller's transaction. Idempotent, because
 * the browser, the webhook and the reconciler may all report it.
 *
 * A payment that names one of our orders but does not pay it (cancelled, already paid, or a
 * different amount) is due for refund.
 */
export async function recordPayment(db: Db, payment: Payment): Promise<PaymentOutcome> {
  if (payment.state !== 'succeeded') return 'not-moved'
  const { orderId } = payment
  // The shop has test keys only, so it never requested live payments.
  if (orderId === null || !isUuid(orderId) || payment.livemode) return 'not-ours'

  const order = await lockOrder(db, orderId)
  if (!order) return 'not-ours'
  if (order.transactionId === payment.id) return 'was-paid'
  if (orderCan.settle(toOrder(order)) && pays(payment, order)) {
    await recordCapture(db, payment, order.id)
    await markPaid(db, order.id, payment.id)
    return 'paid'
  }
  return (await recordRefundDue(db, payment, orderId)) ? 'refund-due' : 'refunded'
}

/**
 * Returns whether a payment pays this order: succeeded, for this order, with its amount and
 * currency.
 */
export function pays(payment: Payment, order: OrderRow): boolean {
  return (
    payment.state === 'succeeded' &&
    payment.orderId === order.id &&
    payment.amountCents === timesPieces(cents(order.unitPriceCents), order.quantity) &&
    payment.currency === 'usd' &&
    !payment.livemode
  )
}
