import type { Db } from '#platform/database/database.server.ts'
import { capturedAmounts, markRefunded } from './captured-payments.server.ts'
import type { PaymentDeps } from './receive-payment.server.ts'

/**
 * Refunds what is due of a payment, in one refund: the parts of a payment are recorded together, so
 * the sum that is due never grows. False, and logged, when the provider fails. The ledger
 * already lists it, so it is retried later; refunds are idempotent at the provider.
 */
export async function refundPayment(
  db: Db,
  { payments, log }: Pick<PaymentDeps, 'payments' | 'log'>,
  paymentIntentId: string,
): Promise<boolean> {
  try {
    const { captured, refundDue } = await capturedAmounts(db, paymentIntentId)
    if (refundDue === 0) return true
    const isWhole = refundDue === captured
    const { refundId } = await payments.refund(paymentIntentId, isWhole ? null : refundDue)
    await markRefunded(db, paymentIntentId, refundId)
    log.info({ paymentIntentId, refundId }, 'Refunded a payment that no order needs')
    return true
  } catch (error) {
    log.warn({ err: error, paymentIntentId }, 'Refund deferred')
    return false
  }
}
