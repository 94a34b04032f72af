import type { Db } from '#platform/database/database.server.ts'
import type { Refund } from './provider/card-payments.server.ts'
import type { PaymentDeps } from './receive-payment.server.ts'
import { findRefundState, type RefundState, recordRefund } from './refund-state.server.ts'

type RefundDeps = Pick<PaymentDeps, 'payments' | 'log'>

/**
 * Refunds what is due of a payment, in one refund: the parts of a payment are recorded together, so
 * the sum that is due never grows. Of a refund that was made before, asks how it went; one that
 * failed, even after it had succeeded, is due again. Logs when the provider does not respond; the
 * reconciler retries.
 */
export async function refundPayment(
  db: Db,
  refundDeps: RefundDeps,
  paymentIntentId: string,
): Promise<void> {
  try {
    await settleRefund(db, refundDeps, paymentIntentId)
  } catch (error) {
    refundDeps.log.warn({ err: error, paymentIntentId }, 'Refund deferred')
  }
}

/** Asks the provider about the refund of a payment. Throws while the provider does not respond. */
export async function checkRefund(
  db: Db,
  refundDeps: RefundDeps,
  paymentIntentId: string,
): Promise<void> {
  const state = await findRefundState(db, paymentIntentId)
  if (state?.refundId) await settleRefund(db, refundDeps, paymentIntentId)
}

async function settleRefund(
  db: Db,
  refundDeps: RefundDeps,
  paymentIntentId: string,
): Promise<void> {
  const { log } = refundDeps
  const before = await findRefundState(db, paymentIntentId)
  if (!before) return
  const refund = await askForRefund(refundDeps, paymentIntentId, before)
  // Another process was faster; it has recorded an answer that is as good as this one.
  if (!(await recordRefund(db, paymentIntentId, before, refund))) return
  const refundId = refund.id ?? before.refundId
  if (refund.state === 'failed') {
    log.error({ paymentIntentId, refundId, failures: before.failures + 1 }, 'A refund failed')
  } else if (refund.state === 'succeeded' && !before.isRefunded) {
    log.info({ paymentIntentId, refundId }, 'Refunded a payment that no order needs')
  }
}

async function askForRefund(
  { payments, log }: RefundDeps,
  paymentIntentId: string,
  { refundId, dueCents, capturedCents }: RefundState,
): Promise<Refund> {
  if (refundId === null) {
    const isPart = dueCents < capturedCents
    return payments.refund({ paymentIntentId, amountCents: dueCents, isPart })
  }
  const refund = await payments.findRefund(refundId)
  if (!refund) log.error({ paymentIntentId, refundId }, 'The provider does not know a refund')
  return refund ?? { id: refundId, state: 'pending' }
}
