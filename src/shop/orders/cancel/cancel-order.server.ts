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

/** Asks the card provider to give a payment up; 'paid' when its money came first and paid the order. */
export type CancelPayment = (paymentIntentId: string) => Promise<'given-up' | 'paid'>

/** Hears what becomes of orders, for the metrics. */
export type CountOrder = (what: 'placed' | 'paid' | 'cancelled') => void

/** What orders need from outside. */
export type OrderDeps = { cancelPayment: CancelPayment; countOrder: CountOrder }

/**
 * Cancels an unpaid order: it becomes cancelling, the provider cancels its payment, then the order is
 * cancelled and its stock returns. No lock is held while the provider is asked; when the buyer's payment won
 * that race, the order becomes paid instead. Throws when the provider does not answer: the order
 * stays cancelling and can be cancelled again.
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
 * The same for somebody who waits: `under-way` when the provider has not answered within `waitMs`, or
 * not at all. The order is cancelling then; the work goes on, and the reconciler ends what it leaves.
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
  // Whichever of the two comes second has no listener any more.
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
  if (paymentIntentId && (await cancelPayment(paymentIntentId)) === 'paid') {
    return { refused: 'already-paid' }
  }
  const completed = await completeCancel(db, caller, id)
  if (!completed) return tooLate(db, caller, id)
  countOrder('cancelled')
  return completed
}

/** Paid meanwhile, or cancelled by somebody faster. */
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
      // A cancel that is tried again has been under way since its first try.
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
