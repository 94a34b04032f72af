import type { Db } from '#platform/database/database.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { CountOrder } from '#shop/orders/cancel/cancel-lines.server.ts'
import type { CardPayments, ProviderPayment } from './provider/card-payments.server.ts'
import { recordPayment } from './record-payment.server.ts'
import type { RecordedPayment } from './recorded-payment.ts'
import { settleRefundsLater } from './refunds/settle-refunds.server.ts'

/** The dependencies of payment handling. */
export type PaymentDeps = { payments: CardPayments; log: Log; countOrder: CountOrder }

/** Records a payment as the provider reports it, and refunds money that is not owed. */
export async function receivePayment(
  db: Db,
  paymentDeps: PaymentDeps,
  payment: ProviderPayment,
): Promise<RecordedPayment> {
  const recorded = await db.transaction().execute((db) => recordPayment(db, payment))
  await applyOutcome(db, paymentDeps, payment, recorded)
  return recorded
}

/** Applies the consequences of a recorded payment after commit; the reconciler retries failures. */
export async function applyOutcome(
  db: Db,
  paymentDeps: PaymentDeps,
  payment: ProviderPayment,
  recorded: RecordedPayment,
): Promise<void> {
  const { countOrder, log } = paymentDeps
  switch (recorded.outcome) {
    case 'paid':
      for (let count = 0; count < recorded.ordersPaid; count++) countOrder('paid')
      break
    case 'unapplied':
      await settleRefundsLater(db, paymentDeps, recorded.paymentId)
      break
    case 'not-ours':
      log.warn({ payment }, 'A payment belongs to no order of this shop')
  }
}
