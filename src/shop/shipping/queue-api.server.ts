import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { restApi } from '#platform/http/api/rest-api.server.ts'
import { adminList } from '#shop/auth/access/admin-list.server.ts'
import { adminJson } from '#shop/auth/access/json-routes.server.ts'
import { pageOfOrders, searchText } from '#shop/orders/history/order-list-query.server.ts'
import { orderHeaderJson, toHeaderJson } from '#shop/orders/order-header.server.ts'
import { findOrderFor } from '#shop/orders/order-queries.server.ts'
import { ORDER_SEARCH } from '#shop/orders/orders-query.ts'
import { countPieces, type LinePieces, shippingState, shippingStates } from '#shop/pieces/pieces.ts'
import { isBlocked } from '#shop/pieces/shipping-conditions.server.ts'
import {
  packingOrderJson,
  queuedLineJson,
  toPackingOrderJson,
  toQueuedLineJson,
} from './packing-order.server.ts'
import { countQueue, listQueue, type QueuedOrder } from './packing-queue.server.ts'
import { queueTabs } from './queue-tabs.ts'
import { type ShipmentStatus, type ShippingRules, shipmentStatuses } from './shipment.ts'
import { refuseShipment } from './shipment-refusals.server.ts'

const queuedOrderJson = z
  .object({
    _id: z.string(),
    number: z.string().openapi({ example: 'FW-10428' }),
    ...orderHeaderJson.omit({ email: true, address: true, shippingAddress: true }).shape,
    placedAt: z.string(),
    country: z.string().optional(),
    weight: z
      .number()
      .int()
      .optional()
      .describe('Of what is left to pack, in grams, if that of each product is known'),
    shipping: z.enum(shippingStates).optional(),
    refunded: z
      .enum(['in-shipment', 'on-shelf'])
      .optional()
      .describe('Where refunded pieces are until they are restocked'),
    packer: z.string().optional().describe('The name of its packer'),
    blocked: z.enum(['no-address']).optional().describe('Why it waits'),
    shipments: z
      .array(
        z.object({
          _id: z.string(),
          number: z.string().openapi({ example: 'FW-10428-S1' }),
          status: z.enum(shipmentStatuses),
          version: z.number().int(),
          carrier: z.string().optional(),
          shippedAt: z.string().optional(),
          cancelReason: z.string().optional(),
        }),
      )
      .describe('Its packed shipments; cancelled ones only if they had been shipped'),
    lines: z.array(queuedLineJson),
  })
  .openapi('QueuedOrder')

export type QueuedOrderJson = z.infer<typeof queuedOrderJson>

const searchQuery = z.object({ search: searchText(`Word prefixes: ${ORDER_SEARCH}`) })
const query = searchQuery.extend({
  tab: z.enum(queueTabs, `tab must be one of ${queueTabs.join(', ')}`).default('to-pack'),
  ...pageOfOrders,
})

const count = z.number().int()

export function createQueueApi({ db, rules }: { db: Db; rules: ShippingRules }) {
  return restApi({
    listPackingQueue: adminList({
      endpoint: 'GET /shipping/queue',
      summary: 'List the orders to pack',
      description: 'Of one tab, oldest first. Today begins at midnight UTC.',
      query,
      answer: 'A page of orders',
      row: queuedOrderJson,
      rows: async (query) => (await listQueue(db, query)).map(toQueuedOrderJson),
    }),
    readPackingOrder: adminJson({
      endpoint: 'GET /shipping/orders/{id}',
      summary: 'Read an order to pack it',
      params: z.object({
        id: z.string().max(40).describe('Its `_id` or number'),
      }),
      answer: 'The order with the bins and the codes of its products',
      json: packingOrderJson,
      refusals: { 404: 'No such order' },
      respond: async ({ params: { id }, audit }) => {
        const order = await findOrderFor(db, audit.actor, id)
        if (!order) throw refuseShipment({ refused: 'no-such-order' })
        return toPackingOrderJson(db, order)
      },
    }),
    countPackingQueue: adminJson({
      endpoint: 'GET /shipping/counts',
      summary: 'Count the orders of each tab that a search finds',
      description: 'Those to pack, part shipped and blocked together up to 10,000, or 1,000 with a search.',
      query: searchQuery,
      json: z.object({
        'to-pack': count,
        packed: count.describe('With a shipment that waits for its carrier'),
        'part-shipped': count,
        blocked: count,
        'shipped-today': count,
      }),
      respond: ({ query: { search } }) => countQueue(db, search),
    }),
    listCarriers: adminList({
      endpoint: 'GET /shipping/carriers',
      answer: 'Their names',
      row: z.string(),
      rows: async () => rules.carriers.map(({ name }) => name),
    }),
  })
}

function toQueuedOrderJson({ order, pieces, packer, shipments, weights }: QueuedOrder) {
  const { email, address, shippingAddress, ...header } = toHeaderJson(order)
  const lines = order.lines.flatMap((line) => {
    const of = pieces.find(({ lineId }) => lineId === line.id)
    return of && of.paid > 0 ? [toQueuedLineJson(line, of)] : []
  })
  const products = new Map(order.lines.map(({ id, productId }) => [id, productId]))
  const weight = lines.reduce(
    (sum, { _id, open }) => sum + open * (weights.get(products.get(_id) ?? '') ?? Number.NaN),
    0,
  )
  return {
    _id: order.id,
    number: order.number,
    ...header,
    placedAt: order.placedAt.toISOString(),
    country: shippingAddress?.country || undefined,
    weight: Number.isNaN(weight) ? undefined : weight,
    shipping: shippingState(pieces) ?? undefined,
    refunded: placeOfRefunded(pieces),
    packer: packer ?? undefined,
    blocked: isBlocked(order) ? ('no-address' as const) : undefined,
    shipments: shipments.map((shipment) => ({
      _id: shipment.id,
      number: shipment.number ?? '',
      status: shipment.status as ShipmentStatus,
      version: shipment.version,
      carrier: shipment.carrier ?? undefined,
      shippedAt: shipment.shippedAt?.toISOString(),
      cancelReason: shipment.cancelReason ?? undefined,
    })),
    lines,
  }
}

function placeOfRefunded(pieces: LinePieces[]): 'in-shipment' | 'on-shelf' | undefined {
  const refunded = pieces.filter(({ isMoneyBack }) => isMoneyBack)
  if (refunded.some(({ packed }) => packed > 0)) return 'in-shipment'
  return refunded.some((line) => countPieces(line).unpacked > 0) ? 'on-shelf' : undefined
}
