import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { lineIs, lineMay } from '#shop/orders/line-states.server.ts'

/** Returns up to `limit` keys that need work, in a fixed order, starting after `after`. */
export type WorkQuery = (db: Db, after: string | null, limit: number) => Promise<string[]>

export type DueLines = (db: Db) => ReturnType<typeof openLines>

/** Lines that have been cancelling for more than `seconds`. */
export const unfinishedCancels =
  (now: () => Date, seconds: number): DueLines =>
  (db) =>
    openLines(db).where(lineIs('cancelling')).where('cancellingAt', '<', before(now(), seconds))

/** Unpaid lines of orders past their `heldUntil` (product 10.16). */
export const expiredLines =
  (now: () => Date): DueLines =>
  (db) =>
    openLines(db).where('heldUntil', '<', now()).where(lineMay('pay'))

/** The orders of these lines, oldest first: ids are time-ordered. */
export const ordersOf =
  (due: DueLines): WorkQuery =>
  (db, after, limit) =>
    ids(
      due(db)
        .select('orderId as id')
        .$if(after !== null, (query) => query.where('orderId', '>', after))
        .groupBy('orderId')
        .orderBy('orderId')
        .limit(limit),
    )

/** Payments with a refund to be made, or one that the provider is to be asked about. */
export const refundsToCheck: WorkQuery = (db, after, limit) =>
  ids(
    db
      .selectFrom('refund')
      .select('paymentId as id')
      .where('checkAt', '<=', sql<Date>`now()`)
      .groupBy('paymentId')
      .$if(after !== null, (query) => query.where('paymentId', '>', after))
      .orderBy('paymentId')
      .limit(limit),
  )

/** Open payments; the provider may have captured one without telling the shop. */
export const openPayments: WorkQuery = (db, after, limit) =>
  ids(paymentsAfter(db, after, limit).where('status', '=', 'open').where('providerId', 'is not', null))

/** Payments that have been cancelling for more than `seconds`. */
export const cancellingPayments =
  (now: () => Date, seconds: number): WorkQuery =>
  (db, after, limit) =>
    ids(
      paymentsAfter(db, after, limit)
        .where('status', '=', 'cancelling')
        .where('cancellingAt', '<', before(now(), seconds)),
    )

function paymentsAfter(db: Db, after: string | null, limit: number) {
  return db
    .selectFrom('payment')
    .select('id')
    .where(sql<boolean>`status in ('open', 'cancelling')`)
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
}

// Lines that hold stock.
function openLines(db: Db) {
  return db.selectFrom('orderLine').innerJoin('orders', 'orders.id', 'orderId').where(lineMay('cancel'))
}

async function ids(query: { execute: () => Promise<{ id: string }[]> }): Promise<string[]> {
  return (await query.execute()).map(({ id }) => id)
}

function before(now: Date, seconds: number): Date {
  return new Date(now.getTime() - seconds * 1000)
}
