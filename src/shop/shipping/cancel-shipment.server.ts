import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import { piecesOfLines } from './parcels/line-pieces.server.ts'
import {
  changeShipment,
  linesOfShipment,
  lockShipment,
  recordShipment,
  type SeenShipment,
  type ShipmentRow,
} from './shipment-queries.server.ts'
import type { ShipmentRefusal } from './shipment-refusals.server.ts'
import { queueShipmentMail } from './shipping-mails.server.ts'
import { giveBack } from './start-packing.server.ts'

/**
 * Cancels a parcel, so that its pieces can be packed again. An open one is only given back. One that was
 * shipped needs a reason, and all its pieces: none may be in a return or refunded as the buyer's.
 */
export function cancelShipment(
  db: Db,
  audit: AuditContext,
  seen: SeenShipment,
  reason: string | undefined,
): Promise<ShipmentRow | ShipmentRefusal> {
  return db.transaction().execute(async (db) => {
    const shipment = await lockShipment(db, seen, ['open', 'packed', 'shipped', 'delivered'])
    if ('refused' in shipment) return shipment
    if (shipment.status === 'open') {
      await giveBack(db, shipment)
      return shipment
    }
    const hadLeft = shipment.shippedAt !== null
    if (hadLeft && reason === undefined) return { refused: 'reason-missing' }
    const kept = hadLeft ? await findKept(db, shipment) : undefined
    if (kept) return { refused: 'with-the-buyer', productName: kept }
    const cancelReason = hadLeft ? (reason ?? null) : null
    const cancelled = await changeShipment(db, shipment.id, {
      cancelledAt: sql<Date>`now()`,
      cancelReason,
    })
    // Buyers know only parcels that were shipped.
    await recordShipment(db, audit, cancelled, 'cancelled', !hadLeft)
    if (hadLeft) await queueShipmentMail(db, cancelled, 'order-parcel-cancelled')
    return cancelled
  })
}

/** Returns the product of a line of which the buyer would keep more pieces than were shipped. */
async function findKept(db: Db, { id }: ShipmentRow): Promise<string | undefined> {
  const lines = await linesOfShipment(db, id)
  const pieces = await piecesOfLines(
    db,
    lines.map(({ lineId }) => lineId),
  )
  return pieces.find(({ lineId, shipped, refundedShipped, returned }) => {
    const quantity = lines.find((line) => line.lineId === lineId)?.quantity ?? 0
    return Math.max(refundedShipped, returned) > shipped - quantity
  })?.productName
}
