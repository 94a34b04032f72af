import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import { normalEmail } from '#platform/email.ts'
import { lineIs, lineIsListed, lineIsOpen, lineIsStuck } from '#shop/orders/line-states.server.ts'
import type { DeskFilter } from '#shop/orders/orders-query.ts'
import { shippingFilters } from '#shop/pieces/pieces.ts'
import { matchesShippingFilter } from '#shop/pieces/shipping-conditions.server.ts'
import { matchesOrder } from './order-search.server.ts'

/** Which orders are wanted; `from` is inclusive, `to` exclusive. */
export type WantedOrders = {
  /** Only those of this buyer, who is the one that searches. */
  accountId?: string
  /** Only those of the buyer with this id or e-mail, for admins. */
  buyer?: string | undefined
  /** Only those of the company with this id, and of companies that were merged into it. */
  company?: string | undefined
  search: string
  state: DeskFilter
  from?: Date | undefined
  to?: Date | undefined
}

export function areWanted(filters: WantedOrders): RawBuilder<SqlBool> {
  return sql`${areFound(filters)} and ${inState(filters)}`
}

/** Returns the condition that `orders` are wanted, whatever their state. */
export function areFound(filters: Omit<WantedOrders, 'state'>): RawBuilder<SqlBool> {
  return sql`${ofOrder(filters)} and ${matching(filters.search) ?? sql`true`}`
}

/** Returns the condition on the order itself, without its lines. */
export function ofOrder({
  accountId,
  buyer,
  company,
  search,
  from,
  to,
}: Omit<WantedOrders, 'state'>): RawBuilder<unknown> {
  const id = search.trim()
  const conditions = [
    sql`true`,
    ...(accountId === undefined ? [] : [sql`account_id = ${accountId} and not abandoned`]),
    ...(buyer ? [isOfBuyer(buyer)] : []),
    ...(company ? [sql`company_id in (select id from company where ${company} in (id, merged_into))`] : []),
    ...(isUuid(id)
      ? [sql`id in (select ${id}::uuid union select order_id from order_line where id = ${id})`]
      : []),
    ...(from ? [sql`id >= ${idAt(from.getTime() - TOLERANCE_MS)} and placed_at >= ${from}`] : []),
    ...(to ? [sql`id < ${idAt(to.getTime() + TOLERANCE_MS)} and placed_at < ${to}`] : []),
  ]
  return sql.join(conditions, sql` and `)
}

function isOfBuyer(idOrEmail: string): RawBuilder<unknown> {
  return isUuid(idOrEmail)
    ? sql`account_id = ${idOrEmail}`
    : sql`account_id = (select id from account where email = ${normalEmail(idOrEmail)})`
}

/** Returns the condition of a tab: open orders have an open line; paid orders have a paid line and no open one. */
export function inState({
  state,
  accountId,
}: Pick<WantedOrders, 'state' | 'accountId'>): RawBuilder<SqlBool> {
  // OFFSET 0 makes the planner look up the lines of each order instead of joining all lines.
  const has = (condition: RawBuilder<unknown>) =>
    sql<SqlBool>`exists (
      select from order_line where order_id = orders.id and ${condition} offset 0)`
  const among = (condition: RawBuilder<unknown>) => sql<SqlBool>`id in (
    select order_id from order_line
    where ${condition} ${accountId === undefined ? sql`` : sql`and account_id = ${accountId}`})`
  switch (state) {
    case 'all':
      return has(lineIsListed())
    case 'open':
      return among(lineIsOpen)
    case 'unpaid':
    case 'cancelling':
      return among(lineIs(state))
    case 'placed':
      return sql`true`
    case 'expiring':
      return sql`${among(lineIs('unpaid'))} and held_until < now() + interval '24 hours'`
    case 'stuck':
      return among(lineIsStuck)
    case 'paid':
      return sql`${has(lineIs('paid'))} and not ${has(lineIsOpen)}`
    case 'cancelled':
      // An index on cancelled first lines finds the candidates.
      return sql`${among(sql`${lineIs('cancelled')} and position = 1`)} and not ${has(lineIsListed())}`
    default:
      return matchesShippingFilter(state)
  }
}

/** Returns the condition of a text search; null without one. An id is looked up before words. */
export function matching(search: string): RawBuilder<SqlBool> | null {
  return isUuid(search.trim()) ? null : matchesOrder(search)
}

/** Whether few orders have this state, so that words are looked for in those. */
export function isFew(state: DeskFilter): boolean {
  return state !== 'shipped' && shippingFilters.some((few) => few === state)
}

// Ids begin with the time of their order; an hour's tolerance allows for clocks that differ.
const TOLERANCE_MS = 3_600_000

/** The lowest id of version 7 at a time. */
function idAt(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-0000-0000-000000000000`
}
