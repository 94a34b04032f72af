import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import type { Payment } from './card-payments.server.ts'

/** Records a payment of its order in the ledger, in the transaction that marks the order paid. */
export async function recordCapture(db: Db, payment: Payment, orderId: string): Promise<void> {
  await db.insertInto('capturedPayment').values(entry(payment, orderId)).execute()
}

/** Records a payment due for refund in the ledger. False when it was refunded already. */
export async function recordRefundDue(db: Db, payment: Payment, orderId: string): Promise<boolean> {
  await db
    .insertInto('capturedPayment')
    .values({ ...entry(payment, orderId), refundDueAt: sql<Date>`now()` })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { refundedAt } = await db
    .selectFrom('capturedPayment')
    .select('refundedAt')
    .where('paymentIntentId', '=', payment.id)
    .executeTakeFirstOrThrow()
  return refundedAt === null
}

export async function markRefunded(
  db: Db,
  paymentIntentId: string,
  refundId: string,
): Promise<void> {
  await db
    .updateTable('capturedPayment')
    .set({ refundedAt: sql<Date>`now()`, refundId })
    .where('paymentIntentId', '=', paymentIntentId)
    .where('refundDueAt', 'is not', null)
    .where('refundedAt', 'is', null)
    .execute()
}

function entry({ id, amountCents, currency }: Payment, orderId: string) {
  return { paymentIntentId: id, purchaseId: orderId, amountCents, currency }
}
