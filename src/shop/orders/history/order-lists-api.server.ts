import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { CSV_TYPE, downloadHeaders, file } from '#platform/http/api/download.server.ts'
import { restApi } from '#platform/http/api/rest-api.server.ts'
import { centsToDollars } from '#platform/money.ts'
import { userRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { userJson } from '#shop/auth/access/json-routes.server.ts'
import { orderJson } from '#shop/orders/order-json.server.ts'
import { OWN_ORDER_SEARCH, orderFilters } from '#shop/orders/orders-query.ts'
import { listOrders, type OrdersSummary, summarizeOrders, type TabSummaries } from './list-orders.server.ts'
import { findOftenBought, oftenBoughtJson } from './often-bought.server.ts'
import { ENDS_EARLY, orderTimes, pageOfOrders, searchText, toOrdersJson } from './order-list-query.server.ts'
import { streamOrdersCsv } from './orders-csv.server.ts'

const filter = z.object({
  search: searchText(`Word prefixes: ${OWN_ORDER_SEARCH}`),
  ...orderTimes,
})
const state = z.enum(orderFilters, `state must be one of ${orderFilters.join(', ')}`).default('all')

const format = z
  .enum(['comma', 'semicolon'], 'format must be comma or semicolon')
  .default('comma')
  .describe('`semicolon`: with decimal commas, for spreadsheets of countries that write 1,5')

const tabSummary = z.object({
  count: z.number().int(),
  total: z.number().describe('In dollars, before tax'),
  more: z.boolean().describe('The real count and total are higher'),
})

const ownOrdersSummaryJson = z.object({
  open: tabSummary,
  unpaid: tabSummary.extend({
    due: z.number().describe('What they cost when they are paid together, with tax'),
  }),
  paid: tabSummary,
  cancelled: tabSummary,
})

export type OwnOrdersSummary = z.infer<typeof ownOrdersSummaryJson>

/** A page has up to 2,000 lines, each a row. */
const CSV_BATCH = 20

export function createOrderListsApi({ db }: { db: Db }) {
  return restApi({
    findMyOrders: userJson({
      endpoint: 'GET /orders',
      description: ENDS_EARLY,
      query: filter.extend({ state, ...pageOfOrders }),
      answer: 'A page of my orders, newest first',
      json: z.array(orderJson),
      respond: async ({ query, caller }) =>
        toOrdersJson(db, await listOrders(db, { ...query, accountId: caller.id })),
    }),
    summarizeMyOrders: userJson({
      endpoint: 'GET /orders/summary',
      summary: 'Count and sum my orders by status',
      query: filter,
      answer: 'Counts and totals, up to 10,000 orders each, or 1,000 for a text search',
      json: ownOrdersSummaryJson,
      respond: async ({ query, caller }) =>
        toOwnOrdersSummaryJson(await summarizeOrders(db, { ...query, accountId: caller.id })),
    }),
    listOftenBought: userJson({
      endpoint: 'GET /orders/often',
      summary: 'List what I buy often',
      answer: 'Products on sale that my last 200 orders name most often',
      json: z.array(oftenBoughtJson),
      respond: ({ caller }) => findOftenBought(db, caller.id),
    }),
    downloadMyOrders: userRoute({
      endpoint: 'GET /orders/csv',
      summary: 'Download my orders as CSV',
      request: { query: filter.extend({ state, format }) },
      responses: { 200: file('All orders found, streamed', 'text/csv') },
      respond: async (c) => {
        const { format, ...rest } = c.req.valid('query')
        const query = { ...rest, accountId: c.var.caller.id, size: CSV_BATCH }
        const csv = await streamOrdersCsv(db, (before) => listOrders(db, { ...query, before }), format)
        return c.body(csv, 200, downloadHeaders(CSV_TYPE, 'orders.csv'))
      },
    }),
  })
}

function toOwnOrdersSummaryJson(summaries: TabSummaries): OwnOrdersSummary {
  const { open, unpaid, paid, cancelled } = summaries
  return {
    open: toTabJson(open),
    unpaid: { ...toTabJson(unpaid), due: centsToDollars(unpaid.due) },
    paid: toTabJson(paid),
    cancelled: toTabJson(cancelled),
  }
}

function toTabJson({ count, total, more }: OrdersSummary): z.infer<typeof tabSummary> {
  return { count, total: centsToDollars(total), more }
}
