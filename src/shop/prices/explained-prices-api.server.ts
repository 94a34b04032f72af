import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { CSV_TYPE, downloadHeaders, file } from '#platform/http/api/download.server.ts'
import { restApi } from '#platform/http/api/rest-api.server.ts'
import { adminList } from '#shop/auth/access/admin-list.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { adminJson } from '#shop/auth/access/json-routes.server.ts'
import {
  explainPrice,
  findPricedTools,
  listProductPrices,
  listRowsOfProduct,
} from './explain-prices.server.ts'
import {
  pricedToolJson,
  productPricesJson,
  rowOfProductJson,
  toPricedToolJson,
  toProductPricesJson,
  toRowOfProductJson,
  toWhyJson,
  whyJson,
} from './price-list-json.server.ts'
import type { ListClock } from './price-list-queries.server.ts'
import { refusePrices } from './price-refusals.server.ts'
import { streamPricesCsv } from './prices-csv.server.ts'
import type { Viewer } from './viewer.server.ts'

const forCompany = z.uuid().optional().describe('Without one, as visitors pay')
const whose = {
  company: forCompany,
  group: z.uuid().optional().describe('As any of this group pays'),
}
export const own = z
  .enum(['true', 'false'])
  .default('false')
  .describe('Only the tools that a price list of the company itself prices')
const whyQuery = z.object({
  sku: z.string().max(60),
  ...whose,
  quantity: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 31 - 1)
    .default(1),
})

/** Serves what customers pay, and why; mounted before the lists, whose ids are paths too. */
export function createExplainedPricesApi({ db, clock }: { db: Db; clock: () => ListClock }) {
  return restApi(
    adminJson({
      endpoint: 'GET /price-lists/why',
      operationId: 'explainPrice',
      summary: 'Why a price is what it is',
      query: whyQuery,
      answer: 'The price, and what else it could be',
      json: whyJson,
      refusals: { 404: 'No such product' },
      respond: async ({ query: { sku, quantity, ...whose } }) => {
        const at = clock().now
        const explained = await explainPrice(db, viewerOf(whose), { sku, quantity }, at)
        if (!explained) throw refusePrices({ refused: 'no-such-product' })
        return toWhyJson(explained, quantity)
      },
    }),
    adminJson({
      endpoint: 'POST /price-lists/tools',
      operationId: 'readPricedTools',
      summary: 'Read tools with the lists that price them for a company, a group or visitors',
      body: z.object({ skus: z.array(z.string().max(60)).max(500), ...whose }),
      answer: 'Those of the tools that there are, deleted ones too',
      json: z.array(pricedToolJson),
      respond: async ({ json: { skus, ...whose } }) =>
        (await findPricedTools(db, viewerOf(whose), skus, clock().now)).map(toPricedToolJson),
    }),
    adminList({
      endpoint: 'GET /price-lists/of-product',
      operationId: 'listPricesOfProduct',
      summary: 'List the rows that could give a product its price',
      query: z.object({ sku: z.string().max(60) }),
      answer: 'Rows of lists that have not ended, at most 500',
      row: rowOfProductJson,
      rows: async ({ sku }) =>
        (await listRowsOfProduct(db, sku, clock().now)).map(toRowOfProductJson),
    }),
    adminList({
      endpoint: 'GET /price-lists/effective',
      operationId: 'listEffectivePrices',
      summary: 'List what a company pays',
      query: z.object({
        company: forCompany,
        own,
        search: z.string().max(100).default(''),
        after: z.string().max(40).default('').describe('The SKU before the page'),
        size: z.coerce.number().int().min(1).max(1000).optional(),
      }),
      answer: 'Products by SKU',
      row: productPricesJson,
      rows: async ({ company, own, ...query }) => {
        const wanted = { ...query, isOwn: own === 'true' }
        const prices = await listProductPrices(db, viewerOf({ company }), wanted, clock().now)
        return prices.map(toProductPricesJson)
      },
    }),
    adminRoute({
      endpoint: 'GET /price-lists/effective/csv',
      operationId: 'downloadEffectivePrices',
      summary: 'Download what a company pays as CSV',
      request: {
        query: z.object({
          company: forCompany,
          format: z.enum(['comma', 'semicolon']).default('comma'),
        }),
      },
      responses: {
        200: file('A line for each step of each product on sale, streamed', 'text/csv'),
      },
      respond: async (c) => {
        const { company, format } = c.req.valid('query')
        const csv = await streamPricesCsv(db, viewerOf({ company }), format, clock().now)
        return c.body(csv, 200, downloadHeaders(CSV_TYPE, 'prices.csv'))
      },
    }),
  )
}

type Whose = { company?: string | undefined; group?: string | undefined }

function viewerOf({ company, group }: Whose): Viewer {
  return { ...(company && { companyId: company }), ...(group && { groupId: group }) }
}
