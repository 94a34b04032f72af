import { z } from '@hono/zod-openapi'
import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { networksOf } from '#platform/http/ip-address.server.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import type { OrderDeps } from '#shop/orders/cancel/cancel-lines.server.ts'
import {
  cancelMarked,
  finishCancelling,
  markCancellingOf,
  markCancellingOfBuyers,
  markCancellingOfUnverified,
} from '#shop/orders/cancel/cancel-marked.server.ts'
import { isNewBuyer, lineIsOpen } from '#shop/orders/line-states.server.ts'
import { isPublicMailDomain, organisationDomain } from '#shop/orders/purchase/mail-domains.ts'

const MAX_SHOWN = 100
const MAX_NEW_HOLDERS = 10_000

const count = z.number().int()
const held = { orders: count, pieces: count, dollars: z.number() }

export const stockHolderJson = z.object({
  buyerId: z.string(),
  name: z.string(),
  email: z.string(),
  ...held,
  oldestUntil: z.string().describe('When the oldest of them expires'),
})

export type StockHolder = z.infer<typeof stockHolderJson>

const heldStock = sql`sum(quantity)::float8 as pieces,
  sum(unit_price_cents::bigint * quantity)::float8 / 100 as dollars`

/** Returns the buyers who hold stock in unpaid orders, by descending value. */
export async function listStockHolders(db: Db): Promise<StockHolder[]> {
  const { rows } = await sql<Omit<StockHolder, 'oldestUntil'> & { oldestUntil: Date }>`
    select account.id as buyer_id, account.name, account.email, held.*
    from (
      select order_line.account_id, count(distinct order_id)::integer as orders,
        ${heldStock}, min(held_until) as oldest_until
      from order_line join orders on orders.id = order_id
      where ${lineIsOpen} group by order_line.account_id
    ) as held join account on account.id = account_id
    order by dollars desc, account.id limit ${MAX_SHOWN}`.execute(db)
  return rows.map(({ oldestUntil, ...holder }) => ({
    ...holder,
    oldestUntil: oldestUntil.toISOString(),
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

/** The pool of all buyers with an unverified e-mail; the others are networks and mail domains. */
export const UNVERIFIED = 'unconfirmed e-mails'

/** What several new buyers of one network or mail domain hold together, or all unverified ones. */
export const holdingPoolJson = z.object({
  pool: z.string().openapi({ example: 'mail domain anvils.example' }),
  buyers: count,
  ...held,
})

export type HoldingPool = z.infer<typeof holdingPoolJson>

type NewHolder = Pick<HoldingPool, keyof typeof held> & {
  accountId: string
  email: string
  emailVerified: boolean
  isNew: boolean
  ipAddresses: string[]
}

/** Returns unverified buyers, and networks and mail domains of several new ones, by descending value. */
export async function listHoldingPools(db: Db): Promise<HoldingPool[]> {
  const pools = [...(await findPools(db))].filter(
    ([pool, holders]) => pool === UNVERIFIED || holders.length > 1,
  )
  const sum = (holders: NewHolder[], of: keyof typeof held) =>
    holders.reduce((total, holder) => total + holder[of], 0)
  return pools
    .map(([pool, holders]) => ({
      pool,
      buyers: holders.length,
      orders: sum(holders, 'orders'),
      pieces: sum(holders, 'pieces'),
      dollars: sum(holders, 'dollars'),
    }))
    .sort((a, b) => b.dollars - a.dollars || (a.pool < b.pool ? -1 : 1))
    .slice(0, MAX_SHOWN)
}

/** The new and the unverified buyers with unpaid orders, at most those with the most value, by pool. */
async function findPools(db: Db): Promise<Map<string, NewHolder[]>> {
  const { rows } = await sql<NewHolder>`
    select order_line.account_id, account.email, account.email_verified,
      ${isNewBuyer(sql`order_line.account_id`)} as is_new,
      coalesce(array_agg(distinct ip_address) filter (where ip_address is not null), '{}') as ip_addresses,
      count(distinct order_id)::integer as orders, ${heldStock}
    from order_line join orders on orders.id = order_id join account on account.id = order_line.account_id
    where ${lineIsOpen} and (not email_verified or ${isNewBuyer(sql`order_line.account_id`)})
    group by order_line.account_id, account.id order by dollars desc limit ${MAX_NEW_HOLDERS}
  `.execute(db)
  const pools = new Map<string, NewHolder[]>()
  for (const holder of rows) {
    const networks = holder.ipAddresses.flatMap((ipAddress) => networksOf(ipAddress))
    const domain = organisationDomain(holder.email)
    const names = new Set(networks.map(({ network }) => `network ${network}`))
    if (!isPublicMailDomain(domain)) names.add(`mail domain ${domain}`)
    if (!holder.isNew) names.clear()
    if (!holder.emailVerified) names.add(UNVERIFIED)
    for (const name of names) pools.set(name, [...(pools.get(name) ?? []), holder])
  }
  return pools
}

/**
 * Cancels all unpaid orders of the buyers of a pool, as an admin: of all unverified ones, or of those of a network
 * or mail domain who are still new.
 */
export async function cancelOrdersOfPool(
  db: Db,
  deps: OrderDeps,
  pool: string,
  audit: AuditContext,
): Promise<{ deletedCount: number; stillCancelling: number }> {
  const isUnverified = pool === UNVERIFIED
  const name = isUnverified ? 'all buyers with an unconfirmed e-mail' : `all new buyers of ${pool}`
  const marked = await db.transaction().execute(async (db) => {
    const ids = async () => (await findPools(db)).get(pool)?.map(({ accountId }) => accountId) ?? []
    const lines = isUnverified
      ? await markCancellingOfUnverified(db)
      : await markCancellingOfBuyers(db, await ids())
    await recordAudit(db, { action: 'orders-cancelled', subject: { id: null, name }, ...audit })
    return lines
  })
  const { cancelled, stillCancelling } = await cancelMarked(db, deps, marked, audit.actor)
  return { deletedCount: cancelled, stillCancelling }
}
