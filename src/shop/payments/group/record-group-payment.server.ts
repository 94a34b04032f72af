import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { cents, timesPieces } from '#platform/money.ts'
import { type LineRow, lockLines, markPaid, toLine } from '#shop/orders/line-queries.server.ts'
import { lineCan } from '#shop/orders/order.ts'
import {
  capturedAmounts,
  type PaymentPart,
  recordCapture,
  recordRefundDue,
} from '#shop/payments/captured-payments.server.ts'
import type { Payment } from '#shop/payments/provider/card-payments.server.ts'
import { NOT_OURS, type RecordedPayment } from '#shop/payments/recorded-payment.ts'
import {
  findGroup,
  type GroupPayment,
  lockUnfinishedGroups,
  markGroupsCancelling,
  partsOf,
} from './group-queries.server.ts'

/**
 * Records a succeeded payment of several orders in the caller's transaction: each order that still
 * needs its part is paid, and the other parts are due for refund. Other payments of these orders
 * become cancelling. Idempotent.
 */
export async function recordGroupPayment(
  db: Db,
  payment: Payment,
  paymentId: string,
): Promise<RecordedPayment> {
  const parts = isUuid(paymentId) ? await partsOf(db, paymentId) : []
  const [first] = parts
  if (!first || payment.livemode) return NOT_OURS

  const orderIds = parts.map(({ orderId }) => orderId)
  const orders = await lockLines(db, orderIds)
  const unfinished = await lockUnfinishedGroups(db, orderIds)
  const group = unfinished.find(({ id }) => id === paymentId)
  if (!group || !isCaptureOf(payment, group)) {
    return recordAgain(db, payment, paymentId, { ...first, amountCents: payment.amountCents })
  }

  const others = unfinished.filter(({ id }) => id !== paymentId)
  await markGroupsCancelling(db, others)
  await db
    .updateTable('payment')
    .set({ capturedAt: sql<Date>`now()`, paymentIntentId: payment.id })
    .where('id', '=', paymentId)
    .execute()
  const paid = parts.filter((part) => isOwed(part, orders))
  const notOwed = parts.filter((part) => !paid.includes(part))
  await recordCapture(db, payment, paid)
  await recordRefundDue(db, payment, notOwed)
  const paidIds = paid.map(({ orderId }) => orderId)
  await markPaid(db, paidIds, payment.id)
  return {
    outcome: paid.length > 0 ? 'paid' : 'refund-due',
    ordersPaid: paid.length,
    isRefundDue: notOwed.length > 0,
    superseded: others.map(({ id }) => id),
  }
}

/** Returns whether the provider's payment is the one that the shop started, with its amount. */
function isCaptureOf(payment: Payment, { paymentIntentId, amountCents }: GroupPayment): boolean {
  return (
    (paymentIntentId === null || paymentIntentId === payment.id) &&
    payment.amountCents === amountCents &&
    payment.currency === 'usd'
  )
}

/**
 * Returns what was recorded of this payment before. Money that is not the payment which the shop
 * started is refunded as a whole; the ledger lists it under the first order.
 */
async function recordAgain(
  db: Db,
  payment: Payment,
  paymentId: string,
  whole: PaymentPart,
): Promise<RecordedPayment> {
  const group = await findGroup(db, paymentId)
  const isRecorded = group?.status === 'captured' && group.paymentIntentId === payment.id
  if (!isRecorded) await recordRefundDue(db, payment, [whole])
  const { keptCents, refundDueCents, isFirstRefundDue } = await capturedAmounts(db, payment.id)
  return {
    outcome: keptCents > 0 ? 'was-paid' : refundDueCents > 0 ? 'refund-due' : 'refunded',
    ordersPaid: 0,
    isRefundDue: isFirstRefundDue,
    superseded: [],
  }
}

/** Returns whether an order still needs its part, and the part is its total. */
function isOwed({ orderId, amountCents }: PaymentPart, orders: LineRow[]): boolean {
  const order = orders.find(({ id }) => id === orderId)
  if (!order || !lineCan.settle(toLine(order))) return false
  return timesPieces(cents(order.unitPriceCents), order.quantity) === amountCents
}
