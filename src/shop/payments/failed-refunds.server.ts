import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { cents, formatDollars } from '#platform/money.ts'
import { PAID_BACK } from '#shop/documents/document.ts'

/** Refunds that the card provider refused or failed too often; a person has to pay them back. */
export type FailedRefunds = { count: number; oldestOrderNumber: string | null }

const FAILED = sql<boolean>`(
  refund_due_at is not null and refunded_at is null and refund_check_at is null
)`

/** Returns the number of failed refunds, one for each order, and the order of the oldest. */
export async function findFailedRefunds(db: Db): Promise<FailedRefunds> {
  const rows = await db
    .selectFrom('capturedPayment')
    .where(FAILED)
    .leftJoin('orderLine', 'orderLine.id', 'orderLineId')
    .leftJoin('orders', 'orders.id', 'orderLine.orderId')
    .select(['orders.number as orderNumber', sql<string>`count(*) over ()`.as('count')])
    .orderBy('refundDueAt')
    .limit(1)
    .execute()
  const [oldest] = rows
  return { count: Number(oldest?.count ?? 0), oldestOrderNumber: oldest?.orderNumber ?? null }
}

/**
 * Records that a person has paid back a failed refund by other means, which issues its credit note
 * unless it has one. Returns the amount, or null when no refund of this payment has failed for good.
 */
export async function recordPaidBack(
  db: Db,
  paymentIntentId: string,
  reference: string,
): Promise<string | null> {
  const parts = await db
    .updateTable('capturedPayment')
    .set({ refundedAt: sql<Date>`now()`, refundId: `${PAID_BACK}${reference}` })
    .where(FAILED)
    .where('paymentIntentId', '=', paymentIntentId)
    .returning('amountCents')
    .execute()
  if (parts.length === 0) return null
  return formatDollars(cents(parts.reduce((sum, { amountCents }) => sum + amountCents, 0)))
}
