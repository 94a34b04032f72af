import { sql, type UpdateObject } from 'kysely'
import type { DB } from '#db/database-tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import { recordOrderEvent } from '#shop/orders/order-events.server.ts'
import { lockPiecesOfOrder } from '#shop/pieces/line-pieces.server.ts'
import { type ShipmentAction, shipmentAfter } from './shipment.ts'
import { findShipment, type ShipmentRow } from './shipment-queries.server.ts'
import type { ShipmentRefusal } from './shipment-refusals.server.ts'
import { queueShipmentMail } from './shipping-mails.server.ts'

/** A shipment as the caller has seen it: its id or number, and the version. */
export type SeenShipment = { id: string; version: number }

type Change = UpdateObject<DB, 'shipment'>

/**
 * Takes a shipment one step further: locks it with the lines of its order, checks that it is as the caller saw it
 * and that its status allows the action, changes it as `decide` says, and records that on the order's timeline,
 * in the audit log and by mail.
 */
export function step(
  db: Db,
  audit: AuditContext,
  seen: SeenShipment,
  action: ShipmentAction,
  decide: (db: Db, shipment: ShipmentRow) => Promise<Change | ShipmentRefusal>,
): Promise<ShipmentRow | ShipmentRefusal> {
  return db.transaction().execute(async (db) => {
    const shipment = await lockShipment(db, seen)
    if ('refused' in shipment) return shipment
    const next = shipmentAfter(shipment, action)
    if (!next) return { refused: 'not-now' }
    if (next === 'gone') {
      await giveBack(db, shipment)
      return shipment
    }
    const change = await decide(db, shipment)
    if ('refused' in change) return change as ShipmentRefusal
    const changed = await changeShipment(db, shipment.id, change)
    await record(db, audit, changed, action)
    return changed
  })
}

async function lockShipment(db: Db, { id, version }: SeenShipment): Promise<ShipmentRow | ShipmentRefusal> {
  const stored = await findShipment(db, id)
  if (!stored) return { refused: 'no-such-shipment' }
  await lockPiecesOfOrder(db, stored.orderId)
  const shipment = await db
    .selectFrom('shipment')
    .selectAll()
    .where('id', '=', stored.id)
    .forUpdate()
    .executeTakeFirst()
  if (!shipment) return { refused: 'no-such-shipment' }
  return shipment.version === version ? shipment : { refused: 'stale' }
}

export function changeShipment(db: Db, id: string, change: Change): Promise<ShipmentRow> {
  return db
    .updateTable('shipment')
    .set({ ...change, version: sql<number>`version + 1`, changedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes an open shipment, which has no pieces and no number yet. */
export async function giveBack(db: Db, { id }: Pick<ShipmentRow, 'id'>): Promise<void> {
  await db.deleteFrom('shipment').where('id', '=', id).where('status', '=', 'open').execute()
}

async function record(
  db: Db,
  audit: AuditContext,
  shipment: ShipmentRow,
  action: ShipmentAction,
): Promise<void> {
  if (action === 'track') return
  const { id, orderId, shippedAt } = shipment
  const name = shipment.number ?? ''
  // Buyers know only shipments that were shipped.
  const isInternal = shippedAt === null
  const what = happened[action]
  const kind = what === 'cancelled' ? 'shipment-cancelled' : what
  const event = { kind, actorId: audit.actor.id, isInternal, data: { number: name } } as const
  await recordOrderEvent(db, [orderId], event)
  await recordAudit(db, { action: `shipment-${what}`, subject: { id, name }, ...audit })
  if (action === 'ship') await queueShipmentMail(db, shipment, 'order-shipped')
  if (action === 'cancel' && !isInternal) await queueShipmentMail(db, shipment, 'order-shipment-cancelled')
}

const happened = {
  pack: 'packed',
  ship: 'shipped',
  deliver: 'delivered',
  cancel: 'cancelled',
} as const
