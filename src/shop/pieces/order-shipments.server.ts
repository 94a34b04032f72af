import { z } from '@hono/zod-openapi'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '#platform/database/database.server.ts'
import { piecesOfLines } from './line-pieces.server.ts'
import { type ShippingState, shippingState } from './pieces.ts'

export const shipmentLineJson = z.object({ _id: z.string(), quantity: z.number().int() })

export const trackingJson = {
  trackingNumber: z.string().optional(),
  trackingUrl: z.string().optional(),
  trackingStatus: z.string().optional().describe('The status that the carrier reports'),
}

/** A shipment as buyers see it, once it was shipped. */
export const orderShipmentJson = z
  .object({
    number: z.string().openapi({ example: 'FW-10428-S1' }),
    status: z.enum(['shipped', 'delivered']),
    carrier: z.string(),
    ...trackingJson,
    shippedAt: z.string(),
    deliveredAt: z.string().optional(),
    lines: z.array(shipmentLineJson).describe('The lines of the order in it'),
  })
  .openapi('ShipmentOfOrder')

export type OrderShipment = z.infer<typeof orderShipmentJson>

/** Returns the shipments of an order that were shipped, oldest first. */
export async function findShipments(db: Db, orderId: string): Promise<OrderShipment[]> {
  const rows = await db
    .selectFrom('shipment')
    .selectAll()
    .select(({ selectFrom }) =>
      jsonArrayFrom(
        selectFrom('shipmentLine')
          .innerJoin('orderLine', 'orderLine.id', 'orderLineId')
          .select(['orderLineId as _id', 'shipmentLine.quantity'])
          .whereRef('shipmentId', '=', 'shipment.id')
          .orderBy('orderLine.position'),
      ).as('lines'),
    )
    .where('orderId', '=', orderId)
    .where('status', 'in', ['shipped', 'delivered'])
    .orderBy('position')
    .execute()
  return rows.map((row) => ({
    number: row.number ?? '',
    status: row.deliveredAt ? ('delivered' as const) : ('shipped' as const),
    carrier: row.carrier ?? '',
    trackingNumber: row.trackingNumber ?? undefined,
    trackingUrl: row.trackingUrl ?? undefined,
    trackingStatus: row.trackingStatus ?? undefined,
    shippedAt: row.shippedAt?.toISOString() ?? '',
    deliveredAt: row.deliveredAt?.toISOString(),
    lines: row.lines,
  }))
}

/** A shipment that was cancelled after it had been shipped. */
export const cancelledShipmentJson = z.object({ number: z.string(), reason: z.string() })

/** Returns the shipments of an order that were cancelled after they had been shipped, oldest first. */
export async function findCancelledShipments(
  db: Db,
  orderId: string,
): Promise<z.infer<typeof cancelledShipmentJson>[]> {
  const rows = await db
    .selectFrom('shipment')
    .select(['number', 'cancelReason'])
    .where('orderId', '=', orderId)
    .where('cancelReason', 'is not', null)
    .orderBy('position')
    .execute()
  return rows.map(({ number, cancelReason }) => ({
    number: number ?? '',
    reason: cancelReason ?? '',
  }))
}

/** How far the shipments of an order in a list are; `trackingUrl` if all of its shipments have the same one. */
export type OrderShipping = { shipping: ShippingState; trackingUrl?: string | undefined }

/** Returns how far the shipments of paid orders are, by the order's id; those without any are left out. */
export async function findShipping(
  db: Db,
  orders: { id: string; lines: { id: string; paidAt: Date | null }[] }[],
): Promise<Map<string, OrderShipping>> {
  const paid = orders.flatMap(({ lines }) => lines.filter(({ paidAt }) => paidAt !== null))
  if (paid.length === 0) return new Map()
  const pieces = await piecesOfLines(
    db,
    paid.map(({ id }) => id),
  )
  const byLine = new Map(pieces.map((line) => [line.lineId, line]))
  const urls = await trackingPages(
    db,
    orders.map(({ id }) => id),
  )
  return new Map(
    orders.flatMap(({ id, lines }) => {
      const shipping = shippingState(lines.flatMap((line) => byLine.get(line.id) ?? []))
      return shipping === null ? [] : [[id, { shipping, trackingUrl: urls.get(id) }]]
    }),
  )
}

async function trackingPages(db: Db, orderIds: string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('shipment')
    .select(({ fn }) => ['orderId', fn.min('trackingUrl').as('url')])
    .where('orderId', 'in', orderIds)
    .where('status', 'in', ['shipped', 'delivered'])
    .groupBy('orderId')
    .having(({ fn, eb }) => eb(fn.count('trackingUrl').distinct(), '=', 1))
    .having(({ fn, eb }) => eb(fn.count('trackingUrl'), '=', fn.countAll()))
    .execute()
  return new Map(rows.flatMap(({ orderId, url }) => (url === null ? [] : [[orderId, url]])))
}
