import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { downloadHeaders, file } from '#platform/http/api/download.server.ts'
import { body, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import { publicUrlOf, type Site } from '#platform/http/site.ts'
import type { WorkerPool } from '#platform/workers/worker-pool.server.ts'
import { queueOwnerOf } from '#shop/auth/access/caller.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { findShipment } from '#shop/shipping/shipment-queries.server.ts'
import { refuseShipment } from '#shop/shipping/shipment-refusals.server.ts'
import { orderPath } from '#shop/shipping/shipping-mails.server.ts'
import { allPapers } from './papers.ts'
import { printOrders, printShipment } from './print-orders.server.ts'

/** The maximum orders that are printed at once. */
const MAX_PRINTED = 100

const pdf = file('The PDF', 'application/pdf')
const busy = { 503: refuses('Too many PDFs are being rendered; see Retry-After') }

export function createPrintApi({ db, site, workers }: { db: Db; site: Site; workers: WorkerPool }) {
  const urlOf = (number: string) => publicUrlOf(site, orderPath(number))
  return restApi({
    printOrders: adminRoute({
      endpoint: 'POST /shipping/print',
      onlyReads: true,
      summary: 'Print the papers of several orders',
      description:
        'One pick list by bin over all of them, then a packing slip and a delivery note of each, with barcodes; or the chosen ones of these.',
      request: {
        body: body(
          z.strictObject({
            orderIds: z
              .array(z.uuid())
              .min(1, 'Name at least one order')
              .max(MAX_PRINTED, `At most ${MAX_PRINTED} orders can be printed at once`),
            papers: z.array(z.enum(allPapers)).min(1, 'Choose a paper').optional(),
          }),
        ),
      },
      responses: {
        200: pdf,
        404: refuses('One of the orders does not exist'),
        422: refuses(`No orders, or more than ${MAX_PRINTED}`),
        ...busy,
      },
      respond: async (c) => {
        const { orderIds, papers } = c.req.valid('json')
        const ids = [...new Set(orderIds)]
        const bytes = await printOrders(db, workers(queueOwnerOf(c.var.audit)), urlOf, ids, papers)
        if (!bytes) throw refuseShipment({ refused: 'no-such-order' })
        return c.body(new Uint8Array(bytes), 200, downloadHeaders('application/pdf', 'shipping.pdf'))
      },
    }),
    printShipment: adminRoute({
      endpoint: 'GET /shipments/{id}/slip',
      summary: 'Print the packing slip and the delivery note of a packed shipment',
      request: {
        params: z.object({
          id: z.string().max(40).describe('The `_id` or the number of the shipment'),
        }),
      },
      responses: { 200: pdf, 404: refuses('No such shipment, or it is not packed'), ...busy },
      respond: async (c) => {
        const shipment = await findShipment(db, c.req.valid('param').id)
        const bytes =
          shipment && (await printShipment(db, workers(queueOwnerOf(c.var.audit)), urlOf, shipment))
        if (!shipment || !bytes) throw refuseShipment({ refused: 'no-such-shipment' })
        const name = `packing-slip-${shipment.number}.pdf`
        return c.body(new Uint8Array(bytes), 200, downloadHeaders('application/pdf', name))
      },
    }),
  })
}
