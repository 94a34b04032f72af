import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import { piecesOfLines } from './parcels/line-pieces.server.ts'
import { type ShippingRules, trackingUrl } from './shipment.ts'
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

/** Hands a packed parcel to a carrier, unless its money was refunded in the meantime. */
export function shipShipment(
  db: Db,
  { carriers }: ShippingRules,
  audit: AuditContext,
  seen: SeenShipment,
  by: { carrier: string; trackingNumber?: string | undefined },
): Promise<ShipmentRow | ShipmentRefusal> {
  return db.transaction().execute(async (db) => {
    const shipment = await lockShipment(db, seen, ['packed'])
    if ('refused' in shipment) return shipment
    const carrier = carriers.find(({ name }) => name === by.carrier)
    if (!carrier) return { refused: 'unknown-carrier' }
    const lines = await linesOfShipment(db, shipment.id)
    const pieces = await piecesOfLines(
      db,
      lines.map(({ lineId }) => lineId),
    )
    if (pieces.some(({ isMoneyBack }) => isMoneyBack)) return { refused: 'refunded' }
    const shipped = await changeShipment(db, shipment.id, {
      shippedAt: sql<Date>`now()`,
      carrier: carrier.name,
      trackingNumber: by.trackingNumber ?? null,
      trackingUrl: trackingUrl(carrier, by.trackingNumber),
    })
    await recordShipment(db, audit, shipped, 'shipped')
    await queueShipmentMail(db, shipped, 'order-shipped')
    return shipped
  })
}

/** Records that a parcel has arrived. */
export function deliverShipment(
  db: Db,
  audit: AuditContext,
  seen: SeenShipment,
): Promise<ShipmentRow | ShipmentRefusal> {
  return db.transaction().execute(async (db) => {
    const shipment = await lockShipment(db, seen, ['shipped'])
    if ('refused' in shipment) return shipment
    const delivered = await changeShipment(db, shipment.id, { deliveredAt: sql<Date>`now()` })
    await recordShipment(db, audit, delivered, 'delivered')
    return delivered
  })
}

/** Stores the status that the carrier reports for a shipped parcel, for information only. */
export function noteTracking(
  db: Db,
  seen: SeenShipment,
  trackingStatus: string,
): Promise<ShipmentRow | ShipmentRefusal> {
  return db.transaction().execute(async (db) => {
    const shipment = await lockShipment(db, seen, ['shipped', 'delivered'])
    return 'refused' in shipment ? shipment : changeShipment(db, shipment.id, { trackingStatus })
  })
}
