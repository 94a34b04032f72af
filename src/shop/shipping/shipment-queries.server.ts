import type { Selectable } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Shipment as ShipmentTable } from '#db/database-tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { SHIPMENT_NUMBER } from '#shop/documents/numbering/number-forms.ts'

export type ShipmentRow = Selectable<ShipmentTable>

export async function findShipment(db: Db, key: string): Promise<ShipmentRow | undefined> {
  if (!isUuid(key) && !SHIPMENT_NUMBER.test(key)) return undefined
  return db
    .selectFrom('shipment')
    .selectAll()
    .where(isUuid(key) ? 'id' : 'number', '=', isUuid(key) ? key : key.toUpperCase())
    .executeTakeFirst()
}

export type ShipmentLine = { _id: string; quantity: number }

export async function linesOfShipment(db: Db, shipmentId: string): Promise<ShipmentLine[]> {
  const rows = await db
    .selectFrom('shipmentLine')
    .innerJoin('orderLine', 'orderLine.id', 'orderLineId')
    .select(['orderLineId', 'shipmentLine.quantity'])
    .where('shipmentId', '=', shipmentId)
    .orderBy('orderLine.position')
    .execute()
  return rows.map(({ orderLineId: _id, quantity }) => ({ _id, quantity }))
}
