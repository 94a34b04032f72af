import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { cents, formatDollars } from '#platform/money.ts'
import { findPayment } from '#shop/payments/queries/payment-queries.server.ts'
import { isRefundLeft, isRefundOwed } from '#shop/shipping/parcels/refund-conditions.server.ts'
import { recordRefundEffects } from './record-refund-effects.server.ts'

/** Refunds that failed for good or exceeded the amount owed; a person resolves them. */
export type FailedRefunds = { count: number; orderNumbers: string[] }

/**
 * The condition that a person has to resolve a refund: it returned more than was owed, or it failed for
 * good and a refund on the provider's site has not returned the money.
 */
export const needsPerson = sql<boolean>`(
  refund.is_excess and refund.paid_back is null
  or ${isRefundOwed} and ${isRefundLeft}
)`

/** Returns the number of failed refunds, and the orders of the oldest. */
export async function findFailedRefunds(db: Db): Promise<FailedRefunds> {
  const rows = await db
    .selectFrom('refund')
    // A literal, by which an index has the few that did not succeed.
    .where(sql<boolean>`refund.status = 'failed'`)
    .where(needsPerson)
    .select(({ selectFrom }) => [
      sql<string>`count(*) over ()`.as('count'),
      selectFrom('paymentLine')
        .innerJoin('orderLine', 'orderLine.id', 'orderLineId')
        .innerJoin('orders', 'orders.id', 'orderId')
        .select('number')
        .whereRef('paymentLine.paymentId', '=', 'refund.paymentId')
        .orderBy('orderLineId')
        .limit(1)
        .as('orderNumber'),
    ])
    .orderBy('refund.id')
    .limit(20)
    .execute()
  const numbers = rows.flatMap(({ orderNumber }) => orderNumber ?? [])
  return { count: Number(rows[0]?.count ?? 0), orderNumbers: [...new Set(numbers)] }
}

/** The refund recorded as paid back, or the failed refunds to choose from. */
export type PaidBack = { amount: string } | { choose: { id: string; amount: string }[] }

/**
 * Records that a person has paid back a failed refund of a payment by other means, which tells its buyer
 * and issues its credit note unless it has one; `refundId` selects one of several. A refund beyond the
 * amount owed is only marked as settled.
 */
export function recordPaidBack(
  db: Db,
  providerId: string,
  reference: string,
  refundId?: string,
): Promise<PaidBack> {
  return db.transaction().execute(async (db) => {
    const payment = await db
      .selectFrom('payment')
      .select('id')
      .where('providerId', '=', providerId)
      .forUpdate()
      .executeTakeFirst()
    if (!payment) return { choose: [] }
    const failed = await db
      .selectFrom('refund')
      .select(['id', 'cents', 'isExcess'])
      .where('paymentId', '=', payment.id)
      .where(needsPerson)
      .orderBy('id')
      .execute()
    const named = refundId === undefined ? failed : failed.filter(({ id }) => id === refundId)
    const [one, ...others] = named
    if (!one || others.length > 0) {
      return { choose: failed.map(({ id, cents }) => ({ id, amount: dollars(cents) })) }
    }
    const succeeded = { status: 'succeeded', succeededAt: sql<Date>`coalesce(succeeded_at, now())` }
    const refund = await db
      .updateTable('refund')
      .set({ paidBack: reference, ...(one.isExcess ? {} : succeeded) })
      .where('id', '=', one.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const paid = await findPayment(db, payment.id)
    if (paid && !one.isExcess) await recordRefundEffects(db, paid, [refund])
    return { amount: dollars(one.cents) }
  })
}

function dollars(amount: number | null): string {
  return formatDollars(cents(amount ?? 0))
}
