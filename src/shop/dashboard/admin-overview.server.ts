import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { lineIs, lineIsOpen } from '#shop/orders/line-states.server.ts'
import { findFailedRefunds } from '#shop/payments/refunds/failed-refunds.server.ts'

/** The pending tasks in the database. */
export type WaitingWork = {
  unpaidOrders: number
  oldestUnpaidOrder: Date | null
  /**
   * Cancellations pending for over two minutes, for example because the card provider does not
   * respond.
   */
  stuckOrders: number
  /** Products on sale with less stock than their minimum order. */
  lowProducts: number
  /** Mails that failed permanently or have waited for five minutes. */
  waitingMails: number
  /** Refunds that a person has to pay back, and the order of the oldest. */
  failedRefunds: number
  failedRefundOrder: string | null
}

type Counts = Omit<WaitingWork, 'failedRefunds' | 'failedRefundOrder'>

/**
 * Counts pending tasks. Orders and products are counted in partial indexes alone, regardless of how
 * many others there are; mails are scanned.
 */
export async function findWaitingWork(db: Db): Promise<WaitingWork> {
  const failedRefunds = await findFailedRefunds(db)
  const { rows } = await sql<Record<keyof Counts, string> & { oldestUnpaidOrder: Date | null }>`
    select
      (select count(distinct order_id) from order_line
        where ${lineIsOpen} and ${lineIs('unpaid')}) as unpaid_orders,
      (select placed_at from orders
        where id in (select order_id from order_line where ${lineIs('unpaid')})
        order by id limit 1) as oldest_unpaid_order,
      (select count(*) from order_line
        where ${lineIs('cancelling')} and cancelling_at < now() - interval '2 minutes') as stuck_orders,
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
    stuckOrders: Number(row.stuckOrders),
    lowProducts: Number(row.lowProducts),
    waitingMails: Number(row.waitingMails),
    failedRefunds: failedRefunds.count,
    failedRefundOrder: failedRefunds.oldestOrderNumber,
  }
}
