import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import type { Log } from '#platform/log.server.ts'
import { cents } from '#platform/money.ts'
import type { CancelPayment, CountOrder } from '#shop/orders/cancel/cancel-lines.server.ts'
import { findLine } from '#shop/orders/line-queries.server.ts'
import {
  findGroup,
  type GroupPayment,
  hasUnfinishedGroup,
  lockUnfinishedGroups,
  markGroupsCancelling,
} from './group/group-queries.server.ts'
import type { CardPayments, Payment } from './provider/card-payments.server.ts'
import { recordPayment } from './record-payment.server.ts'
import { isPaid, type PaymentOutcome, type RecordedPayment } from './recorded-payment.ts'
import { refundPayment } from './refund-payment.server.ts'

/** The dependencies of payment handling. */
export type PaymentDeps = { payments: CardPayments; log: Log; countOrder: CountOrder }

/** Records a payment as the provider reports it, and refunds what is not owed. */
export async function receivePayment(
  db: Db,
  paymentDeps: PaymentDeps,
  payment: Payment,
): Promise<PaymentOutcome> {
  const recorded = await db.transaction().execute((db) => recordPayment(db, payment))
  await applyOutcome(db, paymentDeps, payment, recorded)
  return recorded.outcome
}

/**
 * Applies the consequences of a recorded payment after commit; the reconciler retries what fails
 * here.
 */
export async function applyOutcome(
  db: Db,
  paymentDeps: PaymentDeps,
  payment: Payment,
  { outcome, ordersPaid, isRefundDue, superseded }: RecordedPayment,
) {
  const { countOrder, log } = paymentDeps
  for (let count = 0; count < ordersPaid; count++) countOrder('paid')
  if (isRefundDue) await refundPayment(db, paymentDeps, payment.id)
  if (outcome === 'not-ours') log.warn({ payment }, 'A payment belongs to no order of this shop')
  for (const id of superseded) {
    await finishCancellingGroup(db, paymentDeps, id).catch((error) =>
      log.warn({ err: error, paymentId: id }, 'Cancellation of a payment deferred'),
    )
  }
}

/**
 * Returns the function with which orders cancel their payments; one that has already succeeded pays
 * its orders or is refunded.
 */
export function createCancelPayment(db: Db, paymentDeps: PaymentDeps): CancelPayment {
  return async ({ id, paymentIntentId }) => {
    const groups = await beginCancellingGroups(db, id)
    const single = paymentIntentId && (await cancelIntent(db, paymentDeps, paymentIntentId))
    for (const group of groups) await finishCancellingGroup(db, paymentDeps, group.id)
    // A group that paid the order is noticed by the cancellation itself.
    return single || 'cancelled'
  }
}

async function beginCancellingGroups(db: Db, orderId: string): Promise<GroupPayment[]> {
  // Most orders have none. No new one can start, because the order is already cancelling.
  if (!(await hasUnfinishedGroup(db, orderId))) return []
  return db.transaction().execute(async (db) => {
    const groups = await lockUnfinishedGroups(db, [orderId])
    await markGroupsCancelling(db, groups)
    return groups
  })
}

/** Cancels a payment at the provider; 'paid' when it had succeeded before and paid an order. */
export async function cancelIntent(
  db: Db,
  paymentDeps: PaymentDeps,
  paymentIntentId: string,
): Promise<'cancelled' | 'paid'> {
  const payment = await paymentDeps.payments.cancelPayment(paymentIntentId)
  const outcome = payment && (await receivePayment(db, paymentDeps, payment))
  return outcome && isPaid(outcome) ? 'paid' : 'cancelled'
}

/**
 * Cancels the payment of a single order that a payment of several orders has paid, or refunds it
 * when its money had moved too, and forgets it. Throws while the provider does not respond or the
 * bank is still processing it; the call can be repeated.
 */
export async function cancelSupersededIntent(
  db: Db,
  paymentDeps: PaymentDeps,
  orderId: string,
): Promise<void> {
  const order = await findLine(db, orderId)
  const intentId = order?.paymentIntentId
  if (!order?.transactionId || !intentId || intentId === order.transactionId) return
  await cancelIntent(db, paymentDeps, intentId)
  await db
    .updateTable('orderLine')
    .set({ paymentIntentId: null })
    .where('id', '=', orderId)
    .where('paymentIntentId', '=', intentId)
    .execute()
}

/**
 * Cancels a payment of several orders at the provider and records that it is final: cancelled, or
 * captured when the money had moved before. Throws while the provider does not respond or the bank
 * is still processing it; the call can be repeated.
 */
export async function finishCancellingGroup(
  db: Db,
  paymentDeps: PaymentDeps,
  id: string,
): Promise<void> {
  const group = await findGroup(db, id)
  if (group?.status !== 'cancelling') return
  const intentId = group.paymentIntentId ?? (await startedIntent(paymentDeps, group))
  await cancelIntent(db, paymentDeps, intentId)
  // A captured payment is no longer cancelling.
  await db
    .updateTable('payment')
    .set({ cancelledAt: sql<Date>`now()`, paymentIntentId: intentId })
    .where('id', '=', id)
    .where('status', '=', 'cancelling')
    .execute()
}

/** Returns the intent that a stopped process may have started without storing it. */
async function startedIntent(
  { payments }: PaymentDeps,
  { id, amountCents }: { id: string; amountCents: number },
): Promise<string> {
  const { payment } = await payments.start({
    subject: { paymentId: id },
    amountCents: cents(amountCents),
    paymentIntentId: null,
  })
  return payment.id
}
