import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { shipmentLineJson, trackingJson } from '#shop/pieces/order-shipments.server.ts'
import { type ShipmentStatus, shipmentStatuses } from './shipment.ts'
import { linesOfShipment, type ShipmentRow } from './shipment-queries.server.ts'

export const shipmentJson = z
  .object({
    _id: z.string(),
    number: z.string().optional().openapi({ example: 'FW-10428-S1', description: 'Once it is packed' }),
    orderId: z.string(),
    orderNumber: z.string().openapi({ example: 'FW-10428' }),
    status: z.enum(shipmentStatuses),
    version: z.number().int().describe('To be sent with each change'),
    packer: z.string().optional().describe('The name of its packer'),
    carrier: z.string().optional(),
    ...trackingJson,
    packedAt: z.string().optional(),
    shippedAt: z.string().optional(),
    deliveredAt: z.string().optional(),
    cancelledAt: z.string().optional(),
    cancelReason: z.string().optional(),
    lines: z.array(shipmentLineJson),
  })
  .openapi('Shipment')

export async function toShipmentJson(db: Db, row: ShipmentRow): Promise<z.infer<typeof shipmentJson>> {
  const { number: orderNumber } = await db
    .selectFrom('orders')
    .select('number')
    .where('id', '=', row.orderId)
    .executeTakeFirstOrThrow()
  const packer = await db
    .selectFrom('account')
    .select('name')
    .where('id', '=', row.packerId)
    .executeTakeFirst()
  return {
    _id: row.id,
    number: row.number ?? undefined,
    orderId: row.orderId,
    orderNumber,
    status: row.status as ShipmentStatus,
    version: row.version,
    packer: packer?.name,
    carrier: row.carrier ?? undefined,
    trackingNumber: row.trackingNumber ?? undefined,
    trackingUrl: row.trackingUrl ?? undefined,
    trackingStatus: row.trackingStatus ?? undefined,
    packedAt: row.packedAt?.toISOString(),
    shippedAt: row.shippedAt?.toISOString(),
    deliveredAt: row.deliveredAt?.toISOString(),
    cancelledAt: row.cancelledAt?.toISOString(),
    cancelReason: row.cancelReason ?? undefined,
    lines: await linesOfShipment(db, row.id),
  }
}
