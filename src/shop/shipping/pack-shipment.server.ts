import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import { findOrdersById } from '#shop/orders/order-queries.server.ts'
import { piecesOfOrder } from '#shop/pieces/line-pieces.server.ts'
import { countPieces } from '#shop/pieces/pieces.ts'
import { isBlocked } from '#shop/pieces/shipping-conditions.server.ts'
import type { ShipmentLine } from './shipment-queries.server.ts'
import { type SeenShipment, step } from './shipment-step.server.ts'

/**
 * Packs pieces into an open shipment, which gets its number. Only paid pieces that are in no shipment and
 * were not refunded can be packed; the others are left for the next shipment.
 */
export function packShipment(
  db: Db,
  audit: AuditContext,
  seen: SeenShipment,
  lines: ShipmentLine[],
) {
  return step(db, audit, seen, 'pack', async (db, { id, orderId }) => {
    const [order] = await findOrdersById(db, [orderId])
    if (!order || isBlocked(order)) return { refused: 'blocked' }
    const pieces = await piecesOfOrder(db, orderId)
    for (const { lineId, quantity } of lines) {
      const line = pieces.find((line) => line.lineId === lineId)
      const open = line ? countPieces(line).open : 0
      const productName = line?.productName ?? 'this line'
      if (quantity > open) return { refused: 'not-open', productName, open }
    }
    const rows = lines.map(({ lineId, quantity }) => ({
      shipmentId: id,
      orderLineId: lineId,
      quantity,
    }))
    await db.insertInto('shipmentLine').values(rows).execute()
    const position = await nextPosition(db, orderId)
    return {
      number: `${order.number}-S${position}`,
      position,
      packedAt: sql<Date>`now()`,
      packerId: audit.actor.id,
    }
  })
}

/** The next position, after cancelled shipments too; the lock on the order's lines keeps it free. */
async function nextPosition(db: Db, orderId: string): Promise<number> {
  const { last } = await db
    .selectFrom('shipment')
    .select(({ fn }) => fn.max('position').as('last'))
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}
