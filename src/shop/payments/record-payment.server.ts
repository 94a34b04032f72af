import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { keepAccounts } from '#shop/auth/user-queries.server.ts'
import { issueInvoice } from '#shop/documents/issue-invoice.server.ts'
import { lockLines, markPaid, toLine } from '#shop/orders/line-queries.server.ts'
import { lineCan } from '#shop/orders/order.ts'
import { recordMoneyEvent } from '#shop/orders/order-events.server.ts'
import type { ProviderPayment } from './provider/card-payments.server.ts'
import {
  addUnappliedMoney,
  findByProviderId,
  findPayment,
  lockPayment,
  markCaptured,
  markUnapplied,
  type PaymentRow,
  partsOf,
  paysNothing,
} from './queries/payment-queries.server.ts'
import type { PaymentRefunds } from './receive-payment.server.ts'

/** It has paid its lines; it pays nothing and is refunded; no money moved; or it is not the shop's. */
export type RecordedPayment =
  | { outcome: 'paid'; ordersPaid: number }
  | { outcome: 'was-paid' }
  /** `paymentId`: the payment that keeps the money, which its refund returns. */
  | { outcome: 'unapplied'; paymentId: string }
  | { outcome: 'not-moved' | 'not-ours' }

export function isPaid({ outcome }: RecordedPayment): boolean {
  return outcome === 'paid' || outcome === 'was-paid'
}

/**
 * Records a payment as the provider reports it, in the caller's transaction. Idempotent, because
 * the browser, the webhook and the reconciler may all report it.
 *
 * Money that names one of our payments but does not pay its lines (it was cancelled, the amount
 * differs, or another payment was first) is recorded and due for refund.
 */
export async function recordPayment(
  db: Db,
  refundAll: PaymentRefunds['refundAll'],
  paid: ProviderPayment,
): Promise<RecordedPayment> {
  if (paid.state !== 'succeeded') return { outcome: 'not-moved' }
  // The shop has test keys only, so it never requested live payments.
  const stored = paid.livemode ? undefined : await findByMetadata(db, paid)
  if (!stored) return { outcome: 'not-ours' }

  await keepAccounts(db, [stored.accountId])
  const parts = await partsOf(db, stored.id)
  const lines = await lockLines(
    db,
    parts.map(({ orderLineId }) => orderLineId),
  )
  const payment = await lockPayment(db, stored.id)
  if (!payment) return { outcome: 'not-ours' }
  // Another process may have recorded it before the locks.
  const known = await findByProviderId(db, paid.id)
  if (known?.capturedAt) {
    const isUnapplied = await paysNothing(db, known)
    return isUnapplied ? { outcome: 'unapplied', paymentId: known.id } : { outcome: 'was-paid' }
  }
  if (!isOwed(paid, payment) || !lines.every((line) => lineCan.settle(toLine(line)))) {
    return recordUnowed(db, refundAll, paid, payment)
  }
  await markCaptured(db, payment.id, paid)
  await markPaid(
    db,
    lines.map(({ id }) => id),
    payment.id,
  )
  await recordMoneyEvent(db, lines, {
    kind: 'paid',
    actorId: null,
    data: { paymentId: payment.id },
    cents: paid.amountCents,
  })
  await issueInvoice(db, payment.id)
  const orders = new Set(lines.map(({ orderId }) => orderId))
  return { outcome: 'paid', ordersPaid: orders.size }
}

/** Returns the payment with the provider's id, or the one named in its metadata. */
export async function findByMetadata(
  db: Db,
  { id, paymentId }: ProviderPayment,
): Promise<PaymentRow | undefined> {
  const known = await findByProviderId(db, id)
  if (known || paymentId === null || !isUuid(paymentId)) return known
  return findPayment(db, paymentId)
}

/** Returns whether the provider's payment is the shop's own, with the same amount. */
export function isOwed(
  paid: ProviderPayment,
  payment: Pick<PaymentRow, 'status' | 'providerId' | 'totalCents' | 'currency'>,
): boolean {
  return (
    paid.state === 'succeeded' &&
    !paid.livemode &&
    (payment.status === 'open' || payment.status === 'cancelling') &&
    (payment.providerId === null || payment.providerId === paid.id) &&
    paid.amountCents === payment.totalCents &&
    paid.currency === payment.currency
  )
}

async function recordUnowed(
  db: Db,
  refundAll: PaymentRefunds['refundAll'],
  paid: ProviderPayment,
  payment: PaymentRow,
): Promise<RecordedPayment> {
  const isItself =
    payment.providerId === paid.id &&
    payment.totalCents === paid.amountCents &&
    payment.currency === paid.currency
  if (payment.providerId === paid.id) await markUnapplied(db, payment.id, isItself)
  const unapplied = isItself ? payment : await addUnappliedMoney(db, paid, payment)
  await refundAll(db, unapplied, whyUnapplied(payment))
  return { outcome: 'unapplied', paymentId: unapplied.id }
}

function whyUnapplied({ status }: PaymentRow): string {
  if (status === 'captured') return 'Paid twice'
  return status === 'cancelled' ? 'Paid after the cancellation' : 'Not the amount that was due'
}
