import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { createMetrics, type Metrics } from '#platform/metrics.server.ts'
import type { CountOrder } from '#shop/orders/cancel/cancel-order.server.ts'
import { orderIs, orderMay } from '#shop/orders/order-states.server.ts'

export type Backlog = {
  /** Orders that wait for their money, and those whose cancel is under way. */
  unpaid: number
  cancelling: number
  refundsDue: number
  /** Mails that wait for a mail server, and those that were given up. */
  mailsWaiting: number
  mailsDead: number
}

/** How much waits in the shop; the counts are cheap, as what waits is little beside what is done. */
export async function readBacklog(db: Db): Promise<Backlog> {
  const { rows } = await sql<Record<keyof Backlog, string>>`
    select
      (select count(*) from purchase where ${orderMay('cancel')}) as unpaid,
      (select count(*) from purchase where ${orderIs('cancelling')}) as cancelling,
      (select count(*) from captured_payment
        where refund_due_at is not null and refunded_at is null) as refunds_due,
      (select count(*) from outgoing_mail where dead_at is null and held_for is null) as mails_waiting,
      (select count(*) from outgoing_mail where dead_at is not null) as mails_dead`.execute(db)
  const counts = Object.entries(rows[0] ?? {}).map(([name, count]) => [name, Number(count)])
  return Object.fromEntries(counts)
}

export type ShopMetrics = Metrics & {
  countOrder: CountOrder
  /** Reads anew how much waits. */
  measureBacklog: () => Promise<void>
}

/** The metrics of a shop: those that any server has, what becomes of orders, and how much waits. */
export function createShopMetrics(db: Db): ShopMetrics {
  const metrics = createMetrics()
  return {
    ...metrics,
    countOrder: countOrders(metrics),
    measureBacklog: measureBacklog(db, metrics),
  }
}

function countOrders({ counter }: Metrics): CountOrder {
  const counters = {
    placed: counter('shop_orders_placed_total', 'Orders that were placed'),
    paid: counter('shop_orders_paid_total', 'Orders that were paid'),
    cancelled: counter('shop_orders_cancelled_total', 'Orders that were cancelled or expired'),
  }
  return (what) => counters[what].inc()
}

function measureBacklog(db: Db, { gauge }: Metrics): () => Promise<void> {
  const gauges = {
    unpaid: gauge('shop_orders_unpaid', 'Orders that wait for their money'),
    cancelling: gauge('shop_orders_cancelling', 'Orders whose cancel is under way'),
    refundsDue: gauge('shop_refunds_due', 'Payments that must go back and did not yet'),
    mailsWaiting: gauge('shop_mails_waiting', 'Mails that no mail server has taken yet'),
    mailsDead: gauge('shop_mails_dead', 'Mails that were given up'),
  }
  return async () => {
    const backlog = await readBacklog(db)
    for (const name of Object.keys(gauges) as (keyof Backlog)[]) gauges[name].set(backlog[name])
  }
}
