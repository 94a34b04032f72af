import type { Db } from '#platform/database/database.server.ts'
import { markRefunded } from './captured-payments.server.ts'
import type { PaymentDeps } from './receive-payment.server.ts'

/**
 * Refunds a payment that is due for refund; false, and logged, when the provider fails. The ledger
 * already lists it, so it is retried later; refunds are idempotent at the provider.
 */
export async function refundPayment(
  db: Db,
  { payments, log }: Pick<PaymentDeps, 'payments' | 'log'>,
  paymentIntentId: string,
): Promise<boolean> {
  try {
    const { refundId } = await payments.refund(paymentIntentId)
    await markRefunded(db, paymentIntentId, refundId)
    log.info({ paymentIntentId, refundId }, 'Refunded a payment that no order needs')
    return true
  } catch (error) {
    log.warn({ err: error, paymentIntentId }, 'Refund deferred')
    return false
  }
}
