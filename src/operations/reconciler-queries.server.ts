import type { Db } from '#platform/database/database.server.ts'
import { orderIs, orderMay } from '#shop/orders/order-states.server.ts'

/** Up to `limit` keys that follow `after` in a fixed order: a page of work that waits. */
export type PageOfWork = (db: Db, after: string | null, limit: number) => Promise<string[]>

/** Unpaid orders whose payment was begun: the provider may know more than the shop. */
export const ordersWithPayment: PageOfWork = (db, after, limit) =>
  ids(ordersAfter(db, after, limit).where('paymentIntentId', 'is not', null).where(orderMay('pay')))

/** Orders whose cancel did not come to its end, given the `seconds` that one under way may take. */
export const unfinishedCancels =
  (now: () => Date, seconds: number): PageOfWork =>
  (db, after, limit) =>
    ids(
      ordersAfter(db, after, limit)
        .where(orderIs('cancelling'))
        .where('cancellingAt', '<', before(now(), seconds)),
    )

/** Unpaid orders that have waited for their money longer than their buyers were told. */
export const expiredOrders =
  (now: () => Date): PageOfWork =>
  (db, after, limit) =>
    ids(ordersAfter(db, after, limit).where('heldUntil', '<', now()).where(orderMay('pay')))

export const refundsDue: PageOfWork = (db, after, limit) =>
  ids(
    db
      .selectFrom('capturedPayment')
      .select('paymentIntentId as id')
      .where('refundDueAt', 'is not', null)
      .where('refundedAt', 'is', null)
      .$if(after !== null, (query) => query.where('paymentIntentId', '>', after))
      .orderBy('paymentIntentId')
      .limit(limit),
  )

// Orders that hold stock. Ids are time-ordered: the oldest order comes first.
function ordersAfter(db: Db, after: string | null, limit: number) {
  return db
    .selectFrom('purchase')
    .select('id')
    .where(orderMay('cancel'))
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
}

async function ids(query: { execute: () => Promise<{ id: string }[]> }): Promise<string[]> {
  return (await query.execute()).map(({ id }) => id)
}

function before(now: Date, seconds: number): Date {
  return new Date(now.getTime() - seconds * 1000)
}
