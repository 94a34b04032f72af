import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { respondWithList } from '#platform/http/api/json-list.server.ts'
import { answers, listQuery, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { countAllLines, listAllLines } from '#shop/orders/line-queries.server.ts'
import { orderCountJson, orderLineJson, toLineJson } from '#shop/orders/order-json.server.ts'
import { refuseOrder } from '#shop/orders/order-refusals.server.ts'

const state = z
  .literal('cancelled')
  .optional()
  .openapi({ description: 'List the cancelled orders instead' })
const cursor = z.object({
  state,
  size: listQuery.shape.size,
  before: z
    .uuid('before must be the id of an order')
    .optional()
    .openapi({ description: 'Selects the page of orders older than this one' }),
  after: z
    .uuid('after must be the id of an order')
    .optional()
    .openapi({ description: 'Selects the page of orders just newer than this one' }),
})

/** Serves the specification's list of all orders, which are lines, to admins. */
export function createAllLinesApi({ db }: { db: Db }) {
  return restApi()
    .openapi(
      adminRoute({
        method: 'get',
        path: '/purchase',
        operationId: 'listOrders',
        summary: 'List all orders',
        description: 'All orders; with a size, one page.',
        request: { query: cursor },
        responses: {
          200: answers('Orders, newest first', z.array(orderLineJson)),
          400: refuses('A page without a size'),
        },
      }),
      async (c) => {
        const { size, state: which = 'listed', before, after } = c.req.valid('query')
        if (size === undefined && (before ?? after) !== undefined) {
          throw refuseOrder({ refused: 'no-size' })
        }
        return respondWithList(size, {
          page: async (size) =>
            (await listAllLines(db, which, { size, before, after })).map(toLineJson),
          after: async (last, size) =>
            (await listAllLines(db, which, { size, before: last ?? undefined })).map(toLineJson),
        })
      },
    )
    .openapi(
      adminRoute({
        method: 'get',
        path: '/purchaseCount',
        operationId: 'countOrders',
        summary: 'Count all orders',
        request: { query: z.object({ state }) },
        responses: { 200: answers('The number of orders, up to 10,000', orderCountJson) },
      }),
      async (c) => c.json(await countAllLines(db, c.req.valid('query').state ?? 'listed'), 200),
    )
}
