import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { listQuery, restApi } from '#platform/http/api/rest-api.server.ts'
import { adminList } from '#shop/auth/access/admin-list.server.ts'
import { adminJson } from '#shop/auth/access/json-routes.server.ts'
import { cancelledInstead } from '#shop/orders/api/lines-api.server.ts'
import { countAllLines, listAllLines } from '#shop/orders/line-queries.server.ts'
import { orderCountJson, orderLineJson, toLineJson } from '#shop/orders/order-json.server.ts'
import { refuseOrder } from '#shop/orders/order-refusals.server.ts'

const cursor = z.object({
  state: cancelledInstead,
  size: listQuery.shape.size,
  before: z
    .uuid('before must be the id of an order')
    .optional()
    .describe('Selects the page of orders older than this one'),
  after: z
    .uuid('after must be the id of an order')
    .optional()
    .describe('Selects the page of orders just newer than this one'),
})

/** Serves the specification's list of all orders, which are lines, to admins. */
export function createAllLinesApi({ db }: { db: Db }) {
  return restApi({
    listOrders: adminList({
      endpoint: 'GET /purchase',
      summary: 'List all orders',
      description: 'All orders; with a size, one page, which `before` and `after` need.',
      query: cursor,
      answer: 'Orders, newest first',
      row: orderLineJson,
      rows: async ({ state, ...page }) => (await listAllLines(db, state ?? 'listed', page)).map(toLineJson),
      after: async ({ state, before, after }, last, size) => {
        if ((before ?? after) !== undefined) throw refuseOrder({ refused: 'no-size' })
        const page = { size, before: last ?? undefined }
        return (await listAllLines(db, state ?? 'listed', page)).map(toLineJson)
      },
    }),
    countOrders: adminJson({
      endpoint: 'GET /purchaseCount',
      summary: 'Count all orders',
      query: z.object({ state: cancelledInstead }),
      answer: 'The number of orders, up to 10,000',
      json: orderCountJson,
      respond: ({ query: { state } }) => countAllLines(db, state ?? 'listed'),
    }),
  })
}
