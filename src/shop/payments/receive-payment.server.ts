import type { Db } from '#platform/database/database.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { CancelPayment, CountOrder } from '#shop/orders/cancel/cancel-order.server.ts'
import type { CardPayments, Payment } from './card-payments.server.ts'
import { isPaid, type PaymentOutcome, recordPayment } from './record-payment.server.ts'
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
  return recorded
}

/**
 * Applies the consequences of a recorded payment after commit; the reconciler retries what fails
 * here.
 */
export async function applyOutcome(
  db: Db,
  paymentDeps: PaymentDeps,
  payment: Payment,
  recorded: PaymentOutcome,
) {
  if (recorded === 'paid') paymentDeps.countOrder('paid')
  if (recorded === 'refund-due') await refundPayment(db, paymentDeps, payment.id)
  if (recorded === 'not-ours')
    paymentDeps.log.warn({ payment }, 'A payment belongs to no order of this shop')
}

/**
 * Returns the function with which orders cancel a payment; one that has already succeeded pays its
 * order or is refunded.
 */
export function createCancelPayment(db: Db, paymentDeps: PaymentDeps): CancelPayment {
  return async (paymentIntentId) => {
    const payment = await paymentDeps.payments.cancelPayment(paymentIntentId)
    const recorded = payment && (await receivePayment(db, paymentDeps, payment))
    return recorded && isPaid(recorded) ? 'paid' : 'cancelled'
  }
}
