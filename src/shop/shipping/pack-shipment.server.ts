import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import { findOrdersById } from '#shop/orders/order-queries.server.ts'
import { piecesOfOrder } from './parcels/line-pieces.server.ts'
import { countPieces } from './parcels/pieces.ts'
import { isOnHold } from './parcels/shipping-conditions.server.ts'
import {
  changeShipment,
  lockShipment,
  recordShipment,
  type SeenShipment,
  type ShipmentLine,
  type ShipmentRow,
} from './shipment-queries.server.ts'
import type { ShipmentRefusal } from './shipment-refusals.server.ts'

/**
 * Packs pieces into an open parcel, which gets its number. Only paid pieces that are in no parcel and
 * were not refunded can be packed; the others are left for the next parcel.
 */
export function packShipment(
  db: Db,
  audit: AuditContext,
  seen: SeenShipment,
  lines: ShipmentLine[],
): Promise<ShipmentRow | ShipmentRefusal> {
  return db.transaction().execute(async (db) => {
    const shipment = await lockShipment(db, seen, ['open'])
    if ('refused' in shipment) return shipment
    const { id, orderId } = shipment
    const [order] = await findOrdersById(db, [orderId])
    if (!order || isOnHold(order)) return { refused: 'on-hold' }
    const pieces = await piecesOfOrder(db, orderId)
    for (const { lineId, quantity } of lines) {
      const line = pieces.find((one) => one.lineId === lineId)
      const open = line ? countPieces(line).open : 0
      const productName = line?.productName ?? 'this line'
      if (quantity > open) return { refused: 'not-open', productName, open }
    }
    const position = await nextPosition(db, orderId)
    const number = `${order.number}-S${position}`
    const packed = await changeShipment(db, id, {
      number,
      position,
      packedAt: sql<Date>`now()`,
      packerId: audit.actor.id,
    })
    const rows = lines.map(({ lineId, quantity }) => ({
      shipmentId: id,
      orderLineId: lineId,
      quantity,
    }))
    await db.insertInto('shipmentLine').values(rows).execute()
    await recordShipment(db, audit, packed, 'packed', true)
    return packed
  })
}

/** The next position, after cancelled parcels too; the lock on the order's lines keeps it free. */
async function nextPosition(db: Db, orderId: string): Promise<number> {
  const { last } = await db
    .selectFrom('shipment')
    .select(({ fn }) => fn.max('position').as('last'))
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}
