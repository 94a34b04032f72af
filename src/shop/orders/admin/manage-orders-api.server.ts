import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { respondWithList } from '#platform/http/api/json-list.server.ts'
import { answers, listQuery, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { countOrders, listOrders } from '#shop/orders/history/list-orders.server.ts'
import { LONGEST_SEARCH, ORDER_SEARCH, orderFilters } from '#shop/orders/history/orders-query.ts'
import { orderCountJson, orderJson, toOrderJson } from '#shop/orders/order-json.server.ts'
import { refuseOrder } from '#shop/orders/order-refusals.server.ts'

const search = {
  search: z
    .string()
    .max(LONGEST_SEARCH)
    .optional()
    .openapi({
      description: `Word prefixes, or the number or id of an order: ${ORDER_SEARCH}`,
    }),
  state: z.enum(orderFilters, `state must be one of ${orderFilters.join(', ')}`).optional(),
}
const place = z.object({
  ...search,
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

const getOrders = adminRoute({
  method: 'get',
  path: '/purchase',
  operationId: 'listOrders',
  summary: 'List all orders',
  description: 'All orders; with a size, one page of the search results.',
  request: { query: place },
  responses: {
    200: answers('Orders, newest first', z.array(orderJson)),
    400: refuses('A page or a search without a size'),
  },
})

const getOrdersCount = adminRoute({
  method: 'get',
  path: '/purchaseCount',
  operationId: 'countOrders',
  summary: 'Count all orders',
  request: { query: z.object(search) },
  responses: {
    200: answers('The number of orders, up to 10,000, or 1,000 for a text search', orderCountJson),
  },
})

export type ManageOrdersApi = ReturnType<typeof createManageOrdersApi>

/** Serves the list of all orders for admins. */
export function createManageOrdersApi({ db }: { db: Db }) {
  return restApi()
    .openapi(getOrders, async (c) => {
      const { size, ...rest } = c.req.valid('query')
      const { search = '', state = 'all', before, after } = rest
      const isNarrowed = Object.values(rest).some((value) => value !== undefined)
      if (size === undefined && isNarrowed) throw refuseOrder({ refused: 'no-size' })
      return respondWithList(size, {
        page: async (size) =>
          (await listOrders(db, { search, state, before, after, size })).map(toOrderJson),
        after: async (last, size) =>
          (await listOrders(db, { search, state, before: last ?? undefined, size })).map(
            toOrderJson,
          ),
      })
    })
    .openapi(getOrdersCount, async (c) => {
      const { search = '', state = 'all' } = c.req.valid('query')
      return c.json(await countOrders(db, { search, state }), 200)
    })
}
