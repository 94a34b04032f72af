import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { findLastRounds } from '#platform/jobs/worker-lease.server.ts'
import { isMailWaiting } from '#platform/mail/outbox.server.ts'
import { createMetrics, type Metrics } from '#platform/metrics.server.ts'
import { listOpenImports } from '#shop/imports/store/import-queries.server.ts'
import type { CountOrder } from '#shop/orders/cancel/cancel-lines.server.ts'
import { lineIs, lineMay } from '#shop/orders/line-states.server.ts'
import { needsPerson } from '#shop/refunds/failed-refunds.server.ts'
import { findLastBackup } from './last-backup.server.ts'

export type Backlog = {
  /** Orders neither paid nor cancelled; `cancelling` counts those being cancelled. */
  unpaid: number
  cancelling: number
  refundsDue: number
  /** Of those due: they failed, so a person has to repeat them or pay them back. */
  refundsFailed: number
  /** Mails still to be sent, and mails that failed for good. */
  mailsWaiting: number
  mailsDead: number
  /** The mail that has waited longest, with the mail server's last answer. */
  oldestMail: { createdAt: Date; lastError: string | null } | null
  /** Imports that are or wait to be read, applied or undone, and the one that began first. */
  importsOpen: number
  oldestImport: { fileName: string; status: string; startedAt: Date } | null
}

type BacklogCount = Exclude<keyof Backlog, 'oldestMail' | 'oldestImport'>

/** Counts open work. The counts are cheap, because few rows are open at a time. */
export async function readBacklog(db: Db): Promise<Backlog> {
  const { rows } = await sql<Record<BacklogCount, string>>`
    select
      (select count(distinct order_id) from order_line where ${lineMay('cancel')}) as unpaid,
      (select count(distinct order_id) from order_line where ${lineIs('cancelling')}) as cancelling,
      (select count(*) from refund
        where status in ('wanted', 'sent') or ${needsPerson}) as refunds_due,
      (select count(*) from refund where ${needsPerson}) as refunds_failed,
      (select count(*) from outgoing_mail where ${isMailWaiting}) as mails_waiting,
      (select count(*) from outgoing_mail where dead_at is not null) as mails_dead`.execute(db)
  const oldestMail = await db
    .selectFrom('outgoingMail')
    .select(['createdAt', 'lastError'])
    .where(isMailWaiting)
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst()
  const counts = Object.entries(rows[0] ?? {}).map(([name, count]) => [name, Number(count)])
  const imports = await listOpenImports(db)
  return {
    ...Object.fromEntries(counts),
    oldestMail: oldestMail ?? null,
    importsOpen: imports.length,
    oldestImport: imports[0] ?? null,
  }
}

export type ShopMetrics = Metrics & {
  countOrder: CountOrder
  /** Updates the backlog gauges from the database. */
  measureBacklog: () => Promise<void>
}

/** Creates the shop's metrics: those of the server, order counters and backlog gauges. */
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
    placed: counter('shop_orders_placed_total', 'Orders placed'),
    paid: counter(
      'shop_orders_paid_total',
      'Orders paid; one that is paid in parts counts with each payment',
    ),
    cancelled: counter('shop_orders_cancelled_total', 'Orders cancelled or expired, in whole or in part'),
  }
  return (what) => counters[what].inc()
}

function measureBacklog(db: Db, { gauge }: Metrics): () => Promise<void> {
  const oldestMail = gauge('shop_mail_oldest_waiting_seconds', 'Age of the oldest mail still to be sent')
  const oldestImport = gauge(
    'shop_import_oldest_seconds',
    'Time since the oldest open import was asked to be read, applied or undone',
  )
  const backup = gauge('shop_backup_timestamp_seconds', 'Time of the last full backup; 0 without one')
  const worker = gauge(
    'shop_worker_finished_timestamp_seconds',
    'Time when a background worker last ended a round without an error',
    ['worker'],
  )
  const gauges = {
    unpaid: gauge('shop_orders_unpaid', 'Orders neither paid nor cancelled'),
    cancelling: gauge('shop_orders_cancelling', 'Orders being cancelled'),
    refundsDue: gauge('shop_refunds_due', 'Payments due for refund and not refunded'),
    refundsFailed: gauge('shop_refunds_failed', 'Refunds that failed'),
    mailsWaiting: gauge('shop_mails_waiting', 'Mails still to be sent'),
    mailsDead: gauge('shop_mails_dead', 'Mails that failed for good'),
    importsOpen: gauge('shop_imports_open', 'Imports that are or wait to be read, applied or undone'),
  }
  return async () => {
    const backlog = await readBacklog(db)
    for (const name of Object.keys(gauges) as BacklogCount[]) gauges[name].set(backlog[name])
    const secondsSince = (time = new Date()) => Math.max(0, Date.now() - time.getTime()) / 1000
    oldestMail.set(secondsSince(backlog.oldestMail?.createdAt))
    oldestImport.set(secondsSince(backlog.oldestImport?.startedAt))
    backup.set(((await findLastBackup(db))?.madeAt.getTime() ?? 0) / 1000)
    for (const [name, time] of await findLastRounds(db)) {
      worker.set({ worker: name }, (time?.getTime() ?? 0) / 1000)
    }
  }
}
