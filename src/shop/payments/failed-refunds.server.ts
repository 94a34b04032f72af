import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'

/** Refunds that the card provider refused or failed too often; a person has to pay them back. */
export type FailedRefunds = { count: number; oldestOrderNumber: string | null }

/** Returns the number of failed refunds, one for each order, and the order of the oldest. */
export async function findFailedRefunds(db: Db): Promise<FailedRefunds> {
  const rows = await failedRefunds(db)
    .leftJoin('purchase', 'purchase.id', 'purchaseId')
    .select(['orderNumber', sql<string>`count(*) over ()`.as('count')])
    .orderBy('refundDueAt')
    .limit(1)
    .execute()
  const [oldest] = rows
  return { count: Number(oldest?.count ?? 0), oldestOrderNumber: oldest?.orderNumber ?? null }
}

/**
 * Records that a person has paid back a failed refund by other means, which issues its credit note.
 * Returns the amount in cents, or null when no refund of this payment has failed for good.
 */
export async function recordPaidBack(
  db: Db,
  paymentIntentId: string,
  reference: string,
): Promise<number | null> {
  const paidBack = await db
    .updateTable('capturedPayment')
    .set({ refundedAt: sql<Date>`now()`, refundId: `${PAID_BACK}${reference}` })
    .where('paymentIntentId', '=', paymentIntentId)
    .where('refundDueAt', 'is not', null)
    .where('refundedAt', 'is', null)
    .where('refundCheckAt', 'is', null)
    .returning('amountCents')
    .execute()
  return paidBack.length > 0
    ? paidBack.reduce((sum, { amountCents }) => sum + amountCents, 0)
    : null
}

function failedRefunds(db: Db) {
  return db
    .selectFrom('capturedPayment')
    .where('refundDueAt', 'is not', null)
    .where('refundedAt', 'is', null)
    .where('refundCheckAt', 'is', null)
}
