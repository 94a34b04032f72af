import { setTimeout } from 'node:timers/promises'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { HttpRefusal } from '#platform/http/http-errors.ts'
import type { Caller } from '#shop/auth/access/caller.server.ts'
import { returnToStock } from '#shop/inventory/stock.server.ts'
import { type LineRow, lockLines, selectLines, toLine } from '#shop/orders/line-queries.server.ts'
import { lineIsListed, lineMay } from '#shop/orders/line-states.server.ts'
import { lineCan } from '#shop/orders/order.ts'
import { recordOrderEvent } from '#shop/orders/order-events.server.ts'
import { queueCancelledMail } from '#shop/orders/order-mails.server.ts'
import { totals } from '#shop/tax/tax.ts'

/** Cancels the open payment of a line at the card provider; one that had succeeded before pays its lines. */
export type CancelPayment = (lineId: string) => Promise<unknown>

/** The user who cancels, named in the stock movements. `isShop` when the shop itself cancels. */
export type Canceller = Pick<Caller, 'id'> & { isShop?: boolean }

export type CountOrder = (what: 'placed' | 'paid' | 'cancelled') => void

export type OrderDeps = { cancelPayment: CancelPayment; countOrder: CountOrder }

/** The result of a cancellation: its cancelled lines, and whether their stock was restored. */
export type Cancelled = Map<string, { orderId: string; restored: boolean }>

/**
 * Cancels the unpaid ones of these lines: marks them as cancelling, cancels their payments at the
 * provider, then marks them as cancelled and restores their stock. No lock is held during the
 * provider's calls; lines whose payment succeeded first become paid instead. Throws when the provider
 * does not respond: the lines stay cancelling and the call can be repeated.
 */
export async function cancelLines(
  db: Db,
  deps: OrderDeps,
  caller: Canceller,
  ids: readonly string[],
): Promise<Cancelled> {
  return finishCancel(db, deps, caller, await markLines(db, ids))
}

/**
 * Like `cancelLines`, with a time limit: returns `under-way` when the provider has not responded
 * within `waitMs` or failed. The lines are cancelling then; the work continues, and the reconciler
 * finishes it if necessary.
 */
export async function cancelLinesWithin(
  waitMs: number,
  db: Db,
  deps: OrderDeps,
  caller: Canceller,
  ids: readonly string[],
): Promise<Cancelled | 'under-way'> {
  const cancelling = await markLines(db, ids)
  const finishing = finishCancel(db, deps, caller, cancelling).catch((error) => {
    if (error instanceof HttpRefusal && error.body.code === 'unavailable') return 'under-way' as const
    throw error
  })
  const answered = new AbortController()
  const waiting = setTimeout(waitMs, 'under-way' as const, { signal: answered.signal })
  // Prevents an unhandled rejection after the time limit.
  waiting.catch(() => {})
  finishing.catch(() => {})
  return Promise.race([finishing, waiting]).finally(() => answered.abort())
}

async function markLines(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const marked = await db.transaction().execute((db) => markCancelling(db, sql`id = any(${ids}::uuid[])`))
  return marked.map(({ id }) => id)
}

/** Marks the unpaid ones of the lines that a condition selects, in the caller's transaction; returns them. */
export async function markCancelling(db: Db, which: RawBuilder<SqlBool>) {
  // Locked in the order of their ids, as by `lockLines`, to avoid deadlocks.
  const open = await db
    .selectFrom('orderLine')
    .select(['id', 'orderId'])
    .where(lineMay('cancel'))
    .where(which)
    .orderBy('id')
    .forUpdate()
    .execute()
  const ids = open.map(({ id }) => id)
  await db
    .updateTable('orderLine')
    // A repeated cancellation keeps the time of its first attempt.
    .set({ cancellingAt: sql<Date>`coalesce(cancelling_at, now())` })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return open
}

async function finishCancel(
  db: Db,
  { cancelPayment, countOrder }: OrderDeps,
  caller: Canceller,
  cancelling: string[],
): Promise<Cancelled> {
  if (cancelling.length === 0) return new Map()
  for (const id of cancelling) await cancelPayment(id)
  const cancelled = await completeCancel(db, caller, cancelling)
  const orders = new Set([...cancelled.values()].map(({ orderId }) => orderId))
  for (const _ of orders) countOrder('cancelled')
  return cancelled
}

function isMarkedAfterHold({ cancellingAt, heldUntil }: LineRow): boolean {
  return cancellingAt !== null && cancellingAt >= heldUntil
}

/** Cancels those lines that are still cancelling, and queues a mail for each order. */
function completeCancel(db: Db, caller: Canceller, cancelling: string[]): Promise<Cancelled> {
  return db.transaction().execute(async (db) => {
    const rows = await lockLines(db, cancelling)
    const cancelled: Cancelled = new Map()
    // Products are locked in the order of their ids, as by orders, to avoid deadlocks.
    const open = rows.filter((row) => lineCan.complete(toLine(row)))
    for (const row of open.toSorted((a, b) => (a.productId < b.productId ? -1 : 1))) {
      const { id, orderId, productId, quantity } = row
      const change = { orderLineId: id, productId, quantity, accountId: caller.id }
      const restored = await returnToStock(db, change)
      await db
        .updateTable('orderLine')
        .set({ cancelledAt: sql<Date>`now()`, cancelledBy: caller.id, stockRestored: restored })
        .where('id', '=', id)
        .execute()
      cancelled.set(id, { orderId, restored })
    }
    if (cancelled.size === 0) return cancelled
    const lines = await selectLines(db)
      .where('orderLine.id', 'in', [...cancelled.keys()])
      .orderBy('orderLine.id')
      .execute()
    const remaining = await db
      .selectFrom('orderLine')
      .select('orderId')
      .where(
        'orderId',
        'in',
        lines.map(({ orderId }) => orderId),
      )
      .where(lineIsListed())
      .execute()
    for (const [orderId, rows] of Map.groupBy(lines, ({ orderId }) => orderId)) {
      const ofOrder = rows.map(toLine)
      const data = { lines: ofOrder.map(({ id }) => id) }
      const actorId = caller.isShop ? null : caller.id
      await recordOrderEvent(db, [orderId], { kind: 'line-cancelled', actorId, data })
      const isWhole = remaining.every((line) => line.orderId !== orderId)
      const amounts = totals(ofOrder, { percent: Number(rows[0]?.taxPercent) })
      // Also when an earlier round has marked them and this one finishes.
      const hasExpired = caller.isShop === true && rows.every(isMarkedAfterHold)
      await queueCancelledMail(db, ofOrder, { isWhole, hasExpired, amounts })
    }
    return cancelled
  })
}
