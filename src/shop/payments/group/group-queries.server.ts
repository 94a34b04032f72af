import { type Selectable, sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import type { Payment as PaymentTable } from '#platform/database/database-tables.ts'
import type { Caller } from '#shop/auth/access/caller.server.ts'
import { type LineRow, selectLines } from '#shop/orders/line-queries.server.ts'
import type { PaymentPart } from '#shop/payments/captured-payments.server.ts'

/** A payment of several orders: open, cancelling, cancelled or captured. */
export type GroupPayment = Selectable<PaymentTable>

export async function findGroup(db: Db, id: string): Promise<GroupPayment | undefined> {
  return db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Finds a user's own payment with its orders; none when the user may not see one of them. */
export async function findOwnGroup(
  db: Db,
  caller: Pick<Caller, 'id'>,
  id: string,
): Promise<{ group: GroupPayment; orders: LineRow[] } | undefined> {
  const group = await findGroup(db, id)
  if (group?.accountId !== caller.id) return undefined
  const orders = await selectLines(db)
    .where(
      'orderLine.id',
      'in',
      db.selectFrom('paymentOrder').select('orderLineId').where('paymentId', '=', id),
    )
    .orderBy('orderLine.id')
    .execute()
  const isOwn = orders.every((order) => order.accountId === caller.id && !order.abandoned)
  return isOwn ? { group, orders } : undefined
}

/** Returns the orders of a payment with their parts, in the order of their ids. */
export async function partsOf(db: Db, id: string): Promise<PaymentPart[]> {
  return db
    .selectFrom('paymentOrder')
    .select(['orderLineId as orderId', 'amountCents'])
    .where('paymentId', '=', id)
    .orderBy('orderLineId')
    .execute()
}

/** Returns how many payments of several orders a user started within the last minute. */
export async function countRecentGroups(db: Db, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('payment')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('accountId', '=', accountId)
    .where('createdAt', '>', sql<Date>`now() - interval '1 minute'`)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function addGroup(
  db: Db,
  group: Pick<GroupPayment, 'id' | 'accountId' | 'amountCents'>,
  parts: PaymentPart[],
): Promise<void> {
  await db.insertInto('payment').values(group).execute()
  const rows = parts.map(({ orderId, amountCents }) => ({
    paymentId: group.id,
    orderLineId: orderId,
    amountCents,
  }))
  await db.insertInto('paymentOrder').values(rows).execute()
}

export async function hasUnfinishedGroup(db: Db, orderId: string): Promise<boolean> {
  const [group] = await unfinishedGroups(db, [orderId]).limit(1).execute()
  return group !== undefined
}

/**
 * Locks the unfinished payments that cover one of these orders until the running transaction ends.
 * Payments are locked after orders and in the order of their ids, so that nobody deadlocks.
 */
export function lockUnfinishedGroups(db: Db, orderIds: string[]): Promise<GroupPayment[]> {
  return unfinishedGroups(db, orderIds).orderBy('id').forUpdate().execute()
}

function unfinishedGroups(db: Db, orderIds: string[]) {
  const covering = db
    .selectFrom('paymentOrder')
    .select('paymentId')
    .where('orderLineId', 'in', orderIds)
  return db
    .selectFrom('payment')
    .selectAll()
    .where('id', 'in', covering)
    .where(sql<boolean>`status in ('open', 'cancelling')`)
}

/** Marks locked payments as cancelling; the provider is told after the commit. */
export async function markGroupsCancelling(db: Db, groups: GroupPayment[]): Promise<void> {
  const open = groups.filter(({ status }) => status === 'open').map(({ id }) => id)
  if (open.length === 0) return
  await db
    .updateTable('payment')
    .set({ cancellingAt: sql<Date>`now()` })
    .where('id', 'in', open)
    .execute()
}

/** Stores the payment's id at the provider; false when the payment is no longer open. */
export async function storeGroupIntent(
  db: Db,
  id: string,
  paymentIntentId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payment')
    .set({ paymentIntentId })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
