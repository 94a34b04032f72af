import type { Db } from '#platform/database/database.server.ts'
import type { Caller } from '#shop/auth/access/caller.server.ts'
import { findAnyLineFor, toLine } from '#shop/orders/line-queries.server.ts'
import { lineCan, type PlacedOrder } from '#shop/orders/order.ts'
import { findOrderFor } from '#shop/orders/order-queries.server.ts'
import type { OrderRefusal } from '#shop/orders/order-refusals.server.ts'
import { cancelLinesWithin, type OrderDeps } from './cancel-lines.server.ts'

type CancelCaller = Pick<Caller, 'id' | 'role'>

/** Cancels an unpaid line, own or any for an admin; `under-way` if the provider takes longer than `waitMs`. */
export async function cancelLine(
  waitMs: number,
  db: Db,
  deps: OrderDeps,
  caller: CancelCaller,
  id: string,
): Promise<OrderRefusal | { restored: boolean } | 'under-way'> {
  const line = await findAnyLineFor(db, caller, id)
  if (!line) return { refused: 'no-such-order' }
  if (!lineCan.cancel(toLine(line))) return whyNot([line])
  const cancelled = await cancelLinesWithin(waitMs, db, deps, caller, [line.id])
  if (cancelled === 'under-way') return cancelled
  const outcome = cancelled.get(line.id)
  if (outcome) return outcome
  // It was paid or cancelled in the meantime.
  const now = await findAnyLineFor(db, caller, id)
  return now ? whyNot([now]) : { refused: 'no-such-order' }
}

function whyNot(lines: readonly { status: string }[]): OrderRefusal {
  const isPaid = lines.some(({ status }) => status === 'paid')
  return { refused: isPaid ? 'already-paid' : 'already-cancelled' }
}

/**
 * Cancels the unpaid lines of an order, found as by `findOrderFor`; refused when none could be
 * cancelled. Returns the order as it is then, and how many lines this call cancelled; those that wait
 * for the card provider are cancelling.
 */
export async function cancelOrder(
  waitMs: number,
  db: Db,
  deps: OrderDeps,
  caller: CancelCaller,
  key: string,
): Promise<OrderRefusal | { order: PlacedOrder; cancelled: number }> {
  const ownOrder = await findOrderFor(db, caller, key)
  if (!ownOrder) return { refused: 'no-such-order' }
  const open = ownOrder.lines.filter(lineCan.cancel).map(({ id }) => id)
  const outcome = await cancelLinesWithin(waitMs, db, deps, caller, open)
  const order = await findOrderFor(db, caller, ownOrder.id)
  if (!order) return { refused: 'no-such-order' }
  // After the wait, they may have been cancelled before the order was read again.
  const nowCancelled = order.lines.filter(({ id, status }) => status === 'cancelled' && open.includes(id))
  const cancelled = outcome === 'under-way' ? nowCancelled.length : outcome.size
  const isCancelling = order.lines.some(({ status }) => status === 'cancelling')
  if (cancelled === 0 && !isCancelling) return whyNot(order.lines)
  return { order, cancelled }
}
