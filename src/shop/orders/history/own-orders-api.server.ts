import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { answers, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import { userRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { orderJson, toOrderJson } from '#shop/orders/order-json.server.ts'
import { findOftenBought } from './often-bought.server.ts'
import { streamOrdersCsv } from './orders-csv.server.ts'
import { LONGEST_SEARCH, OWN_ORDER_SEARCH } from './orders-query.ts'
import { listOwnOrders, summarizeOwnOrders } from './own-orders.server.ts'
import { orderTabs } from './own-orders.ts'
import {
  oftenBoughtJson,
  ownOrdersSummaryJson,
  toOftenBoughtJson,
  toOwnOrdersSummaryJson,
} from './own-orders-json.server.ts'

const moment = z.iso
  .datetime({ offset: true, error: 'must be a time such as 2026-11-22T00:00:00Z' })
  .optional()
const filter = z.object({
  search: z
    .string()
    .max(LONGEST_SEARCH)
    .default('')
    .openapi({ description: `Word prefixes: ${OWN_ORDER_SEARCH}` }),
  from: moment.openapi({ description: 'Ordered at this time or later' }),
  to: moment.openapi({ description: 'Ordered before this time' }),
})
const tab = z.enum(orderTabs, `tab must be one of ${orderTabs.join(', ')}`).default('all')

const format = z
  .enum(['comma', 'semicolon'], 'format must be comma or semicolon')
  .default('comma')
  .openapi({
    description: '`semicolon`: with decimal commas, for spreadsheets of countries that write 1,5',
  })

const sizeRule = 'size must be a whole number from 1 to 100'
const getOrders = userRoute({
  method: 'get',
  path: '/myOrders',
  operationId: 'findMyOrders',
  summary: 'Find my orders',
  request: {
    query: filter.extend({
      tab,
      size: z.coerce.number(sizeRule).int(sizeRule).min(1, sizeRule).max(100, sizeRule).default(20),
      before: z.uuid('before must be the id of an order').optional(),
      after: z.uuid('after must be the id of an order').optional(),
    }),
  },
  responses: {
    200: answers('A page of my orders, newest first', z.array(orderJson)),
    400: refuses('Invalid parameters'),
  },
})

const getSummary = userRoute({
  method: 'get',
  path: '/myOrders/summary',
  operationId: 'summarizeMyOrders',
  summary: 'Count and sum my orders by status',
  request: { query: filter },
  responses: {
    200: answers(
      'Counts and totals, up to 10,000 orders each, or 1,000 for a text search',
      ownOrdersSummaryJson,
    ),
    400: refuses('Invalid parameters'),
  },
})

const getCsv = userRoute({
  method: 'get',
  path: '/myOrders/csv',
  operationId: 'downloadMyOrders',
  summary: 'Download my orders as CSV',
  request: { query: filter.extend({ tab, format }) },
  responses: {
    200: {
      description: 'All orders found, streamed',
      content: { 'text/csv': { schema: z.string() } },
    },
    400: refuses('Invalid parameters'),
  },
})

const getOften = userRoute({
  method: 'get',
  path: '/myOrders/often',
  operationId: 'listOftenBought',
  summary: 'List what I buy often',
  request: {},
  responses: {
    200: answers(
      'Products on sale that my last 200 orders name most often',
      z.array(oftenBoughtJson),
    ),
  },
})

export type OwnOrdersApi = ReturnType<typeof createOwnOrdersApi>

const CSV_BATCH = 1_000

/** Serves My Orders: search, counts and CSV. */
export function createOwnOrdersApi({ db }: { db: Db }) {
  return restApi()
    .openapi(getOrders, async (c) => {
      const { from, to, ...place } = c.req.valid('query')
      const orders = await listOwnOrders(db, c.var.caller.id, { ...place, ...period(from, to) })
      return c.json(orders.map(toOrderJson), 200)
    })
    .openapi(getSummary, async (c) => {
      const { from, to, search } = c.req.valid('query')
      const wanted = { search, ...period(from, to) }
      const summaries = await summarizeOwnOrders(db, c.var.caller.id, wanted)
      return c.json(toOwnOrdersSummaryJson(summaries), 200)
    })
    .openapi(getOften, async (c) => {
      const often = await findOftenBought(db, c.var.caller.id)
      return c.json(often.map(toOftenBoughtJson), 200)
    })
    .openapi(getCsv, async (c) => {
      const { caller } = c.var
      const { from, to, format, ...wanted } = c.req.valid('query')
      const csv = await streamOrdersCsv(
        (before) =>
          listOwnOrders(db, caller.id, { ...wanted, ...period(from, to), size: CSV_BATCH, before }),
        format,
      )
      return c.body(csv, 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="orders.csv"',
        'Cache-Control': 'private, no-store',
      })
    })
}

function period(from: string | undefined, to: string | undefined) {
  return { from: from ? new Date(from) : undefined, to: to ? new Date(to) : undefined }
}
