import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { cents, timesPieces } from '#platform/money.ts'
import { orderCan } from '#shop/orders/order.ts'
import { lockOrder, markPaid, type OrderRow, toOrder } from '#shop/orders/order-queries.server.ts'
import { noteRefundDue, recordCapture } from './captured-payments.server.ts'
import type { Payment } from './card-payments.server.ts'

/**
 * What became of a payment: its order is paid by it, now or before, its money must go back or did
 * so, it did not move, or it is no business of ours.
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
 * Writes down a payment as the provider's own record tells it, in the caller's transaction. Whoever
 * comes second, the browser, the webhook or the reconciler, is harmless.
 *
 * Money that names an order of ours and does not pay it (the order is cancelled, or paid already,
 * or costs something else) is due for refund: nobody would ever ship anything for it.
 */
export async function recordPayment(db: Db, payment: Payment): Promise<PaymentOutcome> {
  if (payment.state !== 'succeeded') return 'not-moved'
  const { orderId } = payment
  // The shop has test keys only, so live money was never asked for here.
  if (orderId === null || !isUuid(orderId) || payment.livemode) return 'not-ours'

  const order = await lockOrder(db, orderId)
  if (!order) return 'not-ours'
  if (order.transactionId === payment.id) return 'was-paid'
  if (orderCan.settle(toOrder(order)) && pays(payment, order)) {
    await recordCapture(db, payment, order.id)
    await markPaid(db, order.id, payment.id)
    return 'paid'
  }
  return (await noteRefundDue(db, payment, orderId)) ? 'refund-due' : 'refunded'
}

/** Whether the provider's word is enough for this order: succeeded, its own, its amount and currency. */
export function pays(payment: Payment, order: OrderRow): boolean {
  return (
    payment.state === 'succeeded' &&
    payment.orderId === order.id &&
    payment.amountCents === timesPieces(cents(order.unitPriceCents), order.quantity) &&
    payment.currency === 'usd' &&
    !payment.livemode
  )
}
