import type { Selectable } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import type { Purchase } from '#platform/database/database-tables.ts'
import { cents } from '#platform/money.ts'
import type { Caller } from '#shop/auth/access/caller.server.ts'
import type { OwnOrders } from '#shop/orders/history/orders-query.ts'
import type { OrderState, PlacedOrder } from './order.ts'
import { queuePaidMail } from './order-mails.server.ts'
import { orderIs, orderIsListed, orderMay } from './order-states.server.ts'
import type { ShippingAddress } from './shipping-address.ts'

export type OrderRow = Selectable<Purchase>

/**
 * Returns a buyer's own orders, newest first: those after the order `after`, or a zero-based page.
 */
export async function listOrdersOf(
  db: Db,
  accountId: string,
  which: OwnOrders,
  { size, page = 0, after = null }: { size: number; page?: number; after?: string | null },
): Promise<PlacedOrder[]> {
  const rows = await ownOrders(db, accountId, which)
    .selectAll()
    .$if(after !== null, (query) => query.where('id', '<', after))
    .orderBy('id', 'desc')
    .limit(size)
    .offset(size * page)
    .execute()
  return rows.map(toOrder)
}

/** Returns how many orders a buyer has. */
export async function countOrdersOf(db: Db, accountId: string, which: OwnOrders): Promise<number> {
  const { count } = await ownOrders(db, accountId, which)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

function ownOrders(db: Db, accountId: string, which: OwnOrders) {
  return db
    .selectFrom('purchase')
    .where('accountId', '=', accountId)
    .where('abandoned', '=', false)
    .where(which === 'cancelled' ? orderIs('cancelled') : orderIsListed())
}

/**
 * Finds an order that `caller` may pay or cancel: their own, or any for an admin; no cancelled
 * ones.
 */
export async function findOrderFor(
  db: Db,
  caller: Pick<Caller, 'id' | 'role'>,
  id: string,
): Promise<OrderRow | undefined> {
  const order = await findAnyOrderFor(db, caller, id)
  return order?.status === 'cancelled' ? undefined : order
}

/** Finds an order that `caller` may see: their own, or any for an admin; cancelled ones too. */
export async function findAnyOrderFor(
  db: Db,
  caller: Pick<Caller, 'id' | 'role'>,
  id: string,
): Promise<OrderRow | undefined> {
  if (!isUuid(id)) return undefined
  return db
    .selectFrom('purchase')
    .selectAll()
    .where('id', '=', id)
    .$if(caller.role !== 'admin', (query) =>
      query.where('accountId', '=', caller.id).where('abandoned', '=', false),
    )
    .executeTakeFirst()
}

/** Finds those orders of `ids` that `caller` may pay, in the order of their ids, and locks them. */
export function lockOwnOrders(
  db: Db,
  caller: Pick<Caller, 'id'>,
  ids: string[],
): Promise<OrderRow[]> {
  return lockedOrders(db, ids)
    .where('accountId', '=', caller.id)
    .where('abandoned', '=', false)
    .where(orderIsListed())
    .execute()
}

/** Finds any order, for background work without a caller. */
export async function findOrder(db: Db, id: string): Promise<OrderRow | undefined> {
  if (!isUuid(id)) return undefined
  return db.selectFrom('purchase').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Returns the orders with these ids, newest first. */
export async function findOrdersById(db: Db, ids: string[]): Promise<PlacedOrder[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('purchase')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toOrder)
}

/** Locks an order until the running transaction ends. */
export function lockOrder(db: Db, id: string): Promise<OrderRow | undefined> {
  return db.selectFrom('purchase').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Locks orders until the running transaction ends, in the order of their ids. */
export function lockOrders(db: Db, ids: string[]): Promise<OrderRow[]> {
  return lockedOrders(db, ids).execute()
}

// Everybody who locks several orders locks them in this order, so that nobody deadlocks.
function lockedOrders(db: Db, ids: string[]) {
  return db.selectFrom('purchase').selectAll().where('id', 'in', ids).orderBy('id').forUpdate()
}

/**
 * Marks unpaid orders of one buyer as paid by this payment and queues one mail about them, in the
 * caller's transaction.
 */
export async function markPaid(db: Db, orderIds: string[], transactionId: string): Promise<void> {
  if (orderIds.length === 0) return
  const paid = await db
    .updateTable('purchase')
    .set({ transactionId, paidAt: new Date(), cancellingAt: null })
    .where('id', 'in', orderIds)
    .where(orderMay('settle'))
    .returningAll()
    .execute()
  if (paid.length !== orderIds.length) throw new Error('An order to be paid is not unpaid')
  await queuePaidMail(db, paid.map(toOrder))
}

/** Converts a row to the domain type. */
export function toOrder(row: OrderRow): PlacedOrder {
  return {
    id: row.id,
    number: row.orderNumber,
    name: row.name,
    email: row.email,
    address: row.address,
    shippingAddress: row.shippingAddress as ShippingAddress | null,
    poNumber: row.poNumber,
    productId: row.productId,
    productName: row.productName,
    sku: row.sku,
    unitPrice: cents(row.unitPriceCents),
    quantity: row.quantity,
    image: row.image,
    createdAt: row.createdAt,
    // A generated column, computed from the same status names.
    status: row.status as OrderState,
    heldUntil: row.heldUntil,
    transactionId: row.transactionId,
    cancelledAt: row.cancelledAt,
  }
}
