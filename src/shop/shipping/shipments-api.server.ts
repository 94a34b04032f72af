import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { orRefuse } from '#platform/http/api/refusals.server.ts'
import { restApi } from '#platform/http/api/rest-api.server.ts'
import { removeControlCharacters } from '#platform/text.ts'
import { adminJson } from '#shop/auth/access/json-routes.server.ts'
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
  id: z.string().max(40).describe('The `_id` or the number of the shipment'),
})
const text = (longest: number) => z.string().overwrite(removeControlCharacters).trim().min(1).max(longest)
const version = z.number().int().describe('Of the shipment as it was read')

const startJson = z.strictObject({
  order: z
    .string()
    .max(40)
    .optional()
    .describe('Its number or `_id`; without it, the oldest that nobody is packing'),
  takeOver: z.boolean().default(false).describe('Also one that a colleague is packing'),
  except: z.uuid().optional().describe('The `_id` of an order that is not the next one, such as the last'),
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
  reason: text(200).optional().describe('Needed once it was shipped'),
})

const missing = 'No such shipment'
const refusals = {
  404: missing,
  409: 'Changed in the meantime, or its state does not allow that',
}
const step = { params, json: shipmentJson, refusals } as const

export function createShipmentsApi({ db, rules }: { db: Db; rules: ShippingRules }) {
  const answer = (outcome: ShipmentRow | ShipmentRefusal) =>
    toShipmentJson(db, orRefuse(outcome, refuseShipment))
  return restApi({
    startPacking: adminJson({
      endpoint: 'POST /shipments',
      summary: 'Begin to pack an order',
      description:
        'Opens a shipment without pieces for the caller; colleagues then get other orders. An order that the caller had begun is given back.',
      body: startJson,
      json: shipmentJson,
      refusals: {
        404: 'No such order',
        409: 'Nothing to pack, a colleague is packing it, or it has no address',
      },
      respond: async ({ json, audit }) => answer(await startPacking(db, audit.actor, json)),
    }),
    readShipment: adminJson({
      endpoint: 'GET /shipments/{id}',
      params,
      json: shipmentJson,
      refusals: { 404: missing },
      respond: async ({ params: { id } }) =>
        answer((await findShipment(db, id)) ?? { refused: 'no-such-shipment' }),
    }),
    packShipment: adminJson({
      ...step,
      endpoint: 'POST /shipments/{id}/pack',
      summary: 'Pack pieces into an open shipment',
      description: 'All of them or none. Pieces that are left out stay for another shipment.',
      body: packJson,
      answer: 'The packed shipment, with its number',
      refusals: {
        404: missing,
        409: 'Fewer pieces are left to pack, or the shipment was changed in the meantime',
      },
      respond: async ({ params, json, audit }) =>
        answer(await packShipment(db, audit, { ...params, ...json })),
    }),
    shipShipment: adminJson({
      ...step,
      endpoint: 'POST /shipments/{id}/ship',
      summary: 'Hand a packed shipment to a carrier',
      body: shipJson,
      refusals: { ...refusals, 422: 'An unknown carrier' },
      respond: async ({ params, json, audit }) =>
        answer(await shipShipment(db, rules, audit, { ...params, ...json })),
    }),
    deliverShipment: adminJson({
      ...step,
      endpoint: 'POST /shipments/{id}/deliver',
      summary: 'Record that a shipment has arrived',
      body: deliverJson,
      respond: async ({ params, json, audit }) =>
        answer(await deliverShipment(db, audit, { ...params, ...json })),
    }),
    noteTracking: adminJson({
      ...step,
      endpoint: 'POST /shipments/{id}/tracking',
      summary: 'Store what the carrier says about a shipped shipment',
      description: 'Its buyer reads it. It does not mark the shipment as delivered.',
      body: trackingJson,
      respond: async ({ params, json, audit }) =>
        answer(await noteTracking(db, audit, { ...params, ...json })),
    }),
    cancelShipment: adminJson({
      ...step,
      endpoint: 'POST /shipments/{id}/cancel',
      description: 'Its pieces can be packed again. An open shipment is given back and is gone.',
      body: cancelJson,
      answer: 'The cancelled shipment, or the open one that is gone',
      refusals: { ...refusals, 422: 'Shipped, and no reason given' },
      respond: async ({ params, json, audit }) =>
        answer(await cancelShipment(db, audit, { ...params, ...json })),
    }),
  })
}
