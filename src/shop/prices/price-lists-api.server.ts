import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { orRefuse } from '#platform/http/api/refusals.server.ts'
import { countJson, listQuery, restApi } from '#platform/http/api/rest-api.server.ts'
import { adminList, adminRead } from '#shop/auth/access/admin-list.server.ts'
import { adminJson } from '#shop/auth/access/json-routes.server.ts'
import { countBuyers } from '#shop/companies/company-queries.server.ts'
import {
  addPriceList,
  changePriceList,
  copyPriceList,
  publishPriceList,
} from './change-price-lists.server.ts'
import { overlapsOfList } from './contract-overlap.server.ts'
import { newPriceList, priceListChanges, priceListCopy } from './price-list-forms.ts'
import { priceListJson, toPriceListJson } from './price-list-json.server.ts'
import {
  countPriceLists,
  findPriceList,
  type ListClock,
  listPriceLists,
  listStates,
} from './price-list-queries.server.ts'
import { refusePrices } from './price-refusals.server.ts'

const ofList = z.object({ id: z.string() })
const priceListQuery = z.object({
  search: z.string().max(100).default('').describe('A part of the name'),
  state: z.enum(listStates).optional(),
  company: z.uuid().optional(),
  group: z.uuid().optional(),
})
const unknown = 'No such price list'
const invalid = 'A field breaks its rule; see `fields`'
const overlaps = 'Another contract of the company covers a product on the same days'

export function createPriceListsApi({ db, clock }: { db: Db; clock: () => ListClock }) {
  const readList = async (id: string) => {
    const list = await findPriceList(db, id, clock())
    if (!list) throw refusePrices({ refused: 'no-such-list' })
    const [overlap] = await overlapsOfList(db, id, 1)
    return toPriceListJson(list, { overlap, customers: await countBuyers(db, list) })
  }
  return restApi(
    adminList({
      endpoint: 'GET /price-lists',
      operationId: 'listPriceLists',
      query: listQuery.extend(priceListQuery.shape),
      answer: 'Price lists by name',
      row: priceListJson,
      rows: async (query) =>
        (await listPriceLists(db, query, clock())).map((list) => toPriceListJson(list)),
    }),
    adminRead({
      endpoint: 'GET /price-listsCount',
      operationId: 'countPriceLists',
      query: priceListQuery,
      answer: 'The number of price lists',
      json: countJson,
      read: async (query) => ({ count: await countPriceLists(db, query, clock()) }),
    }),
    adminJson({
      endpoint: 'POST /price-lists',
      operationId: 'addPriceList',
      body: newPriceList,
      answer: 'The list, a draft without rows',
      json: priceListJson,
      refusals: { 422: invalid },
      respond: async ({ json, audit }) => {
        const { id } = orRefuse(await addPriceList(db, json, clock(), audit), refusePrices)
        return readList(id)
      },
    }),
    adminJson({
      endpoint: 'GET /price-lists/{id}',
      operationId: 'getPriceList',
      params: ofList,
      answer: 'The list',
      json: priceListJson,
      refusals: { 404: unknown },
      respond: ({ params: { id } }) => readList(id),
    }),
    adminJson({
      endpoint: 'PUT /price-lists/{id}',
      operationId: 'changePriceList',
      summary: 'Rename a price list, or change its days',
      params: ofList,
      body: priceListChanges,
      answer: 'The list',
      json: priceListJson,
      refusals: { 404: unknown, 409: overlaps, 422: invalid },
      respond: async ({ params: { id }, json, audit }) => {
        orRefuse(await changePriceList(db, id, json, clock(), audit), refusePrices)
        return readList(id)
      },
    }),
    adminJson({
      endpoint: 'POST /price-lists/{id}/publish',
      operationId: 'publishPriceList',
      summary: 'Publish a draft; the list that it was copied from ends when it begins',
      params: ofList,
      answer: 'The list',
      json: priceListJson,
      refusals: { 404: unknown, 409: overlaps, 422: 'The copied list would end first' },
      respond: async ({ params: { id }, audit }) => {
        orRefuse(await publishPriceList(db, id, clock(), audit), refusePrices)
        return readList(id)
      },
    }),
    adminJson({
      endpoint: 'POST /price-lists/{id}/copy',
      operationId: 'copyPriceList',
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
  )
}
