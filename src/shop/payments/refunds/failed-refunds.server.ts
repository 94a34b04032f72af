import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { cents, formatDollars } from '#platform/money.ts'
import { issueCreditNote } from '#shop/documents/issue-credit-note.server.ts'

/** Refunds that the card provider refused or failed too often; a person has to pay them back. */
export type FailedRefunds = { count: number; oldestOrderNumber: string | null }

/**
 * The condition that a refund failed for good and its money is still here: a later refund, or one at
 * the provider's own site, may have returned it.
 */
export const needsPerson = sql<boolean>`(
  refund.status = 'failed' and refund.failures > 0 and refund.cents <= (
    select total_cents - coalesce((
      select sum(other.cents) from refund as other
      where other.payment_id = payment.id and other.id <> refund.id
        and (other.status <> 'failed' or other.succeeded_at is not null)
    ), 0)
    from payment where payment.id = refund.payment_id
  )
)`

/** Returns the number of failed refunds, and an order of the oldest. */
export async function findFailedRefunds(db: Db): Promise<FailedRefunds> {
  const rows = await db
    .selectFrom('refund')
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
    .limit(1)
    .execute()
  const [oldest] = rows
  return { count: Number(oldest?.count ?? 0), oldestOrderNumber: oldest?.orderNumber ?? null }
}

/**
 * Records that a person has paid back the failed refunds of a payment by other means, which issues
 * their credit notes unless they have one. Returns the amount, or null when none has failed for good.
 */
export function recordPaidBack(
  db: Db,
  providerId: string,
  reference: string,
): Promise<string | null> {
  return db.transaction().execute(async (db) => {
    const payment = await db
      .selectFrom('payment')
      .select('id')
      .where('providerId', '=', providerId)
      .forUpdate()
      .executeTakeFirst()
    if (!payment) return null
    const paidBack = await db
      .updateTable('refund')
      .set({
        status: 'succeeded',
        succeededAt: sql`coalesce(succeeded_at, now())`,
        paidBack: reference,
      })
      .where('paymentId', '=', payment.id)
      .where(needsPerson)
      .returning(['id', 'cents'])
      .execute()
    for (const { id } of paidBack) await issueCreditNote(db, id)
    if (paidBack.length === 0) return null
    return formatDollars(cents(paidBack.reduce((sum, one) => sum + (one.cents ?? 0), 0)))
  })
}
