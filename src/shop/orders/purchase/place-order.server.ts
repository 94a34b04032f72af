import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import type { CountOrder } from '#shop/orders/cancel/cancel-lines.server.ts'
import type { Order, OrderLine } from '#shop/orders/order.ts'
import type { OrderRefusal } from '#shop/orders/order-refusals.server.ts'
import type { LineError } from './check-order-lines.ts'
import { keyedRequest } from './idempotency.server.ts'
import type { NewOrderOfLines } from './new-order-json.server.ts'
import type { NewOrder } from './order-forms.ts'
import type { PlaceOrder } from './order-queue.server.ts'
import type { OrderAnswer, OrderRequest } from './order-request.server.ts'

export type PlaceOrderDeps = { placeOrder: PlaceOrder; countOrder: CountOrder }

type Buyer = Pick<AuditContext, 'actor' | 'ipAddress'>

/**
 * Places an order of one line, once per idempotency key, or returns why not. The buyer comes from the
 * token; name, price and image from the database. A replay returns the first response of its key, even
 * if the order has changed since.
 */
export async function placeLine(
  db: Db,
  deps: PlaceOrderDeps,
  { actor: buyer, ipAddress }: Buyer,
  order: NewOrder,
  key?: string,
): Promise<{ line: OrderLine; isReplayed: boolean } | OrderRefusal> {
  const keyed = keyedRequest(buyer.id, key, order)
  const request = { buyer, ipAddress, recipient: order, lines: [order], isSingle: true, keyed }
  const outcome = await place(db, deps, request)
  if ('errors' in outcome) return refusalOf(outcome.errors)
  if ('refused' in outcome) return outcome
  return { line: outcome.answer as OrderLine, isReplayed: outcome.isReplayed }
}

/** Places an order with all its lines or nothing; then it says why: the order, or each of its lines. */
export async function placeOrder(
  db: Db,
  deps: PlaceOrderDeps,
  { actor: buyer, ipAddress }: Buyer,
  newOrder: NewOrderOfLines,
  key?: string,
): Promise<{ order: Order; isReplayed: boolean } | { errors: LineError[] } | OrderRefusal> {
  // Without the version, so that a repeated request gets its answer after a reload of the list.
  const { listVersion, ...order } = newOrder
  const keyed = keyedRequest(buyer.id, key, order)
  const request = {
    buyer,
    ipAddress,
    recipient: newOrder,
    lines: newOrder.lines,
    isSingle: false,
    payAtOnce: newOrder.payAtOnce,
    listVersion,
    keyed,
  }
  const outcome = await place(db, deps, request)
  if ('errors' in outcome || 'refused' in outcome) return outcome
  return { order: outcome.answer as Order, isReplayed: outcome.isReplayed }
}

async function place(
  db: Db,
  { placeOrder, countOrder }: PlaceOrderDeps,
  request: OrderRequest,
): Promise<{ answer: OrderAnswer; isReplayed: boolean } | { errors: LineError[] } | OrderRefusal> {
  // Lower case, as in the database, so that lines of one product match.
  const lines = request.lines.map((line) => ({ ...line, productId: line.productId.toLowerCase() }))
  const outcome = await placeOrder({ ...request, lines })
  if ('errors' in outcome) return outcome
  if ('stored' in outcome) return { answer: outcome.stored, isReplayed: true }
  if ('placed' in outcome) {
    countOrder('placed')
    return { answer: outcome.placed, isReplayed: false }
  }
  return outcome.refused === 'too-often' ? tooOften(db, request.buyer.id) : outcome
}

function refusalOf([error]: LineError[]): OrderRefusal {
  const refusal = error?.refusal
  if (!refusal || refusal.refused === 'invalid') throw new Error('An invalid order got this far')
  return refusal
}

/** Refuses with the seconds until the oldest order of the last minute is a minute old. */
async function tooOften(db: Db, accountId: string): Promise<{ refused: 'too-often'; seconds: number }> {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(1, ceil(60 - extract(epoch from now() - min(placed_at))))::integer as seconds
    from orders where account_id = ${accountId} and placed_at > now() - interval '1 minute'
  `.execute(db)
  return { refused: 'too-often', seconds: rows[0]?.seconds ?? 1 }
}
