import { setTimeout } from 'node:timers/promises'
import type { Db } from '#platform/database/database.server.ts'
import { findPayment } from '#shop/payments/queries/payment-queries.server.ts'
import type { PaymentDeps, PaymentRefunds } from '#shop/payments/receive-payment.server.ts'
import { recordAnswer, recordListed } from './record-refunds.server.ts'
import { type RefundRow, refundsOf, wantRefundOfAll } from './refund-queries.server.ts'

type RefundDeps = Pick<PaymentDeps, 'payments' | 'log'>

/** Like `settleRefunds`; logs when the provider does not respond, because the reconciler retries. */
export async function settleRefundsLater(
  db: Db,
  refundDeps: RefundDeps,
  paymentId: string,
): Promise<void> {
  try {
    await settleRefunds(db, refundDeps, paymentId)
  } catch (error) {
    refundDeps.log.warn({ err: error, paymentId }, 'Refund deferred')
  }
}

/** The same, for at most `waitMs`; what is left over goes on and is finished by the reconciler. */
export async function settleRefundsWithin(
  waitMs: number,
  db: Db,
  refundDeps: RefundDeps,
  paymentId: string,
): Promise<void> {
  await Promise.race([
    settleRefundsLater(db, refundDeps, paymentId),
    setTimeout(waitMs, undefined, { ref: false }),
  ])
}

/**
 * Reads all refunds of a payment from the provider, including those made on its site, records their
 * status, and requests those that are wanted and due. Throws while the provider does not respond; can
 * be repeated.
 */
export async function settleRefunds(
  db: Db,
  { payments, log }: RefundDeps,
  paymentId: string,
): Promise<void> {
  const payment = await findPayment(db, paymentId)
  if (!payment?.capturedAt || payment.providerId === null) return
  const { providerId } = payment
  const before = await refundsOf(db, paymentId)
  const listed = await payments.refundsOf(providerId)
  const now = await recordListed(db, payment, before, listed)
  for (const refund of now.filter(isDue)) {
    const { id: refundId, netCents, taxCents, attempts } = refund
    const failed = listed.find((one) => one.refundId === refundId)?.id ?? null
    const wanted = { providerId, refundId, cents: netCents + taxCents, failed, attempts }
    await recordAnswer(db, payment, refund, await payments.refund(wanted))
  }
  for (const { id, failures, status } of await refundsOf(db, paymentId)) {
    const earlier = before.find((refund) => refund.id === id)
    const known = earlier?.failures ?? 0
    if (earlier?.status === 'wanted' && status === 'failed' && failures === known) {
      log.warn({ paymentId, refundId: id }, 'A refund was dropped: its money went back elsewhere')
    }
    if (failures > known) log.error({ paymentId, refundId: id, failures }, 'A refund failed')
  }
}

function isDue({ status, checkAt }: RefundRow): boolean {
  return status === 'wanted' && checkAt !== null && checkAt.getTime() <= Date.now()
}

/** What payments need of refunds. */
export const paymentRefunds: PaymentRefunds = { refundAll: wantRefundOfAll, settle: settleRefunds }
