import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import { piecesOfLines } from '#shop/pieces/line-pieces.server.ts'
import { linesOfShipment, type ShipmentRow } from './shipment-queries.server.ts'
import { type SeenShipment, step } from './shipment-step.server.ts'

/**
 * Cancels a shipment, so that its pieces can be packed again. One that was shipped needs a reason, and all its
 * pieces: none may be in a return or refunded as the buyer's.
 */
export function cancelShipment(
  db: Db,
  audit: AuditContext,
  seen: SeenShipment,
  reason: string | undefined,
) {
  return step(db, audit, seen, 'cancel', async (db, shipment) => {
    const cancelledAt = sql<Date>`now()`
    if (shipment.shippedAt === null) return { cancelledAt }
    if (reason === undefined) return { refused: 'reason-missing' }
    const kept = await findKept(db, shipment)
    if (kept) return { refused: 'with-the-buyer', productName: kept }
    return { cancelledAt, cancelReason: reason }
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
