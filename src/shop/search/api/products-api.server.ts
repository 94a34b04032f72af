import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { jsonText, respondWithList } from '#platform/http/api/json-list.server.ts'
import { answers, body, countJson, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import {
  fullProductJson,
  namedProductJson,
  productJson,
  productMatchJson,
  toFullProductJson,
  toProductsJson,
} from '#shop/catalogue/product-json.server.ts'
import { createPageReads, listProductPage, listProductsAfter } from '#shop/catalogue/product-list.server.ts'
import { refuseProduct } from '#shop/catalogue/product-refusals.server.ts'
import { createProductReads, listProductsByIds, type StoredProduct } from '#shop/catalogue/products.server.ts'
import { MAX_LINES } from '#shop/list-store/order-list.ts'
import { callerViewer } from '#shop/prices/viewer.server.ts'
import { findProducts } from '#shop/search/find-products.server.ts'
import { perSearch, perSearchInQuery, searchRoute } from '#shop/search/limit-searches.server.ts'
import { matchProducts } from '#shop/search/pasted/match-products.server.ts'
import { isSearch, readCatalogueQuery } from '#shop/search/query/search-query.ts'
import { searchQuery, searchTooBroad, tooManySearches } from '#shop/search/search-api.server.ts'

// The page size of a search without `size`.
const MAX_LIST_SIZE = 1000

export function createProductsApi({ db }: { db: Db }) {
  const reads = { ...createProductReads(db), listPageAsJson: createPageReads(db) }
  return restApi({
    listProducts: searchRoute({
      endpoint: 'GET /products',
      cached: ['page', 'size'],
      limit: perSearchInQuery,
      description: 'With a search or a filter, the matching products, the best ones first.',
      request: { query: searchQuery },
      responses: {
        200: answers('A page of the products, or all of them', z.array(productJson)),
        400: refuses('A size outside 1 to 1000, or a page below 0'),
        422: refuses('The search has too many matches; narrow it'),
        429: tooManySearches,
      },
      respond: async (c) => {
        const { size, page } = c.req.valid('query')
        const viewer = callerViewer(c.var.caller)
        const toJson = (products: StoredProduct[]) => toProductsJson(db, viewer, products)
        if (size !== undefined && isPageOnly(c.req.url)) {
          return jsonText<z.infer<typeof productJson>[]>(await reads.listPageAsJson({ size, page, viewer }))
        }
        const requested = readCatalogueQuery(new URL(c.req.url).searchParams)
        if (isSearch(requested.query)) {
          const search = await findProducts(db, requested, {
            size: size ?? MAX_LIST_SIZE,
            page,
            withFacets: false,
            mayRecordMiss: () => c.var.searchLimits.mayRecordMiss(c),
          })
          if (search.isTooSlow) throw searchTooBroad()
          return c.json(await toJson(search.products), 200)
        }
        const products = size === undefined ? await reads.count() : 0
        const readBatch = c.var.searchLimits.startFullList(c, products)
        return respondWithList(size, {
          page: async (size) => toJson(await listProductPage(db, 'oldest', { size, page })),
          after: (after, size) => readBatch(async () => toJson(await listProductsAfter(db, after, size))),
        })
      },
    }),
    lookUpProducts: searchRoute({
      endpoint: 'POST /products/lookup',
      onlyReads: true,
      summary: 'Read several products',
      limit: perSearch,
      description: 'A POST, because so many ids do not fit into a URL. It changes nothing.',
      request: {
        body: body(z.object({ ids: z.array(z.string().max(100)).max(MAX_LINES) })),
      },
      responses: {
        200: answers('Those of the products that are on sale, in the given order', z.array(productJson)),
        429: tooManySearches,
      },
      respond: async (c) => {
        const products = await listProductsByIds(db, c.req.valid('json').ids)
        return c.json(await toProductsJson(db, callerViewer(c.var.caller), products), 200)
      },
    }),
    matchProducts: searchRoute({
      endpoint: 'POST /products/match',
      onlyReads: true,
      summary: 'Find the products that a list names',
      description:
        'By SKU, else by name: a whole name is certain, another one has up to 5 candidates. Each line counts as a search, and names are looked up for a second at most; the others are skipped, to be sent again. Changes nothing.',
      request: {
        body: body(z.object({ lines: z.array(namedProductJson).max(MAX_LINES) })),
      },
      responses: {
        200: answers(
          'For each line, the product if it is certain, else the candidates',
          z.array(productMatchJson),
        ),
        429: tooManySearches,
      },
      respond: async (c) => {
        const { lines } = c.req.valid('json')
        c.var.searchLimits.countSearches(c, Math.max(1, lines.length))
        const matches = await matchProducts(db, lines)
        const products = matches.flatMap(({ product, candidates }) => [product ?? [], candidates])
        const priced = await toProductsJson(db, callerViewer(c.var.caller), products.flat())
        const byId = new Map(priced.map((product) => [product._id, product]))
        const json = matches.map(({ product, candidates, ...match }) => ({
          product: (product && byId.get(product.id)) ?? null,
          candidates: candidates.flatMap(({ id }) => byId.get(id) ?? []),
          ...match,
        }))
        return c.json(json, 200)
      },
    }),
    getProduct: searchRoute({
      endpoint: 'GET /products/{id}',
      cached: [],
      request: { params: z.object({ id: z.string() }) },
      responses: {
        200: answers('The product', fullProductJson),
        404: refuses('No such product'),
      },
      respond: async (c) => {
        const product = await reads.find(c.req.valid('param').id, callerViewer(c.var.caller))
        if (!product) throw refuseProduct({ refused: 'no-such-product' })
        const json = toFullProductJson(product.product, product.ladder)
        return jsonText<z.infer<typeof fullProductJson>>(JSON.stringify(json))
      },
    }),
    countProducts: searchRoute({
      endpoint: 'GET /productsCount',
      cached: [],
      responses: { 200: answers('The number of products', countJson) },
      respond: async (c) => c.json({ count: await reads.count() }, 200),
    }),
  })
}

/** Whether the query has only `size` and `page`, and so is no search. */
function isPageOnly(url: string): boolean {
  const start = url.indexOf('?')
  return start < 0 || /^(?:(?:size|page)=[^&]*&?)*$/.test(url.slice(start + 1))
}
