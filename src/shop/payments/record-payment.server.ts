import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { cents, timesPieces } from '#platform/money.ts'
import { type LineRow, lockLine, markPaid, toLine } from '#shop/orders/line-queries.server.ts'
import { lineCan } from '#shop/orders/order.ts'
import { capturedAmounts, recordCapture, recordRefundDue } from './captured-payments.server.ts'
import { lockUnfinishedGroups, markGroupsCancelling } from './group/group-queries.server.ts'
import { recordGroupPayment } from './group/record-group-payment.server.ts'
import type { Payment } from './provider/card-payments.server.ts'
import { NOT_MOVED, NOT_OURS, type RecordedPayment, WAS_PAID } from './recorded-payment.ts'

/**
 * Records a payment as the provider reports it, in the caller's transaction. Idempotent, because
 * the browser, the webhook and the reconciler may all report it.
 *
 * A payment that names one of our orders but does not pay it (cancelled, already paid, or a
 * different amount) is due for refund. Of a payment of several orders, that holds for each part.
 */
export async function recordPayment(db: Db, payment: Payment): Promise<RecordedPayment> {
  if (payment.state !== 'succeeded') return NOT_MOVED
  const { orderId, paymentId } = payment
  if (paymentId !== null) return recordGroupPayment(db, payment, paymentId)
  // The shop has test keys only, so it never requested live payments.
  if (orderId === null || !isUuid(orderId) || payment.livemode) return NOT_OURS

  const order = await lockLine(db, orderId)
  if (!order) return NOT_OURS
  if (order.transactionId === payment.id) return WAS_PAID
  const part = { orderId: order.id, amountCents: payment.amountCents }
  if (lineCan.settle(toLine(order)) && pays(payment, order)) {
    const groups = await lockUnfinishedGroups(db, [order.id])
    await markGroupsCancelling(db, groups)
    await recordCapture(db, payment, [part])
    await markPaid(db, [order.id], payment.id)
    const superseded = groups.map(({ id }) => id)
    return { outcome: 'paid', ordersPaid: 1, isRefundDue: false, superseded }
  }
  await recordRefundDue(db, payment, [part])
  const { refundDueCents, isFirstRefundDue } = await capturedAmounts(db, payment.id)
  const outcome = refundDueCents > 0 ? 'refund-due' : 'refunded'
  return { outcome, ordersPaid: 0, isRefundDue: isFirstRefundDue, superseded: [] }
}

/**
 * Returns whether a payment pays this order: succeeded, for this order, with its amount and
 * currency.
 */
export function pays(payment: Payment, order: LineRow): boolean {
  return (
    payment.state === 'succeeded' &&
    payment.orderId === order.id &&
    payment.amountCents === timesPieces(cents(order.unitPriceCents), order.quantity) &&
    payment.currency === 'usd' &&
    !payment.livemode
  )
}
