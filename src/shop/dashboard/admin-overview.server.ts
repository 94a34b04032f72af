import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { listMisses } from '#shop/catalogue/search/synonyms/search-misses.server.ts'
import { countMessages } from '#shop/contact/inbox/messages.server.ts'
import { lineIs, lineIsOpen, lineIsStuck } from '#shop/orders/line-states.server.ts'
import { findFailedRefunds } from '#shop/payments/refunds/failed-refunds.server.ts'
import { countReturns } from '#shop/returns/return-queries.server.ts'
import { countToShip } from '#shop/shipping/parcels/order-goods.server.ts'

/** The pending tasks in the database. */
export type WaitingWork = {
  unpaidOrders: number
  oldestUnpaidOrder: Date | null
  /** Unpaid orders that expire within 24 hours. */
  expiringOrders: number
  /** Orders whose cancellation is stuck, for example because the card provider does not respond. */
  stuckOrders: number
  /** Products on sale with less stock than their minimum order. */
  lowProducts: number
  /** Mails that failed permanently or have waited for five minutes. */
  waitingMails: number
  /** Refunds that a person has to pay back, and the order of the oldest. */
  failedRefunds: number
  failedRefundOrder: string | null
  /** Messages of visitors without an answer. */
  messages: number
  /** Orders with pieces to ship. */
  ordersToPack: number
  ordersPartShipped: number
  ordersOnHold: number
  /** Returns that buyers asked for and nobody has decided. */
  returnsAskedFor: number
  /** Different searches of 30 days that found nothing, and the most frequent. */
  missedSearches: number
  missedSearch: string | null
}

type Counts = Pick<
  WaitingWork,
  | 'unpaidOrders'
  | 'oldestUnpaidOrder'
  | 'expiringOrders'
  | 'stuckOrders'
  | 'lowProducts'
  | 'waitingMails'
>

/**
 * Counts pending tasks. Orders and products are counted in partial indexes alone, regardless of how
 * many others there are; mails are scanned.
 */
export async function findWaitingWork(db: Db): Promise<WaitingWork> {
  const failedRefunds = await findFailedRefunds(db)
  const misses = await listMisses(db)
  const toShip = await countToShip(db)
  const { rows } = await sql<Record<keyof Counts, string> & { oldestUnpaidOrder: Date | null }>`
    select
      (select count(distinct order_id) from order_line
        where ${lineIsOpen} and ${lineIs('unpaid')}) as unpaid_orders,
      (select placed_at from orders where id = (
        select order_id from order_line where ${lineIsOpen} and ${lineIs('unpaid')}
        order by order_id limit 1
      )) as oldest_unpaid_order,
      (select count(*) from orders
        where id in (select order_id from order_line where ${lineIsOpen} and ${lineIs('unpaid')})
          and held_until < now() + interval '24 hours') as expiring_orders,
      (select count(distinct order_id) from order_line where ${lineIsStuck}) as stuck_orders,
      (select count(*) from product_search where not orderable) as low_products,
      (select count(*) from outgoing_mail
        where dead_at is not null
          or (held_for is null and created_at < now() - interval '5 minutes')) as waiting_mails
  `.execute(db)
  const [row] = rows
  if (!row) throw new Error('The query returned no row')
  return {
    unpaidOrders: Number(row.unpaidOrders),
    oldestUnpaidOrder: row.oldestUnpaidOrder,
    expiringOrders: Number(row.expiringOrders),
    stuckOrders: Number(row.stuckOrders),
    lowProducts: Number(row.lowProducts),
    waitingMails: Number(row.waitingMails),
    failedRefunds: failedRefunds.count,
    failedRefundOrder: failedRefunds.oldestOrderNumber,
    messages: (await countMessages(db)).new,
    ordersToPack: toShip['to-pack'],
    ordersPartShipped: toShip['part-shipped'],
    ordersOnHold: toShip['on-hold'],
    returnsAskedFor: await countReturns(db, 'requested'),
    missedSearches: misses.length,
    missedSearch: misses[0]?.query ?? null,
  }
}
