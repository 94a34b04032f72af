import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { moneyIsBack } from './line-pieces.server.ts'
import { mostToShip, type ShippingFilter } from './pieces.ts'

/** The condition that `orders` is blocked: without an address, as its buyer has deleted the account. */
export const blocked = sql<SqlBool>`orders.address = ''`

/** Returns whether an order is blocked, as `blocked` does in SQL. */
export function isBlocked({ address }: { address: string }): boolean {
  return address === ''
}

/** The condition that paid pieces of an order line were neither shipped nor refunded. */
export const notShipped = sql`payment_id is not null and not is_shipped`

/**
 * The condition that `orders` has such pieces: they are to be packed, wait in a packed shipment, or go back to
 * stock because their money went back. For queries that a search narrows.
 */
export const isNotShipped = sql<SqlBool>`orders.id in (
  select order_id from order_line where ${notShipped}
)`

// An array, because the planner takes these few orders for many, and would scan all orders.
const fewNotShipped = sql<SqlBool>`orders.id = any(array(
  select order_id from order_line where ${notShipped}
))`

/** The condition that pieces of `line` are in no shipment and are to be packed, as `countPieces` says. */
export const hasOpenPieces = sql<SqlBool>`(
  line.payment_id is not null and not line.is_shipped
  and line.quantity > (
    select coalesce(sum(part.quantity), 0) from shipment_line as part
    join shipment on shipment.id = shipment_id
    where order_line_id = line.id and shipment.status <> 'cancelled'
  ) + (select coalesce(sum(unshipped), 0) from refund_line where order_line_id = line.id)
  and (
    not exists (select from refund where refund.payment_id = line.payment_id)
    or not ${moneyIsBack}
  )
)`

const hasShipped = sql<SqlBool>`exists (
  select from shipment where order_id = orders.id and shipment.status in ('shipped', 'delivered')
)`

/** The condition that `orders` has pieces to pack or unpack: not all that is left waits for its carrier. */
const hasUnpacked = sql<SqlBool>`(
  not exists (select from shipment where order_id = orders.id and shipment.status = 'packed')
  or exists (
    select from order_line as line
    where order_id = orders.id and (${hasOpenPieces} or not line.is_shipped and ${moneyIsBack})
  )
)`

/** Selects the rows of x in this state, by their id and address. */
export function matchesShippingFilter(
  state: ShippingFilter,
  areLeft: RawBuilder<SqlBool> = fewNotShipped,
): RawBuilder<SqlBool> {
  switch (state) {
    case 'to-pack':
      return sql`${areLeft} and not ${blocked} and not ${hasShipped} and ${hasUnpacked}`
    case 'part-shipped':
      return sql`${areLeft} and not ${blocked} and ${hasShipped}`
    case 'blocked':
      return sql`${areLeft} and ${blocked}`
    case 'shipped':
      return sql`${hasShipped} and not ${isNotShipped}`
    case 'returning':
      return sql`orders.id in (
        select order_id from return_request where status in ('requested', 'approved')
      )`
  }
}

/** Counts the orders to ship in each state, together up to a maximum: all, or those that a condition selects. */
export async function countToShip(
  db: Db,
  where?: RawBuilder<SqlBool>,
  isSearch = false,
): Promise<Record<'to-pack' | 'part-shipped' | 'blocked', number>> {
  const most = mostToShip(isSearch)
  const areLeft = where
    ? sql`${isNotShipped} and ${where}`
    : sql`orders.id = any(array(
        select distinct order_id from order_line where ${notShipped} order by order_id limit ${most}
      ))`
  type State = { isBlocked: boolean; hasShipped: boolean; hasUnpacked: boolean }
  const { rows } = await sql<State & { count: number }>`
    select is_blocked, has_shipped, has_unpacked, count(*)::integer as count
    from (
      select ${blocked} as is_blocked, ${hasShipped} as has_shipped, ${hasUnpacked} as has_unpacked
      from orders where ${areLeft} limit ${most}
    ) as found
    group by 1, 2, 3`.execute(db)
  const count = (isCounted: (row: State) => boolean) =>
    rows.filter(isCounted).reduce((sum, row) => sum + row.count, 0)
  return {
    'to-pack': count((row) => !row.isBlocked && !row.hasShipped && row.hasUnpacked),
    'part-shipped': count((row) => !row.isBlocked && row.hasShipped),
    blocked: count((row) => row.isBlocked),
  }
}
