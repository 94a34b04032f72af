import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { type Cents, cents } from '#platform/money.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import type { OrderDeps } from '#shop/orders/cancel/cancel-lines.server.ts'
import {
  cancelMarked,
  finishCancelling,
  markCancellingOf,
  markCancellingOfPool,
  markCancellingOfUnverified,
} from '#shop/orders/cancel/cancel-marked.server.ts'
import { lineIsOpen, neverPaid } from '#shop/orders/line-states.server.ts'

const MAX_SHOWN = 100

/** A buyer with unpaid orders: their number, pieces and value, and when the oldest expires. */
export type HeldByBuyer = {
  buyerId: string
  name: string
  email: string
  orders: number
  pieces: number
  value: Cents
  oldestUntil: Date
}

/** Returns the buyers who hold stock in unpaid orders, by descending value. */
export async function listStockHolders(db: Db): Promise<HeldByBuyer[]> {
  const { rows } = await sql<
    Record<'orders' | 'pieces' | 'cents', string> &
      Pick<HeldByBuyer, 'buyerId' | 'name' | 'email' | 'oldestUntil'>
  >`
    select account.id as buyer_id, account.name, account.email, orders, pieces, cents, oldest_until
    from (
      select order_line.account_id, count(distinct order_id) as orders, sum(quantity) as pieces,
        sum(unit_price_cents::bigint * quantity) as cents, min(held_until) as oldest_until
      from order_line join orders on orders.id = order_id
      where ${lineIsOpen} group by order_line.account_id
    ) as held join account on account.id = account_id
    order by cents desc, account.id limit ${MAX_SHOWN}`.execute(db)
  return rows.map(({ orders, pieces, cents: value, ...buyer }) => ({
    ...buyer,
    orders: Number(orders),
    pieces: Number(pieces),
    value: cents(Number(value)),
  }))
}

/**
 * Cancels all unpaid orders of a buyer, as an admin. All are marked as cancelling first, so that
 * the reconciler can finish those that the card provider does not confirm now. Undefined when there
 * is no such buyer.
 */
export async function cancelOrdersOf(
  db: Db,
  deps: OrderDeps,
  buyerId: string,
  audit: AuditContext,
): Promise<{ deletedCount: number; stillCancelling: number } | undefined> {
  if (!isUuid(buyerId)) return undefined
  const marked = await db.transaction().execute(async (db) => {
    const buyer = await db
      .selectFrom('account')
      .select(['id', 'email'])
      .where('id', '=', buyerId)
      .executeTakeFirst()
    if (!buyer) return false
    await markCancellingOf(db, buyerId)
    await recordAudit(db, { action: 'orders-cancelled', subject: buyer, ...audit })
    return true
  })
  if (!marked) return undefined
  const { cancelled, stillCancelling } = await finishCancelling(db, deps, buyerId, audit.actor)
  return { deletedCount: cancelled, stillCancelling }
}

/** How many unpaid orders buyers with an unverified e-mail have, and how many such buyers there are. */
export async function countUnverifiedHolders(
  db: Db,
): Promise<{ buyers: number; orders: number; pieces: number }> {
  const { rows } = await sql<Record<'buyers' | 'orders' | 'pieces', string>>`
    select count(distinct account_id) as buyers, count(distinct order_id) as orders,
      coalesce(sum(quantity), 0) as pieces
    from order_line join account on account.id = account_id
    where ${lineIsOpen} and not email_verified`.execute(db)
  const [held] = rows
  return {
    buyers: Number(held?.buyers),
    orders: Number(held?.orders),
    pieces: Number(held?.pieces),
  }
}

/** What several buyers who never paid hold together, of one network or mail domain. */
export type HeldByPool = {
  pool: string
  buyers: number
  orders: number
  pieces: number
  value: Cents
}

/** Returns the networks and mail domains of several buyers who never paid, by descending value. */
export async function listHoldingPools(db: Db): Promise<HeldByPool[]> {
  const { rows } = await sql<Omit<HeldByPool, 'value'> & { cents: number }>`
    select pool, count(distinct account_id)::int as buyers, count(distinct order_id)::int as orders,
      sum(quantity)::int as pieces, sum(unit_price_cents::bigint * quantity)::float8 as cents
    from order_line, unnest(pools) pool
    where ${lineIsOpen} and pools <> '{}' and ${neverPaid(sql`order_line.account_id`)}
    group by pool having count(distinct account_id) > 1
    order by cents desc, pool limit ${MAX_SHOWN}`.execute(db)
  return rows.map(({ cents: value, ...pool }) => ({ ...pool, value: cents(value) }))
}

/** Cancels all unpaid orders of buyers with an unverified e-mail, as an admin. */
export function cancelOrdersOfUnverified(db: Db, deps: OrderDeps, audit: AuditContext) {
  const name = 'all buyers with an unconfirmed e-mail'
  return cancelOrdersOfMany(db, deps, audit, { name, mark: markCancellingOfUnverified })
}

/** Cancels all unpaid orders of the buyers of a network or mail domain who never paid, as an admin. */
export function cancelOrdersOfPool(db: Db, deps: OrderDeps, pool: string, audit: AuditContext) {
  const name = `all buyers of ${pool} who never paid`
  return cancelOrdersOfMany(db, deps, audit, { name, mark: (db) => markCancellingOfPool(db, pool) })
}

async function cancelOrdersOfMany(
  db: Db,
  deps: OrderDeps,
  audit: AuditContext,
  { name, mark }: { name: string; mark: typeof markCancellingOfUnverified },
): Promise<{ deletedCount: number; stillCancelling: number }> {
  const marked = await db.transaction().execute(async (db) => {
    const lines = await mark(db)
    await recordAudit(db, { action: 'orders-cancelled', subject: { id: null, name }, ...audit })
    return lines
  })
  const { cancelled, stillCancelling } = await cancelMarked(db, deps, marked, audit.actor)
  return { deletedCount: cancelled, stillCancelling }
}
