import { z } from '@hono/zod-openapi'
import type { RawBuilder } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { CSV_TYPE, downloadHeaders, file } from '#platform/http/api/download.server.ts'
import { orRefuse } from '#platform/http/api/refusals.server.ts'
import { countJson, listQuery, restApi } from '#platform/http/api/rest-api.server.ts'
import { adminList } from '#shop/auth/access/admin-list.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { adminJson } from '#shop/auth/access/json-routes.server.ts'
import { countBuyers } from '#shop/companies/company-queries.server.ts'
import {
  addPriceList,
  changePriceList,
  copyPriceList,
  publishPriceList,
} from './change-price-lists.server.ts'
import { overlapsOfList } from './contract-overlap.server.ts'
import { findPricedTools, listProductPrices, listRowsOfProduct } from './explain-prices.server.ts'
import { newPriceList, priceListChanges, priceListCopy } from './price-list-forms.ts'
import {
  pricedToolJson,
  priceListJson,
  productPricesJson,
  rowOfProductJson,
  toPricedToolJson,
  toPriceListJson,
  toProductPricesJson,
  toRowOfProductJson,
} from './price-list-json.server.ts'
import {
  countPriceLists,
  findPriceList,
  type ListClock,
  listPriceLists,
  listStates,
} from './price-list-queries.server.ts'
import { refusePrices } from './price-refusals.server.ts'
import { streamPricesCsv } from './prices-csv.server.ts'
import type { Viewer } from './viewer.server.ts'

const ofList = z.object({ id: z.string() })
const priceListQuery = z.object({
  search: z.string().max(100).default('').describe('A part of the name'),
  state: z.enum(listStates).optional(),
  company: z.uuid().optional(),
  group: z.uuid().optional(),
})
const forCompany = z.uuid().optional().describe('Without one, as visitors pay')
const whose = {
  company: forCompany,
  group: z.uuid().optional().describe('As any of this group pays'),
}
const unknown = 'No such price list'
const invalid = 'A field breaks its rule; see `fields`'
const overlaps = 'Another contract of the company covers a product on the same days'

/** `shownImage` is that of a product, for a statement about `product`. */
type PriceListsDeps = { db: Db; clock: () => ListClock; shownImage: RawBuilder<string> }

export function createPriceListsApi({ db, clock, shownImage }: PriceListsDeps) {
  const readList = async (id: string) => {
    const list = await findPriceList(db, id, clock())
    if (!list) throw refusePrices({ refused: 'no-such-list' })
    const [overlap] = await overlapsOfList(db, id, 1)
    return toPriceListJson(list, { overlap, customers: await countBuyers(db, list) })
  }
  return restApi({
    listPriceLists: adminList({
      endpoint: 'GET /price-lists',
      query: listQuery.extend(priceListQuery.shape),
      answer: 'Price lists by name',
      row: priceListJson,
      rows: async (query) => (await listPriceLists(db, query, clock())).map((list) => toPriceListJson(list)),
    }),
    countPriceLists: adminJson({
      endpoint: 'GET /price-listsCount',
      query: priceListQuery,
      json: countJson,
      respond: async ({ query }) => ({ count: await countPriceLists(db, query, clock()) }),
    }),
    addPriceList: adminJson({
      endpoint: 'POST /price-lists',
      body: newPriceList,
      answer: 'The list, a draft without rows',
      json: priceListJson,
      refusals: { 422: invalid },
      respond: async ({ json, audit }) => {
        const { id } = orRefuse(await addPriceList(db, json, clock(), audit), refusePrices)
        return readList(id)
      },
    }),
    readPricedTools: adminJson({
      endpoint: 'POST /price-lists/tools',
      summary: 'Read tools with the lists that price them for a company, a group or visitors',
      body: z.object({ skus: z.array(z.string().max(60)).max(500), ...whose }),
      answer: 'Those of the tools that there are, deleted ones too',
      json: z.array(pricedToolJson),
      respond: async ({ json: { skus, ...whose } }) => {
        const wanted = { skus, shownImage }
        return (await findPricedTools(db, viewerOf(whose), wanted, clock().now)).map(toPricedToolJson)
      },
    }),
    listPricesOfProduct: adminList({
      endpoint: 'GET /price-lists/of-product',
      summary: 'List the rows that could give a product its price',
      query: z.object({ sku: z.string().max(60) }),
      answer: 'Rows of lists that have not ended, at most 500',
      row: rowOfProductJson,
      rows: async ({ sku }) => (await listRowsOfProduct(db, sku, clock().now)).map(toRowOfProductJson),
    }),
    listEffectivePrices: adminList({
      endpoint: 'GET /price-lists/effective',
      summary: 'List what a company pays',
      query: z.object({
        company: forCompany,
        search: z.string().max(100).default(''),
        after: z.string().max(40).default('').describe('The SKU before the page'),
        size: z.coerce.number().int().min(1).max(1000).optional(),
      }),
      answer: 'Products by SKU',
      row: productPricesJson,
      rows: async ({ company, ...query }) => {
        const prices = await listProductPrices(db, viewerOf({ company }), query, clock().now)
        return prices.map(toProductPricesJson)
      },
    }),
    downloadEffectivePrices: adminRoute({
      endpoint: 'GET /price-lists/effective/csv',
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
    getPriceList: adminJson({
      endpoint: 'GET /price-lists/{id}',
      params: ofList,
      json: priceListJson,
      refusals: { 404: unknown },
      respond: ({ params: { id } }) => readList(id),
    }),
    changePriceList: adminJson({
      endpoint: 'PUT /price-lists/{id}',
      summary: 'Rename a price list, or change its days',
      params: ofList,
      body: priceListChanges,
      json: priceListJson,
      refusals: { 404: unknown, 409: overlaps, 422: invalid },
      respond: async ({ params: { id }, json, audit }) => {
        orRefuse(await changePriceList(db, id, json, clock(), audit), refusePrices)
        return readList(id)
      },
    }),
    publishPriceList: adminJson({
      endpoint: 'POST /price-lists/{id}/publish',
      summary: 'Publish a draft; the list that it was copied from ends when it begins',
      params: ofList,
      json: priceListJson,
      refusals: { 404: unknown, 409: overlaps, 422: 'The copied list would end first' },
      respond: async ({ params: { id }, audit }) => {
        orRefuse(await publishPriceList(db, id, clock(), audit), refusePrices)
        return readList(id)
      },
    }),
    copyPriceList: adminJson({
      endpoint: 'POST /price-lists/{id}/copy',
      summary: 'Add a price list with the rows of another one, their net prices raised',
      params: ofList,
      body: priceListCopy,
      answer: 'The new list, a draft',
      json: priceListJson,
      refusals: { 404: unknown, 422: invalid },
      respond: async ({ params, json, audit }) => {
        const copied = await copyPriceList(db, params.id, json, clock(), audit)
        return readList(orRefuse(copied, refusePrices).id)
      },
    }),
  })
}

type Whose = { company?: string | undefined; group?: string | undefined }

function viewerOf({ company, group }: Whose): Viewer {
  return { ...(company && { companyId: company }), ...(group && { groupId: group }) }
}
