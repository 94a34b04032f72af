import { type Selectable, sql, type UpdateObject } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import type { DB, Shipment as ShipmentTable } from '#platform/database/database-tables.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import { recordOrderEvent } from '#shop/orders/order-events.server.ts'
import { lockPiecesOfOrder } from './parcels/line-pieces.server.ts'
import type { ShipmentStatus } from './shipment.ts'
import type { ShipmentRefusal } from './shipment-refusals.server.ts'

export type ShipmentRow = Selectable<ShipmentTable>

/** A parcel as the caller has seen it: its id or number, and the version. */
export type SeenShipment = { key: string; version: number }

const SHIPMENT_NUMBER = /^FW-\d+-S\d+$/i

/** Finds a parcel by its id or number. */
export async function findShipment(db: Db, key: string): Promise<ShipmentRow | undefined> {
  if (!isUuid(key) && !SHIPMENT_NUMBER.test(key)) return undefined
  return db
    .selectFrom('shipment')
    .selectAll()
    .where(isUuid(key) ? 'id' : 'number', '=', isUuid(key) ? key : key.toUpperCase())
    .executeTakeFirst()
}

/**
 * Locks a parcel and the lines of its order until the transaction ends; refused when it has changed
 * since the caller saw it, or has another status.
 */
export async function lockShipment(
  db: Db,
  { key, version }: SeenShipment,
  statuses: ShipmentStatus[],
): Promise<ShipmentRow | ShipmentRefusal> {
  const found = await findShipment(db, key)
  if (!found) return { refused: 'no-such-shipment' }
  await lockPiecesOfOrder(db, found.orderId)
  const shipment = await db
    .selectFrom('shipment')
    .selectAll()
    .where('id', '=', found.id)
    .forUpdate()
    .executeTakeFirst()
  if (!shipment) return { refused: 'no-such-shipment' }
  if (shipment.version !== version) return { refused: 'stale' }
  if (!statuses.some((status) => status === shipment.status)) return { refused: 'not-now' }
  return shipment
}

/** Changes a locked parcel; returns it with its next version. */
export function changeShipment(
  db: Db,
  id: string,
  change: UpdateObject<DB, 'shipment'>,
): Promise<ShipmentRow> {
  return db
    .updateTable('shipment')
    .set({ ...change, version: sql<number>`version + 1`, changedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Adds what happened to a parcel to its order's timeline and to the audit log. */
export async function recordShipment(
  db: Db,
  audit: AuditContext,
  { id, orderId, number }: ShipmentRow,
  what: 'packed' | 'shipped' | 'delivered' | 'cancelled',
  isInternal = false,
): Promise<void> {
  const name = number ?? ''
  const kind = what === 'cancelled' ? 'shipment-cancelled' : what
  const event = { kind, actorId: audit.actor.id, isInternal, data: { number: name } } as const
  await recordOrderEvent(db, [orderId], event)
  await recordAudit(db, { action: `shipment-${what}`, subject: { id, name }, ...audit })
}

/** The pieces of a parcel. */
export type ShipmentLine = { lineId: string; quantity: number }

/** Returns the pieces of a parcel, in the order of the lines. */
export function linesOfShipment(db: Db, shipmentId: string): Promise<ShipmentLine[]> {
  return db
    .selectFrom('shipmentLine')
    .innerJoin('orderLine', 'orderLine.id', 'orderLineId')
    .select(['orderLineId as lineId', 'shipmentLine.quantity'])
    .where('shipmentId', '=', shipmentId)
    .orderBy('orderLine.position')
    .execute()
}
