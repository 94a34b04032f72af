import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { answers, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import { adminRoute, userRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { MAX_LINES_OF_PAGE } from '#shop/orders/order.ts'
import { orderCountJson, orderJson, toOrderJson } from '#shop/orders/order-json.server.ts'
import {
  LONGEST_SEARCH,
  ORDER_SEARCH,
  OWN_ORDER_SEARCH,
  orderFilters,
} from '#shop/orders/orders-query.ts'
import { countOrders, listOrders, summarizeOrders } from './list-orders.server.ts'
import { findOftenBought } from './often-bought.server.ts'
import { streamOrdersCsv } from './orders-csv.server.ts'
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
const state = z.enum(orderFilters, `state must be one of ${orderFilters.join(', ')}`).default('all')

const format = z
  .enum(['comma', 'semicolon'], 'format must be comma or semicolon')
  .default('comma')
  .openapi({
    description: '`semicolon`: with decimal commas, for spreadsheets of countries that write 1,5',
  })

const sizeRule = 'size must be a whole number from 1 to 100'
const place = {
  size: z.coerce.number(sizeRule).int(sizeRule).min(1, sizeRule).max(100, sizeRule).default(20),
  before: z.uuid('before must be the id of an order').optional(),
  after: z.uuid('after must be the id of an order').optional(),
}

const ENDS_EARLY = `A page ends early, after one order or more, where it would have more than ${MAX_LINES_OF_PAGE.toLocaleString('en-US')} lines. An empty page is the end.`

const adminFilter = z.object({
  search: z
    .string()
    .max(LONGEST_SEARCH)
    .default('')
    .openapi({ description: `Word prefixes, or the number or id of an order: ${ORDER_SEARCH}` }),
  state,
})

export type OrderListsApi = ReturnType<typeof createOrderListsApi>

/** A page has up to 2,000 lines, each a row. */
const CSV_BATCH = 20

/** Serves lists of orders: a buyer's own with counts and CSV, and everybody's to admins. */
export function createOrderListsApi({ db }: { db: Db }) {
  return restApi()
    .openapi(
      userRoute({
        method: 'get',
        path: '/orders',
        operationId: 'findMyOrders',
        summary: 'Find my orders',
        description: ENDS_EARLY,
        request: {
          query: filter.extend({
            state,
            ...place,
          }),
        },
        responses: {
          200: answers('A page of my orders, newest first', z.array(orderJson)),
          400: refuses('Invalid parameters'),
        },
      }),
      async (c) => {
        const { from, to, ...wanted } = c.req.valid('query')
        const accountId = c.var.caller.id
        const orders = await listOrders(db, { ...wanted, ...period(from, to), accountId })
        return c.json(orders.map(toOrderJson), 200)
      },
    )
    .openapi(
      userRoute({
        method: 'get',
        path: '/orders/summary',
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
      }),
      async (c) => {
        const { from, to, search } = c.req.valid('query')
        const accountId = c.var.caller.id
        const summaries = await summarizeOrders(db, { search, ...period(from, to), accountId })
        return c.json(toOwnOrdersSummaryJson(summaries), 200)
      },
    )
    .openapi(
      userRoute({
        method: 'get',
        path: '/orders/often',
        operationId: 'listOftenBought',
        summary: 'List what I buy often',
        request: {},
        responses: {
          200: answers(
            'Products on sale that my last 200 orders name most often',
            z.array(oftenBoughtJson),
          ),
        },
      }),
      async (c) => {
        const often = await findOftenBought(db, c.var.caller.id)
        return c.json(often.map(toOftenBoughtJson), 200)
      },
    )
    .openapi(
      userRoute({
        method: 'get',
        path: '/orders/csv',
        operationId: 'downloadMyOrders',
        summary: 'Download my orders as CSV',
        request: { query: filter.extend({ state, format }) },
        responses: {
          200: {
            description: 'All orders found, streamed',
            content: { 'text/csv': { schema: z.string() } },
          },
          400: refuses('Invalid parameters'),
        },
      }),
      async (c) => {
        const { from, to, format, ...rest } = c.req.valid('query')
        const wanted = { ...rest, ...period(from, to), accountId: c.var.caller.id, size: CSV_BATCH }
        const csv = await streamOrdersCsv(
          db,
          (before) => listOrders(db, { ...wanted, before }),
          format,
        )
        return c.body(csv, 200, {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': 'attachment; filename="orders.csv"',
          'Cache-Control': 'private, no-store',
        })
      },
    )
    .openapi(
      adminRoute({
        method: 'get',
        path: '/orders/all',
        operationId: 'findOrders',
        summary: 'Find orders of all buyers',
        description: ENDS_EARLY,
        request: { query: adminFilter.extend(place) },
        responses: {
          200: answers('A page of orders, newest first', z.array(orderJson)),
          400: refuses('Invalid parameters'),
        },
      }),
      async (c) => c.json((await listOrders(db, c.req.valid('query'))).map(toOrderJson), 200),
    )
    .openapi(
      adminRoute({
        method: 'get',
        path: '/orders/all/count',
        operationId: 'countFoundOrders',
        summary: 'Count orders of all buyers',
        request: { query: adminFilter },
        responses: {
          200: answers(
            'The number of orders, up to 10,000, or 1,000 for a text search',
            orderCountJson,
          ),
        },
      }),
      async (c) => c.json(await countOrders(db, c.req.valid('query')), 200),
    )
}

function period(from: string | undefined, to: string | undefined) {
  return { from: from ? new Date(from) : undefined, to: to ? new Date(to) : undefined }
}
