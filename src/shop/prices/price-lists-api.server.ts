import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import {
  answers,
  body,
  countJson,
  listQuery,
  refuses,
  restApi,
} from '#platform/http/api/rest-api.server.ts'
import { adminList, adminRead } from '#shop/auth/access/admin-list.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { addPriceList, changePriceList, copyPriceList } from './change-price-lists.server.ts'
import { findContractOverlap } from './contract-overlap.server.ts'
import { explainPrice, listProductPrices, listRowsOfProduct } from './explain-prices.server.ts'
import { newPriceList, priceListChanges, priceListCopy } from './price-list-forms.ts'
import {
  priceListJson,
  productPricesJson,
  rowOfProductJson,
  toPriceListJson,
  toProductPricesJson,
  toRowOfProductJson,
  toWhyJson,
  whyJson,
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

const ofList = z.object({ id: z.string() })
const priceListQuery = z.object({
  search: z.string().max(100).default('').openapi({ description: 'A part of the name' }),
  state: z.enum(listStates).optional(),
  company: z.uuid().optional(),
  group: z.uuid().optional(),
})
const forCompany = z.uuid().optional().openapi({ description: 'Without one, as visitors pay' })
const whyQuery = z.object({
  sku: z.string().max(60),
  company: forCompany,
  quantity: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 31 - 1)
    .default(1),
})
const unknown = refuses('No such price list')
const invalid = refuses('A field breaks its rule; see `fields`')
const overlaps = refuses('Another contract of the company covers a product on the same days')

export type PriceListsApi = ReturnType<typeof createPriceListsApi>

/** Serves price lists, and why prices are what they are, to admins. */
export function createPriceListsApi({ db, clock }: { db: Db; clock: () => ListClock }) {
  const readList = async (id: string) => {
    const list = await findPriceList(db, id, clock())
    if (!list) throw refusePrices({ refused: 'no-such-list' })
    const overlap = await findContractOverlap(db, id)
    return {
      ...toPriceListJson(list),
      ...(overlap && { overlap: { list: overlap.list, sku: overlap.sku } }),
    }
  }
  return restApi()
    .openapi(
      ...adminList({
        path: '/price-lists',
        operationId: 'listPriceLists',
        summary: 'List price lists',
        query: listQuery.extend(priceListQuery.shape),
        answer: 'Price lists by name',
        row: priceListJson,
        rows: async (query) => (await listPriceLists(db, query, clock())).map(toPriceListJson),
      }),
    )
    .openapi(
      ...adminRead({
        path: '/price-listsCount',
        operationId: 'countPriceLists',
        summary: 'Count price lists',
        query: priceListQuery,
        answer: 'The number of price lists',
        json: countJson,
        read: async (query) => ({ count: await countPriceLists(db, query, clock()) }),
      }),
    )
    .openapi(
      adminRoute({
        method: 'post',
        path: '/price-lists',
        operationId: 'addPriceList',
        summary: 'Add a price list',
        request: { body: body(newPriceList) },
        responses: { 200: answers('The list, without rows', priceListJson), 422: invalid },
      }),
      async (c) => {
        const added = await addPriceList(db, c.req.valid('json'), clock(), c.var.audit)
        if ('refused' in added) throw refusePrices(added)
        return c.json(await readList(added.id), 200)
      },
    )
    .openapi(
      adminRoute({
        method: 'get',
        path: '/price-lists/why',
        operationId: 'explainPrice',
        summary: 'Why a price is what it is',
        request: { query: whyQuery },
        responses: {
          200: answers('The price, and what else it could be', whyJson),
          404: refuses('No such product'),
        },
      }),
      async (c) => {
        const { sku, company, quantity } = c.req.valid('query')
        const viewer = company ? { companyId: company } : {}
        const explained = await explainPrice(db, viewer, { sku, quantity }, clock().now)
        if (!explained) throw refusePrices({ refused: 'no-such-product' })
        return c.json(toWhyJson(explained, quantity), 200)
      },
    )
    .openapi(
      ...adminList({
        path: '/price-lists/of-product',
        operationId: 'listPricesOfProduct',
        summary: 'List the rows that could give a product its price',
        query: z.object({ sku: z.string().max(60) }),
        answer: 'Rows of lists that have not ended, at most 500',
        row: rowOfProductJson,
        rows: async ({ sku }) =>
          (await listRowsOfProduct(db, sku, clock().now)).map(toRowOfProductJson),
      }),
    )
    .openapi(
      ...adminList({
        path: '/price-lists/effective',
        operationId: 'listEffectivePrices',
        summary: 'List what a company pays',
        query: z.object({
          company: forCompany,
          search: z.string().max(100).default(''),
          after: z.string().max(40).default('').openapi({ description: 'The SKU before the page' }),
          size: z.coerce.number().int().min(1).max(1000).optional(),
        }),
        answer: 'Products by SKU',
        row: productPricesJson,
        rows: async ({ company, ...query }) => {
          const viewer = company ? { companyId: company } : {}
          return (await listProductPrices(db, viewer, query, clock().now)).map(toProductPricesJson)
        },
      }),
    )
    .openapi(
      adminRoute({
        method: 'get',
        path: '/price-lists/effective/csv',
        operationId: 'downloadEffectivePrices',
        summary: 'Download what a company pays as CSV',
        request: {
          query: z.object({
            company: forCompany,
            format: z.enum(['comma', 'semicolon']).default('comma'),
          }),
        },
        responses: {
          200: {
            description: 'A line for each step of each product on sale, streamed',
            content: { 'text/csv': { schema: z.string() } },
          },
        },
      }),
      async (c) => {
        const { company, format } = c.req.valid('query')
        const viewer = company ? { companyId: company } : {}
        const csv = await streamPricesCsv(db, viewer, format, clock().now)
        return c.body(csv, 200, {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': 'attachment; filename="prices.csv"',
          'Cache-Control': 'private, no-store',
        })
      },
    )
    .openapi(
      adminRoute({
        method: 'get',
        path: '/price-lists/{id}',
        operationId: 'getPriceList',
        summary: 'Read a price list',
        request: { params: ofList },
        responses: { 200: answers('The list', priceListJson), 404: unknown },
      }),
      async (c) => c.json(await readList(c.req.valid('param').id), 200),
    )
    .openapi(
      adminRoute({
        method: 'put',
        path: '/price-lists/{id}',
        operationId: 'changePriceList',
        summary: 'Rename a price list, or change its days',
        request: { params: ofList, body: body(priceListChanges) },
        responses: {
          200: answers('The list', priceListJson),
          404: unknown,
          409: overlaps,
          422: invalid,
        },
      }),
      async (c) => {
        const { id } = c.req.valid('param')
        const changed = await changePriceList(db, id, c.req.valid('json'), clock(), c.var.audit)
        if ('refused' in changed) throw refusePrices(changed)
        return c.json(await readList(id), 200)
      },
    )
    .openapi(
      adminRoute({
        method: 'post',
        path: '/price-lists/{id}/copy',
        operationId: 'copyPriceList',
        summary: 'Add a price list with the rows of another one, their net prices raised',
        request: { params: ofList, body: body(priceListCopy) },
        responses: {
          200: answers('The new list', priceListJson),
          404: unknown,
          409: overlaps,
          422: invalid,
        },
      }),
      async (c) => {
        const { id } = c.req.valid('param')
        const copied = await copyPriceList(db, id, c.req.valid('json'), clock(), c.var.audit)
        if ('refused' in copied) throw refusePrices(copied)
        return c.json(await readList(copied.id), 200)
      },
    )
}
