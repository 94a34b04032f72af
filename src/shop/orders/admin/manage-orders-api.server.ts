import { createRoute, z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { HttpRefusal } from '#platform/http/http-errors.ts'
import { streamJsonArray } from '#platform/http/json-stream.server.ts'
import { answers, listQuery, refuses, restApi } from '#platform/http/rest-api.server.ts'
import { type CallerVariables, forAdmins, requireAdmin } from '#shop/auth/access/caller.server.ts'
import { countOrders, listOrders } from '#shop/orders/history/order-list.server.ts'
import { LONGEST_SEARCH, orderFilters } from '#shop/orders/history/order-list.ts'
import { order } from '#shop/orders/orders-api.server.ts'

const search = {
  search: z.string().max(LONGEST_SEARCH).optional().openapi({
    description: 'Beginnings of words of buyer or product, or an order’s number or id',
  }),
  state: z.enum(orderFilters, `state must be one of ${orderFilters.join(', ')}`).optional(),
}
const place = z.object({
  ...search,
  size: listQuery.shape.size,
  before: z
    .uuid('before must be the id of an order')
    .optional()
    .openapi({ description: 'The page of the orders older than this one' }),
  after: z
    .uuid('after must be the id of an order')
    .optional()
    .openapi({ description: 'The page of the orders just newer than this one' }),
})

const getOrders = createRoute({
  method: 'get',
  path: '/purchase',
  operationId: 'listOrders',
  summary: 'List all orders',
  middleware: forAdmins,
  description: 'All orders; with a size, the page of a search.',
  request: { query: place },
  responses: {
    200: answers('Orders, newest first', z.array(order)),
    400: refuses('A page or a search without a size'),
    403: refuses('No admin'),
  },
})

const getOrdersCount = createRoute({
  method: 'get',
  path: '/purchaseCount',
  operationId: 'countOrders',
  summary: 'Count all orders',
  middleware: forAdmins,
  request: { query: z.object(search) },
  responses: {
    200: answers(
      'How many orders there are, counted to 10,000; to 1,000 in a search by words',
      z.object({
        count: z.number(),
        more: z.boolean().openapi({ description: 'There are more than were counted' }),
      }),
    ),
    403: refuses('No admin'),
  },
})

const STREAM_PAGE = 1000

export type ManageOrdersApi = ReturnType<typeof createManageOrdersApi>

/** What admins see of everybody's orders. */
export function createManageOrdersApi({ db }: { db: Db }) {
  return restApi<CallerVariables>()
    .openapi(getOrders, async (c) => {
      requireAdmin(c)
      const { size, ...rest } = c.req.valid('query')
      const { search = '', state = 'all', before, after } = rest
      if (size !== undefined) {
        return c.json(await listOrders(db, { search, state, before, after, size }), 200)
      }
      if (Object.values(rest).some((value) => value !== undefined)) {
        throw new HttpRefusal(400, 'malformed', 'A page or search of orders requires a size.')
      }
      const nextPage = (last: string | null) =>
        listOrders(db, { search, state, before: last ?? undefined, size: STREAM_PAGE })
      return (await streamJsonArray(nextPage)) as never
    })
    .openapi(getOrdersCount, async (c) => {
      requireAdmin(c)
      const { search = '', state = 'all' } = c.req.valid('query')
      return c.json(await countOrders(db, { search, state }), 200)
    })
}
