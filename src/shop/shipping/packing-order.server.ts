import { z } from '@hono/zod-openapi'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import type { PlacedLine, PlacedOrder } from '#shop/orders/order.ts'
import { orderHeaderJson, toHeaderJson } from '#shop/orders/order-header.server.ts'
import { piecesOfOrder } from '#shop/pieces/line-pieces.server.ts'
import { countPieces, type LinePieces } from '#shop/pieces/pieces.ts'
import { shipmentJson, toShipmentJson } from './shipment-json.server.ts'

export const queuedLineJson = z.object({
  _id: z.string(),
  sku: z.string(),
  productName: z.string(),
  imgURL: z.string(),
  quantity: z.number().int().describe('Ordered'),
  open: z.number().int().describe('Left to pack'),
  packed: z.number().int().describe('In shipments that have not left'),
  shipped: z.number().int(),
})

/** An order as the pack station needs it: what a scanner may read, and what is left of each line. */
export const packingOrderJson = z
  .object({
    _id: z.string(),
    number: z.string().openapi({ example: 'FW-10428' }),
    ...orderHeaderJson.omit({ email: true, shippingAddress: true }).shape,
    lines: z.array(
      queuedLineJson.extend({
        bin: z.string().optional().describe('Where the product is now'),
        codes: z.array(z.string()).describe('What a scanner may read: the SKU then and now, and the GTIN'),
      }),
    ),
    shipments: z.array(shipmentJson).describe('Those that were not cancelled'),
  })
  .openapi('PackingOrder')

/** The bin and the codes of a product, which the order doesn't store. */
export type Shelved = { productId: string; sku: string; bin: string | null; gtin: string | null }

/** Returns where the products of these lines are, deleted ones too. */
export async function findShelved(
  db: Db,
  lines: Pick<PlacedLine, 'productId'>[],
): Promise<Map<string, Shelved>> {
  const ids = [...new Set(lines.map(({ productId }) => productId))]
  const { rows } = await sql<Shelved>`
    select id as product_id, sku, bin, gtin from product where id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.productId, row]))
}

export type LineToPack = { line: PlacedLine; pieces: LinePieces; shelved: Shelved | undefined }

export async function linesToPack(db: Db, order: PlacedOrder): Promise<LineToPack[]> {
  const pieces = await piecesOfOrder(db, order.id)
  const shelved = await findShelved(db, order.lines)
  return order.lines.flatMap((line) => {
    const of = pieces.find(({ lineId }) => lineId === line.id)
    if (!of || of.paid === 0) return []
    return [{ line, pieces: of, shelved: shelved.get(line.productId) }]
  })
}

export function toQueuedLineJson(
  { id, sku, productName, image, quantity }: PlacedLine,
  pieces: LinePieces,
): z.infer<typeof queuedLineJson> {
  const { open, shipped } = countPieces(pieces)
  const { packed } = pieces
  return { _id: id, sku, productName, imgURL: image, quantity, open, packed, shipped }
}

export async function toPackingOrderJson(
  db: Db,
  order: PlacedOrder,
): Promise<z.infer<typeof packingOrderJson>> {
  const lines = await linesToPack(db, order)
  const { email, shippingAddress, ...header } = toHeaderJson(order)
  const shipments = await db
    .selectFrom('shipment')
    .selectAll()
    .where('orderId', '=', order.id)
    .where('status', '<>', 'cancelled')
    .orderBy('createdAt')
    .execute()
  return {
    _id: order.id,
    number: order.number,
    ...header,
    lines: lines.map(({ line, pieces, shelved }) => {
      const codes = [line.sku, shelved?.sku, shelved?.gtin].filter((code) => code != null)
      return {
        ...toQueuedLineJson(line, pieces),
        bin: shelved?.bin ?? undefined,
        codes: [...new Set(codes)],
      }
    }),
    shipments: await Promise.all(shipments.map((row) => toShipmentJson(db, row))),
  }
}
