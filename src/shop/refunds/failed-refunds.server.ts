import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { cents, centsToDollars, formatDollars } from '#platform/money.ts'
import { findByProviderId } from '#shop/payments/queries/payment-queries.server.ts'
import { isRefundLeft } from '#shop/pieces/line-pieces.server.ts'
import { lockRefunds, step } from './refund.server.ts'

/** A person has to resolve it: more went back than owed, or it failed and nothing on the provider's site did. */
export const needsPerson = sql<boolean>`(
  refund.is_excess and refund.paid_back is null or refund.is_owed and ${isRefundLeft}
)`

/** The number of refunds that need a person, the oldest ones' orders, and those of no order to repeat. */
export async function findFailedRefunds(db: Db) {
  const oldest = await db
    .selectFrom('refund')
    // A literal, by which an index has the few that did not succeed.
    .where(sql<boolean>`refund.status = 'failed'`)
    .where(needsPerson)
    .select(['id as refundId', 'paymentId', 'cents', 'isOwed'])
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
  return {
    failedRefunds: Number(oldest[0]?.count ?? 0),
    failedRefundOrders: [...new Set(oldest.flatMap(({ orderNumber }) => orderNumber ?? []))],
    failedRefundsOfNoOrder: oldest
      .filter(({ orderNumber, isOwed }) => orderNumber === null && isOwed)
      .map(({ paymentId, refundId, cents: amount }) => ({
        paymentId,
        refundId,
        total: centsToDollars(cents(amount)),
      })),
  }
}

type PaidBack = { amount: string } | { choose: { id: string; amount: string }[] }

/**
 * Records that a person has paid back a failed refund of a payment by other means, which tells its buyer
 * and issues its credit note unless it has one; `refundId` selects one of several. A refund beyond the
 * amount owed is only marked as settled.
 */
export function recordPaidBack(
  db: Db,
  providerId: string,
  paidBack: string,
  refundId?: string,
): Promise<PaidBack> {
  return db.transaction().execute(async (db) => {
    const payment = await findByProviderId(db, providerId)
    const locked = payment && (await lockRefunds(db, payment.id))
    if (!locked) return { choose: [] }
    const failed = await db
      .selectFrom('refund')
      .selectAll()
      .where('paymentId', '=', locked.payment.id)
      .where(needsPerson)
      .orderBy('id')
      .execute()
    const named = refundId === undefined ? failed : failed.filter(({ id }) => id === refundId)
    const [refund, ...others] = named
    if (!refund || others.length > 0) {
      return { choose: failed.map(({ id, cents: amount }) => ({ id, amount: dollars(amount) })) }
    }
    if (refund.isExcess)
      await db.updateTable('refund').set({ paidBack }).where('id', '=', refund.id).execute()
    else await step(db, locked.payment, refund, 'payBack', { paidBack })
    return { amount: dollars(refund.cents) }
  })
}

function dollars(amount: number): string {
  return formatDollars(cents(amount))
}
