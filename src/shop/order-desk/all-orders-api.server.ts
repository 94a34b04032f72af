import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { restApi } from '#platform/http/api/rest-api.server.ts'
import { centsToDollars } from '#platform/money.ts'
import { adminList } from '#shop/auth/access/admin-list.server.ts'
import { adminJson } from '#shop/auth/access/json-routes.server.ts'
import { listOrders } from '#shop/orders/history/list-orders.server.ts'
import {
  ENDS_EARLY,
  orderTimes,
  pageOfOrders,
  searchText,
  toOrdersJson,
} from '#shop/orders/history/order-list-query.server.ts'
import { orderCountJson, orderJson } from '#shop/orders/order-json.server.ts'
import { deskFilters, deskTabs, LONGEST_SEARCH, ORDER_SEARCH, orderKeys } from '#shop/orders/orders-query.ts'
import { countTabs, sumOrders } from './summarize-desk.server.ts'

const filter = z.object({
  search: searchText(`Word prefixes, or the number or id of an order: ${ORDER_SEARCH}`),
  state: z.enum(deskFilters, `state must be one of ${deskFilters.join(', ')}`).default('all'),
  buyer: z.string().max(LONGEST_SEARCH).optional().describe('The `_id` or the e-mail of a buyer'),
  company: z
    .uuid('company must be the id of a company')
    .optional()
    .describe('Also the orders of companies that were merged into it'),
  ...orderTimes,
})

const deskSummaryJson = z.object({
  tabs: z
    .record(z.enum(deskTabs), orderCountJson)
    .describe('Up to 1,000 orders each, within the other filters'),
  found: orderCountJson.extend({
    pieces: z.number().int(),
    total: z.number().describe('In dollars, net'),
    open: z.number().describe('What of it is unpaid'),
  }),
})

/** What a filter finds, and how much each tab would find. */
export type DeskSummary = z.infer<typeof deskSummaryJson>

export function createAllOrdersApi({ db }: { db: Db }) {
  return restApi({
    findOrders: adminList({
      endpoint: 'GET /orders/all',
      summary: 'Find orders of all buyers',
      description: ENDS_EARLY,
      query: filter.extend({
        ...pageOfOrders,
        sort: z
          .enum(orderKeys, `sort must be one of ${orderKeys.join(', ')}`)
          .default('placed')
          .describe('The newest first, or by buyer from Z to A'),
      }),
      answer: 'A page of orders',
      row: orderJson,
      rows: async (query) => toOrdersJson(db, await listOrders(db, query)),
    }),
    summarizeOrders: adminJson({
      endpoint: 'GET /orders/all/summary',
      summary: 'Sum orders of all buyers, and count the tabs',
      query: filter,
      answer: 'The sums of up to 10,000 orders, or 1,000 for a text search, and the counts',
      json: deskSummaryJson,
      respond: async ({ query }) => {
        const { total, open, ...sums } = await sumOrders(db, query)
        const tabs = await countTabs(db, query)
        const dollars = { total: centsToDollars(total), open: centsToDollars(open) }
        return { tabs, found: { ...sums, ...dollars } }
      },
    }),
  })
}
