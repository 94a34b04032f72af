import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import type { Caller } from '#shop/auth/access/caller.server.ts'
import type { CountOrder } from '#shop/orders/cancel/cancel-order.server.ts'
import type { Order } from '#shop/orders/order.ts'
import type { OrderRefusal } from '#shop/orders/order-refusals.server.ts'
import type { LineFault } from './check-order-lines.ts'
import { keyedRequest } from './idempotency.server.ts'
import type { NewOrderBatch } from './order-batch-json.server.ts'
import type { NewOrder } from './order-forms.ts'
import type { OrderGroup, PlaceGroup } from './order-group.server.ts'

/** The external dependencies of placing orders. */
export type PlaceOrderDeps = { placeGroup: PlaceGroup; countOrder: CountOrder }

/**
 * Holds stock and records the order, once per idempotency key, or returns why not. The buyer
 * comes from the token; name, price and image from the database. A replayed answer is the first one
 * of its key, whatever became of the order since.
 */
export async function placeOrder(
  db: Db,
  deps: PlaceOrderDeps,
  buyer: Caller,
  wanted: NewOrder,
  key?: string,
): Promise<{ order: Order; isReplayed: boolean } | OrderRefusal> {
  const request = keyedRequest(buyer.id, key, wanted)
  const group = { buyer, recipient: wanted, lines: [wanted], isList: false, request }
  const done = await place(db, deps, group)
  if ('faults' in done) return refusalOf(done.faults)
  if ('refused' in done) return done
  const [order] = done.orders
  if (!order) throw new Error('An order was placed but is missing')
  return { order, isReplayed: done.isReplayed }
}

/**
 * Places all lines of a list, an order each, or nothing: then it returns the faults of all lines,
 * or why the list as a whole was refused.
 */
export function placeOrderList(
  db: Db,
  deps: PlaceOrderDeps,
  buyer: Caller,
  wanted: NewOrderBatch,
  key?: string,
): Promise<{ orders: Order[]; isReplayed: boolean } | { faults: LineFault[] } | OrderRefusal> {
  const request = keyedRequest(buyer.id, key, wanted)
  return place(db, deps, {
    buyer,
    recipient: wanted,
    lines: wanted.lines,
    isList: true,
    request,
  })
}

async function place(db: Db, { placeGroup, countOrder }: PlaceOrderDeps, group: OrderGroup) {
  // As the database writes it, so that lines of one product are recognized.
  const lines = group.lines.map((line) => ({ ...line, productId: line.productId.toLowerCase() }))
  const outcome = await placeGroup({ ...group, lines })
  if ('faults' in outcome) return outcome
  if ('stored' in outcome) return { orders: outcome.stored, isReplayed: true }
  if ('placed' in outcome) {
    for (const _ of outcome.placed) countOrder('placed')
    return { orders: outcome.placed, isReplayed: false }
  }
  return outcome.refused === 'too-often' ? tooOften(db, group.buyer.id) : outcome
}

function refusalOf([fault]: LineFault[]): OrderRefusal {
  const refusal = fault?.refusal
  if (!refusal || refusal.refused === 'invalid') throw new Error('An invalid order got this far')
  return refusal
}

/** Refuses with the seconds until the oldest order of the last minute is a minute old. */
async function tooOften(
  db: Db,
  accountId: string,
): Promise<{ refused: 'too-often'; seconds: number }> {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(1, ceil(60 - extract(epoch from now() - min(created_at))))::integer as seconds
    from purchase where account_id = ${accountId} and created_at > now() - interval '1 minute'`.execute(
    db,
  )
  return { refused: 'too-often', seconds: rows[0]?.seconds ?? 1 }
}
