import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { answers, body, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import { removeControlCharacters } from '#platform/text.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { piecesOfLinesJson } from '#shop/pieces/pieces-json.server.ts'
import {
  cancelShipment,
  deliverShipment,
  noteTracking,
  packShipment,
  shipShipment,
} from './change-shipment.server.ts'
import type { ShippingRules } from './shipment.ts'
import { shipmentJson, toShipmentJson } from './shipment-json.server.ts'
import { findShipment, type ShipmentRow } from './shipment-queries.server.ts'
import { refuseShipment, type ShipmentRefusal } from './shipment-refusals.server.ts'
import { startPacking } from './start-packing.server.ts'

const params = z.object({
  id: z.string().max(40).openapi({ description: 'The `_id` or the number of the shipment' }),
})
/** One line of text. */
const text = (longest: number) =>
  z.string().overwrite(removeControlCharacters).trim().min(1).max(longest)
const version = z.number().int().openapi({ description: 'Of the shipment as it was read' })

const startJson = z.strictObject({
  order: z
    .string()
    .max(40)
    .optional()
    .openapi({ description: 'Its number or `_id`; without it, the oldest that nobody is packing' }),
  takeOver: z
    .boolean()
    .default(false)
    .openapi({ description: 'Also one that a colleague is packing' }),
  except: z
    .uuid()
    .optional()
    .openapi({ description: 'The `_id` of an order that is not the next one, such as the last' }),
})

const packJson = z.strictObject({ version, lines: piecesOfLinesJson })

const shipJson = z.strictObject({
  version,
  carrier: z.string().max(40),
  trackingNumber: text(60).optional(),
})
const deliverJson = z.strictObject({ version })
const trackingJson = z.strictObject({ version, trackingStatus: text(100) })
const cancelJson = z.strictObject({
  version,
  reason: text(200).optional().openapi({ description: 'Needed once it was shipped' }),
})

const missing = { 404: refuses('No such shipment') }
const conflicts = { 409: refuses('Changed in the meantime, or its state does not allow that') }

export type ShipmentsApi = ReturnType<typeof createShipmentsApi>

/** Serves packing, shipping, delivering and cancelling shipments to admins. */
export function createShipmentsApi({ db, rules }: { db: Db; rules: ShippingRules }) {
  const answer = async (outcome: ShipmentRow | ShipmentRefusal) => {
    if ('refused' in outcome) throw refuseShipment(outcome)
    return toShipmentJson(db, outcome)
  }
  return restApi()
    .openapi(
      adminRoute({
        method: 'post',
        path: '/shipments',
        operationId: 'startPacking',
        summary: 'Begin to pack an order',
        description:
          'Opens a shipment without pieces for the caller; colleagues then get other orders. An order that the caller had begun is given back.',
        request: { body: body(startJson) },
        responses: {
          200: answers('The open shipment', shipmentJson),
          404: refuses('No such order'),
          409: refuses('Nothing to pack, a colleague is packing it, or it has no address'),
        },
      }),
      async (c) => {
        const begun = await startPacking(db, c.var.caller, c.req.valid('json'))
        return c.json(await answer(begun), 200)
      },
    )
    .openapi(
      adminRoute({
        method: 'get',
        path: '/shipments/{id}',
        operationId: 'readShipment',
        summary: 'Read a shipment',
        request: { params },
        responses: { 200: answers('The shipment', shipmentJson), ...missing },
      }),
      async (c) => {
        const shipment = await findShipment(db, c.req.valid('param').id)
        return c.json(await answer(shipment ?? { refused: 'no-such-shipment' }), 200)
      },
    )
    .openapi(
      adminRoute({
        method: 'post',
        path: '/shipments/{id}/pack',
        operationId: 'packShipment',
        summary: 'Pack pieces into an open shipment',
        description: 'All of them or none. Pieces that are left out stay for another shipment.',
        request: { params, body: body(packJson) },
        responses: {
          200: answers('The packed shipment, with its number', shipmentJson),
          ...missing,
          409: refuses(
            'Fewer pieces are left to pack, or the shipment was changed in the meantime',
          ),
        },
      }),
      async (c) => {
        const asked = { ...c.req.valid('param'), ...c.req.valid('json') }
        return c.json(await answer(await packShipment(db, c.var.audit, asked)), 200)
      },
    )
    .openapi(
      adminRoute({
        method: 'post',
        path: '/shipments/{id}/ship',
        operationId: 'shipShipment',
        summary: 'Hand a packed shipment to a carrier',
        request: { params, body: body(shipJson) },
        responses: {
          200: answers('The shipped shipment', shipmentJson),
          ...missing,
          ...conflicts,
          422: refuses('An unknown carrier'),
        },
      }),
      async (c) => {
        const asked = { ...c.req.valid('param'), ...c.req.valid('json') }
        return c.json(await answer(await shipShipment(db, rules, c.var.audit, asked)), 200)
      },
    )
    .openapi(
      adminRoute({
        method: 'post',
        path: '/shipments/{id}/deliver',
        operationId: 'deliverShipment',
        summary: 'Record that a shipment has arrived',
        request: { params, body: body(deliverJson) },
        responses: {
          200: answers('The delivered shipment', shipmentJson),
          ...missing,
          ...conflicts,
        },
      }),
      async (c) => {
        const asked = { ...c.req.valid('param'), ...c.req.valid('json') }
        return c.json(await answer(await deliverShipment(db, c.var.audit, asked)), 200)
      },
    )
    .openapi(
      adminRoute({
        method: 'post',
        path: '/shipments/{id}/tracking',
        operationId: 'noteTracking',
        summary: 'Store what the carrier says about a shipped shipment',
        description: 'Its buyer reads it. It does not mark the shipment as delivered.',
        request: { params, body: body(trackingJson) },
        responses: { 200: answers('The shipment', shipmentJson), ...missing, ...conflicts },
      }),
      async (c) => {
        const asked = { ...c.req.valid('param'), ...c.req.valid('json') }
        return c.json(await answer(await noteTracking(db, c.var.audit, asked)), 200)
      },
    )
    .openapi(
      adminRoute({
        method: 'post',
        path: '/shipments/{id}/cancel',
        operationId: 'cancelShipment',
        summary: 'Cancel a shipment',
        description: 'Its pieces can be packed again. An open shipment is given back and is gone.',
        request: { params, body: body(cancelJson) },
        responses: {
          200: answers('The cancelled shipment, or the open one that is gone', shipmentJson),
          ...missing,
          ...conflicts,
          422: refuses('Shipped, and no reason given'),
        },
      }),
      async (c) => {
        const asked = { ...c.req.valid('param'), ...c.req.valid('json') }
        return c.json(await answer(await cancelShipment(db, c.var.audit, asked)), 200)
      },
    )
}
