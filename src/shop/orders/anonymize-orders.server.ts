import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { cancelOrder, type OrderDeps } from './cancel-order.server.ts'
import { orderIs, orderMay } from './order-states.server.ts'

/**
 * For an account that is being closed: its orders lose who and where the buyer was, the unpaid ones
 * become cancelling, and the kept answers to its orders go.
 */
export async function closeOrdersOf(
  db: Db,
  accountId: string,
  pseudonym: { name: string; email: string },
): Promise<void> {
  await db
    .updateTable('purchase')
    .set({ ...pseudonym, address: '' })
    .where('accountId', '=', accountId)
    .execute()
  await db
    .updateTable('purchase')
    .set({ cancellingAt: sql<Date>`coalesce(cancelling_at, now())` })
    .where('accountId', '=', accountId)
    .where(orderMay('cancel'))
    .execute()
  await db.deleteFrom('idempotencyKey').where('accountId', '=', accountId).execute()
}

/**
 * Sends each order of an account that is marked as cancelling the way of every cancel. Throws when
 * the card provider did not answer for one: that order stays cancelling, the others are done.
 */
export async function finishCancelling(db: Db, ports: OrderDeps, accountId: string): Promise<void> {
  const orders = await db
    .selectFrom('purchase')
    .select('id')
    .where('accountId', '=', accountId)
    .where(orderIs('cancelling'))
    .execute()
  const owner = { id: accountId, role: 'buyer' } as const
  const done = await Promise.allSettled(orders.map(({ id }) => cancelOrder(db, ports, owner, id)))
  const failed = done.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}
