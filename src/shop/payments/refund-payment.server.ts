import type { Db } from '#platform/database/database.server.ts'
import { markRefunded } from './captured-payments.server.ts'
import type { PaymentDeps } from './receive-payment.server.ts'

/**
 * Gives back a payment that is due for refund; false, and logged, when the provider does not do it
 * now. It is noted in the ledger first, so whatever happens here is done again later; the provider
 * gives a payment back once, however often it is asked.
 */
export async function refundPayment(
  db: Db,
  { payments, log }: Pick<PaymentDeps, 'payments' | 'log'>,
  paymentIntentId: string,
): Promise<boolean> {
  try {
    const { refundId } = await payments.refund(paymentIntentId)
    await markRefunded(db, paymentIntentId, refundId)
    log.info({ paymentIntentId, refundId }, 'A payment that no order needs was given back')
    return true
  } catch (error) {
    log.warn({ err: error, paymentIntentId }, 'A refund must wait')
    return false
  }
}
