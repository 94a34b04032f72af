import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import { piecesOfLines } from '#shop/pieces/line-pieces.server.ts'
import { type ShippingRules, trackingUrl } from './shipment.ts'
import { linesOfShipment } from './shipment-queries.server.ts'
import { type SeenShipment, step } from './shipment-step.server.ts'

/** Hands a packed shipment to a carrier, unless its money was refunded in the meantime. */
export function shipShipment(
  db: Db,
  { carriers }: ShippingRules,
  audit: AuditContext,
  seen: SeenShipment,
  by: { carrier: string; trackingNumber?: string | undefined },
) {
  return step(db, audit, seen, 'ship', async (db, { id }) => {
    const carrier = carriers.find(({ name }) => name === by.carrier)
    if (!carrier) return { refused: 'unknown-carrier' }
    const lines = await linesOfShipment(db, id)
    const pieces = await piecesOfLines(
      db,
      lines.map(({ lineId }) => lineId),
    )
    if (pieces.some(({ isMoneyBack }) => isMoneyBack)) return { refused: 'refunded' }
    return {
      shippedAt: sql<Date>`now()`,
      carrier: carrier.name,
      trackingNumber: by.trackingNumber ?? null,
      trackingUrl: trackingUrl(carrier, by.trackingNumber),
    }
  })
}

/** Records that a shipment has arrived. */
export function deliverShipment(db: Db, audit: AuditContext, seen: SeenShipment) {
  return step(db, audit, seen, 'deliver', async () => ({ deliveredAt: sql<Date>`now()` }))
}

/** Stores the status that the carrier reports for a shipped shipment, for information only. */
export function noteTracking(
  db: Db,
  audit: AuditContext,
  seen: SeenShipment,
  trackingStatus: string,
) {
  return step(db, audit, seen, 'track', async () => ({ trackingStatus }))
}
