import type { Db } from '#platform/database/database.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { CountOrder } from '#shop/orders/cancel/cancel-lines.server.ts'
import type { ProviderPayment } from './provider/card-payments.server.ts'
import type { CardProviders } from './provider/card-providers.server.ts'
import { findByProviderId, type PaymentRow } from './queries/payment-queries.server.ts'
import { type RecordedPayment, recordPayment } from './record-payment.server.ts'

export type PaymentDeps = {
  providers: CardProviders
  log: Log
  countOrder: CountOrder
  refunds: PaymentRefunds
}

/** What payments need of refunds, which are a slice above them. */
export type PaymentRefunds = {
  /** Adds a refund of the whole rest of a payment, in the caller's transaction. */
  refundAll: (db: Db, payment: PaymentRow, reason: string) => Promise<void>
  /** Records a payment's refunds at the provider and makes those that are wanted; throws without a response. */
  settle: (db: Db, refundDeps: Pick<PaymentDeps, 'providers' | 'log'>, paymentId: string) => Promise<void>
}

/** Records a payment as the provider reports it, and refunds money that is not owed. */
export async function receivePayment(
  db: Db,
  paymentDeps: PaymentDeps,
  payment: ProviderPayment,
): Promise<RecordedPayment> {
  const { refundAll } = paymentDeps.refunds
  const recorded = await db.transaction().execute((db) => recordPayment(db, refundAll, payment))
  await applyOutcome(db, paymentDeps, payment, recorded)
  return recorded
}

/** Records all refunds of a payment; first the payment itself, in case its own event has not arrived. */
export async function receiveRefunds(db: Db, paymentDeps: PaymentDeps, paid: ProviderPayment) {
  await receivePayment(db, paymentDeps, paid)
  const payment = await findByProviderId(db, paid.id)
  if (payment) await paymentDeps.refunds.settle(db, paymentDeps, payment.id)
}

/** Applies the consequences of a recorded payment after commit; the reconciler retries failures. */
export async function applyOutcome(
  db: Db,
  paymentDeps: PaymentDeps,
  payment: ProviderPayment,
  recorded: RecordedPayment,
): Promise<void> {
  const { countOrder, log, refunds } = paymentDeps
  switch (recorded.outcome) {
    case 'paid':
      for (let count = 0; count < recorded.ordersPaid; count++) countOrder('paid')
      break
    case 'unapplied':
      await refunds
        .settle(db, paymentDeps, recorded.paymentId)
        .catch((err) => log.warn({ err, paymentId: recorded.paymentId }, 'Refund deferred'))
      break
    case 'not-ours':
      log.warn({ payment }, 'A payment belongs to no order of this shop')
  }
}
