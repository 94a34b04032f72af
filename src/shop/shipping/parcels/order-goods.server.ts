import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { moneyIsBack } from './line-pieces.server.ts'
import type { GoodsState } from './pieces.ts'

/** The condition that `orders` is on hold: without an address, as its buyer has deleted the account. */
export const onHold = sql<SqlBool>`orders.address = ''`

const ordersNotDispatched = sql`
  select order_id from order_line where payment_id is not null and not is_dispatched`

/**
 * The condition that paid pieces of `orders` were neither shipped nor given up: they are to be packed, wait in
 * a packed parcel, or go back to stock because their money went back. An array, because the planner takes
 * these few orders for many, and would scan all orders.
 */
const isNotDispatched = sql<SqlBool>`orders.id = any(array(${ordersNotDispatched}))`

/** The condition that pieces of `line` are in no parcel and are to be packed, as `countPieces` says. */
export const hasOpenPieces = sql<SqlBool>`(
  line.payment_id is not null and not line.is_dispatched
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

/** Returns the condition that the goods of `orders`, of which it needs id and address, are in this state. */
export function goodsAre(state: GoodsState): RawBuilder<SqlBool> {
  switch (state) {
    case 'to-pack':
      return sql`${isNotDispatched} and not ${onHold} and not ${hasShipped}`
    case 'part-shipped':
      return sql`${isNotDispatched} and not ${onHold} and ${hasShipped}`
    case 'on-hold':
      return sql`${isNotDispatched} and ${onHold}`
    case 'shipped':
      return sql`${hasShipped} and orders.id not in (${ordersNotDispatched})`
    case 'returning':
      return sql`orders.id in (
        select order_id from return_request where status in ('requested', 'approved')
      )`
  }
}

/** Counts the orders that are not dispatched in each state, all or those that a condition selects. */
export async function countToShip(
  db: Db,
  where: RawBuilder<SqlBool> = sql`true`,
): Promise<Record<'to-pack' | 'part-shipped' | 'on-hold', number>> {
  const { rows } = await sql<{ onHold: boolean; hasShipped: boolean; count: number }>`
    select on_hold, has_shipped, count(*)::integer as count
    from (
      select ${onHold} as on_hold, ${hasShipped} as has_shipped from orders
      where ${isNotDispatched} and ${where}
    ) as found
    group by 1, 2`.execute(db)
  const count = (isCounted: (row: { onHold: boolean; hasShipped: boolean }) => boolean) =>
    rows.filter(isCounted).reduce((sum, row) => sum + row.count, 0)
  return {
    'to-pack': count((row) => !row.onHold && !row.hasShipped),
    'part-shipped': count((row) => !row.onHold && row.hasShipped),
    'on-hold': count((row) => row.onHold),
  }
}
