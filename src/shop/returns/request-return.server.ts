import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import type { Caller } from '#shop/auth/access/caller.server.ts'
import { recordOrderEvent } from '#shop/orders/order-events.server.ts'
import { findOrderFor } from '#shop/orders/order-queries.server.ts'
import { lockPiecesOfOrder, nextPosition, piecesOfOrder } from '#shop/pieces/line-pieces.server.ts'
import { countPieces } from '#shop/pieces/pieces.ts'
import type { ShippingRules } from '#shop/shipping/shipment.ts'
import type { NewReturn } from './return-forms.server.ts'
import type { ReturnRow } from './return-queries.server.ts'
import type { ReturnRefusal } from './return-refusals.server.ts'

/** The maximum returns that a buyer asks for per order, withdrawn ones too: all are shown together. */
const MAX_RETURNS = 50

/** Asks for the return of shipped pieces that are in no other return, within the days of the shop. */
export function requestReturn(
  db: Db,
  { returnDays }: ShippingRules,
  caller: Pick<Caller, 'id' | 'role'>,
  { order: key, reason, note, lines }: NewReturn,
): Promise<ReturnRow | ReturnRefusal> {
  return db.transaction().execute(async (db) => {
    const order = await findOrderFor(db, caller, key)
    if (!order) return { refused: 'no-such-order' }
    if (returnDays === 0) return { refused: 'returns-off' }
    await lockPiecesOfOrder(db, order.id)
    const position = await nextPosition(db, 'returnRequest', order.id)
    if (position > MAX_RETURNS && caller.role !== 'admin')
      return { refused: 'too-many-returns', most: MAX_RETURNS }
    const pieces = await piecesOfOrder(db, order.id)
    for (const { _id, quantity } of lines) {
      const line = pieces.find(({ lineId }) => lineId === _id)
      const left = line ? countPieces(line).returnable : 0
      const productName = line?.productName ?? 'this line'
      if (quantity > left) return { refused: 'not-returnable', productName, left }
    }
    const ids = lines.map(({ _id }) => _id)
    const late = await linesTooLate(db, ids, returnDays)
    if (late.size > 0) return { refused: 'too-late' }
    const number = `${order.number}-R${position}`
    const returnId = uuidv7()
    const row = await db
      .insertInto('returnRequest')
      .values({ id: returnId, orderId: order.id, position, number, reason, note: note ?? null })
      .returningAll()
      .executeTakeFirstOrThrow()
    await db
      .insertInto('returnLine')
      .values(lines.map(({ _id: orderLineId, quantity }) => ({ returnId, orderLineId, quantity })))
      .execute()
    const event = { kind: 'return-requested', actorId: caller.id, data: { number } } as const
    await recordOrderEvent(db, [order.id], event)
    return row
  })
}

/** Returns how many pieces of each line of an order can be returned now; lines without any are left out. */
export async function returnablePieces(
  db: Db,
  { returnDays }: ShippingRules,
  orderId: string,
): Promise<{ _id: string; quantity: number }[]> {
  if (returnDays === 0) return []
  const lines = (await piecesOfOrder(db, orderId))
    .map((line) => ({ _id: line.lineId, quantity: countPieces(line).returnable }))
    .filter(({ quantity }) => quantity > 0)
  const ids = lines.map(({ _id }) => _id)
  const late = await linesTooLate(db, ids, returnDays)
  return lines.filter(({ _id }) => !late.has(_id))
}

/** Returns those of these lines whose last shipment arrived, or else left, too long ago. */
async function linesTooLate(db: Db, lineIds: string[], days: number): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select order_line_id as id from shipment_line
    join shipment on shipment.id = shipment_id and status in ('shipped', 'delivered')
    where order_line_id = any(${lineIds}::uuid[])
    group by order_line_id
    having max(coalesce(delivered_at, shipped_at)) < now() - make_interval(days => ${days}::integer)`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}
