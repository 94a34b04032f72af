import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { HttpRefusal } from '#platform/http/http-errors.ts'
import type { Caller } from '#shop/auth/access/caller.server.ts'
import { returnToStock } from '#shop/inventory/stock.server.ts'
import { orderCan } from '#shop/orders/order.ts'
import { queueOrderMail } from '#shop/orders/order-mails.server.ts'
import {
  findOrderFor,
  lockOrder,
  type OrderRow,
  toOrder,
} from '#shop/orders/order-queries.server.ts'
import type { OrderRefusal } from '#shop/orders/order-refusals.server.ts'
import { orderMay } from '#shop/orders/order-states.server.ts'

/**
 * Cancels every payment of an order at the card provider; 'paid' when one had succeeded before and
 * paid the order.
 */
export type CancelPayment = (
  order: Pick<OrderRow, 'id' | 'paymentIntentId'>,
) => Promise<'cancelled' | 'paid'>

/** Counts order events for the metrics. */
export type CountOrder = (what: 'placed' | 'paid' | 'cancelled') => void

/** The external dependencies of orders. */
export type OrderDeps = { cancelPayment: CancelPayment; countOrder: CountOrder }

/**
 * Cancels an unpaid order: marks it as cancelling, cancels its payment at the provider, then marks
 * it as cancelled and restores its stock. No lock is held during the provider's call; if the
 * payment succeeded first, the order becomes paid instead. Throws when the provider does not
 * respond: the order stays cancelling and the call can be repeated.
 */
export async function cancelOrder(
  db: Db,
  deps: OrderDeps,
  caller: Pick<Caller, 'id' | 'role'>,
  orderId: string,
): Promise<OrderRefusal | { restored: boolean }> {
  const cancelling = await beginCancel(db, caller, orderId)
  return 'refused' in cancelling ? cancelling : finishCancel(db, deps, caller, cancelling)
}

/**
 * Like `cancelOrder`, with a time limit: returns `under-way` when the provider has not responded
 * within `waitMs` or failed. The order is cancelling then; the work continues, and the reconciler
 * finishes it if necessary.
 */
export async function cancelOrderWithin(
  waitMs: number,
  db: Db,
  deps: OrderDeps,
  caller: Pick<Caller, 'id' | 'role'>,
  orderId: string,
): Promise<OrderRefusal | { restored: boolean } | 'under-way'> {
  const cancelling = await beginCancel(db, caller, orderId)
  if ('refused' in cancelling) return cancelling
  const finishing = finishCancel(db, deps, caller, cancelling).catch((error) => {
    if (error instanceof HttpRefusal && error.status === 503) return 'under-way' as const
    throw error
  })
  const answered = new AbortController()
  const waiting = setTimeout(waitMs, 'under-way' as const, { signal: answered.signal })
  // Prevents an unhandled rejection after the time limit.
  waiting.catch(() => {})
  finishing.catch(() => {})
  return Promise.race([finishing, waiting]).finally(() => answered.abort())
}

async function beginCancel(
  db: Db,
  caller: Pick<Caller, 'id' | 'role'>,
  orderId: string,
): Promise<OrderRefusal | OrderRow> {
  const order = await findOrderFor(db, caller, orderId)
  if (!order) return { refused: 'no-such-order' }
  if (!orderCan.cancel(toOrder(order))) return { refused: 'already-paid' }

  return (await markCancelling(db, order.id)) ?? tooLate(db, caller, orderId)
}

async function finishCancel(
  db: Db,
  { cancelPayment, countOrder }: OrderDeps,
  caller: Pick<Caller, 'id' | 'role'>,
  { id, paymentIntentId }: OrderRow,
): Promise<OrderRefusal | { restored: boolean }> {
  if ((await cancelPayment({ id, paymentIntentId })) === 'paid') return { refused: 'already-paid' }
  const completed = await completeCancel(db, caller, id)
  if (!completed) return tooLate(db, caller, id)
  countOrder('cancelled')
  return completed
}

/** Returns the result for an order that was paid or cancelled in the meantime. */
async function tooLate(
  db: Db,
  caller: Pick<Caller, 'id' | 'role'>,
  orderId: string,
): Promise<OrderRefusal> {
  const isLeft = await findOrderFor(db, caller, orderId)
  return { refused: isLeft ? 'already-paid' : 'no-such-order' }
}

function markCancelling(db: Db, orderId: string): Promise<OrderRow | undefined> {
  return (
    db
      .updateTable('purchase')
      // A repeated cancellation keeps the time of its first attempt.
      .set({ cancellingAt: sql<Date>`coalesce(cancelling_at, now())` })
      .where('id', '=', orderId)
      .where(orderMay('cancel'))
      .returningAll()
      .executeTakeFirst()
  )
}

function completeCancel(db: Db, caller: Pick<Caller, 'id'>, orderId: string) {
  return db.transaction().execute(async (db) => {
    const row = await lockOrder(db, orderId)
    if (!row || !orderCan.complete(toOrder(row))) return undefined

    const { productId, quantity } = row
    const change = { purchaseId: orderId, productId, quantity, accountId: caller.id }
    const restored = await returnToStock(db, change)
    const cancelled = await db
      .updateTable('purchase')
      .set({ cancelledAt: sql<Date>`now()`, cancelledBy: caller.id, stockRestored: restored })
      .where('id', '=', orderId)
      .returningAll()
      .executeTakeFirstOrThrow()
    await queueOrderMail(db, 'order-cancelled', toOrder(cancelled))
    return { restored }
  })
}
