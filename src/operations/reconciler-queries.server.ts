import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { lineIs, lineMay } from '#shop/orders/line-states.server.ts'

/** Returns up to `limit` keys that need work, in a fixed order, starting after `after`. */
export type WorkQuery = (db: Db, after: string | null, limit: number) => Promise<string[]>

/** Unpaid orders with a payment intent; the provider may have captured it without telling the shop. */
export const ordersWithPayment: WorkQuery = (db, after, limit) =>
  ids(ordersAfter(db, after, limit).where('paymentIntentId', 'is not', null).where(lineMay('pay')))

/**
 * Orders that a payment of several orders has paid, and that have a payment of their own; the buyer
 * may have paid that too, or may still do so.
 */
export const supersededIntents: WorkQuery = (db, after, limit) =>
  ids(
    db
      .selectFrom('orderLine')
      .select('id')
      .where(lineIs('paid'))
      .whereRef('paymentIntentId', '<>', 'transactionId')
      .$if(after !== null, (query) => query.where('id', '>', after))
      .orderBy('id')
      .limit(limit),
  )

/** Orders that have been cancelling for more than `seconds`. */
export const unfinishedCancels =
  (now: () => Date, seconds: number): WorkQuery =>
  (db, after, limit) =>
    ids(
      ordersAfter(db, after, limit)
        .where(lineIs('cancelling'))
        .where('cancellingAt', '<', before(now(), seconds)),
    )

/** Unpaid orders past their `heldUntil` (product 10.16). */
export const expiredOrders =
  (now: () => Date): WorkQuery =>
  (db, after, limit) =>
    ids(
      ordersAfter(db, after, limit)
        .innerJoin('orders', 'orders.id', 'orderId')
        .where('heldUntil', '<', now())
        .where(lineMay('pay')),
    )

/** Captured payments to refund, and those whose refund the provider is to be asked about. */
export const refundsToCheck: WorkQuery = (db, after, limit) =>
  ids(
    db
      .selectFrom('capturedPayment')
      .select('paymentIntentId as id')
      .where('refundCheckAt', '<=', sql<Date>`now()`)
      .groupBy('paymentIntentId')
      .$if(after !== null, (query) => query.where('paymentIntentId', '>', after))
      .orderBy('paymentIntentId')
      .limit(limit),
  )

/** Open payments of several orders; the provider may have captured one without telling the shop. */
export const openGroups: WorkQuery = (db, after, limit) =>
  ids(groupsAfter(db, after, limit).where('status', '=', 'open'))

/** Payments of several orders that have been cancelling for more than `seconds`. */
export const cancellingGroups =
  (now: () => Date, seconds: number): WorkQuery =>
  (db, after, limit) =>
    ids(
      groupsAfter(db, after, limit)
        .where('status', '=', 'cancelling')
        .where('cancellingAt', '<', before(now(), seconds)),
    )

function groupsAfter(db: Db, after: string | null, limit: number) {
  return db
    .selectFrom('payment')
    .select('id')
    .where(sql<boolean>`status in ('open', 'cancelling')`)
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
}

// Orders that hold stock, oldest first: ids are time-ordered.
function ordersAfter(db: Db, after: string | null, limit: number) {
  return db
    .selectFrom('orderLine')
    .select('orderLine.id')
    .where(lineMay('cancel'))
    .$if(after !== null, (query) => query.where('orderLine.id', '>', after))
    .orderBy('orderLine.id')
    .limit(limit)
}

async function ids(query: { execute: () => Promise<{ id: string }[]> }): Promise<string[]> {
  return (await query.execute()).map(({ id }) => id)
}

function before(now: Date, seconds: number): Date {
  return new Date(now.getTime() - seconds * 1000)
}
