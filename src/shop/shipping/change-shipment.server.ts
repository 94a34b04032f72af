import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import { findOrdersById } from '#shop/orders/order-queries.server.ts'
import { nextPosition, piecesOfLines, piecesOfOrder } from '#shop/pieces/line-pieces.server.ts'
import { countPieces } from '#shop/pieces/pieces.ts'
import { isBlocked } from '#shop/pieces/shipping-conditions.server.ts'
import { type ShippingRules, trackingUrl } from './shipment.ts'
import { linesOfShipment, type ShipmentLine } from './shipment-queries.server.ts'
import { type SeenShipment, step } from './shipment-step.server.ts'

/**
 * Packs pieces into an open shipment, which gets its number. Only paid pieces that are in no shipment and
 * were not refunded can be packed; the others are left for the next shipment.
 */
export function packShipment(
  db: Db,
  audit: AuditContext,
  { lines, ...seen }: SeenShipment & { lines: ShipmentLine[] },
) {
  return step(db, audit, seen, 'pack', async (db, { id: shipmentId, orderId }) => {
    const [order] = await findOrdersById(db, [orderId])
    if (!order || isBlocked(order)) return { refused: 'blocked' }
    const pieces = await piecesOfOrder(db, orderId)
    for (const { _id, quantity } of lines) {
      const line = pieces.find(({ lineId }) => lineId === _id)
      const open = line ? countPieces(line).open : 0
      const productName = line?.productName ?? 'this line'
      if (quantity > open) return { refused: 'not-open', productName, open }
    }
    await db
      .insertInto('shipmentLine')
      .values(lines.map(({ _id: orderLineId, quantity }) => ({ shipmentId, orderLineId, quantity })))
      .execute()
    const position = await nextPosition(db, 'shipment', orderId)
    return {
      number: `${order.number}-S${position}`,
      position,
      packedAt: sql<Date>`now()`,
      packerId: audit.actor.id,
    }
  })
}

/** Hands a packed shipment to a carrier, unless its money was refunded in the meantime. */
export function shipShipment(
  db: Db,
  { carriers }: ShippingRules,
  audit: AuditContext,
  asked: SeenShipment & { carrier: string; trackingNumber?: string | undefined },
) {
  return step(db, audit, asked, 'ship', async (db, { id }) => {
    const carrier = carriers.find(({ name }) => name === asked.carrier)
    if (!carrier) return { refused: 'unknown-carrier' }
    const { pieces } = await piecesOfShipment(db, id)
    if (pieces.some(({ isMoneyBack }) => isMoneyBack)) return { refused: 'refunded' }
    return {
      shippedAt: sql<Date>`now()`,
      carrier: carrier.name,
      trackingNumber: asked.trackingNumber ?? null,
      trackingUrl: trackingUrl(carrier, asked.trackingNumber),
    }
  })
}

export function deliverShipment(db: Db, audit: AuditContext, seen: SeenShipment) {
  return step(db, audit, seen, 'deliver', async () => ({ deliveredAt: sql<Date>`now()` }))
}

/** Stores the status that the carrier reports for a shipped shipment, for information only. */
export function noteTracking(
  db: Db,
  audit: AuditContext,
  { trackingStatus, ...seen }: SeenShipment & { trackingStatus: string },
) {
  return step(db, audit, seen, 'track', async () => ({ trackingStatus }))
}

/**
 * Cancels a shipment, so that its pieces can be packed again. One that was shipped needs a reason, and all its
 * pieces: none may be in a return or refunded as the buyer's.
 */
export function cancelShipment(
  db: Db,
  audit: AuditContext,
  { reason, ...seen }: SeenShipment & { reason?: string | undefined },
) {
  return step(db, audit, seen, 'cancel', async (db, { id, shippedAt }) => {
    const cancelledAt = sql<Date>`now()`
    if (shippedAt === null) return { cancelledAt }
    if (reason === undefined) return { refused: 'reason-missing' }
    const { lines, pieces } = await piecesOfShipment(db, id)
    // The buyer would keep more pieces of this line than were shipped.
    const kept = pieces.find(({ lineId, shipped, refundedShipped, returned }) => {
      const quantity = lines.find(({ _id }) => _id === lineId)?.quantity ?? 0
      return Math.max(refundedShipped, returned) > shipped - quantity
    })
    if (kept) return { refused: 'with-the-buyer', productName: kept.productName }
    return { cancelledAt, cancelReason: reason }
  })
}

async function piecesOfShipment(db: Db, id: string) {
  const lines = await linesOfShipment(db, id)
  const ids = lines.map(({ _id }) => _id)
  return { lines, pieces: await piecesOfLines(db, ids) }
}
