import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { answers, listQuery, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import { HttpRefusal } from '#platform/http/http-errors.ts'
import { callerViewer } from '#shop/prices/viewer.server.ts'
import { findProducts, suggestProducts } from './find-products.server.ts'
import { perSearch, searchRoute } from './limit-searches.server.ts'
import { cleanSearch, readCatalogueQuery, searchSorts } from './query/search-query.ts'
import { searchResult, suggestions, toSearchJson, toSuggestionsJson } from './search-json.server.ts'
import { SearchTooSlow } from './search-time-limit.server.ts'

const DEFAULT_SIZE = 20

/** `?q=&category=&price=&stock=&sort=`; unknown values are dropped, so they are plain texts here. */
export const searchQuery = listQuery.extend({
  q: z.string().optional().describe('Words, sizes (`13mm`, `1/2 in`) or a SKU, at most 200 characters'),
  category: z.string().optional().describe('Slug; includes those below it'),
  'spec.{key}': z
    .string()
    .optional()
    .describe(
      'A value of a specification, such as `spec.material=CrV steel`, or a range of numbers, such as `spec.jaw-width=10..19`, `10..` or `..19`. Repeat it for several values.',
    ),
  price: z.string().optional().openapi({ description: 'A range in dollars', example: '5..20' }),
  stock: z.string().optional().describe('`1`: only what can be ordered now'),
  sort: z
    .string()
    .optional()
    .describe(`One of ${searchSorts.map(({ value }) => value).join(', ')}`),
})

/** The response of routes whose searches are counted. */
export const tooManySearches = refuses('Too many searches; see Retry-After')

export function createSearchApi({ db }: { db: Db }) {
  return restApi({
    searchCatalogue: searchRoute({
      endpoint: 'GET /products/search',
      summary: 'Search products, with facets',
      limit: perSearch,
      request: { query: searchQuery },
      responses: {
        200: answers('A page of what was found, and how to narrow it', searchResult),
        400: refuses('A size outside 1 to 1000, or a page below 0'),
        429: tooManySearches,
      },
      respond: async (c) => {
        const { size = DEFAULT_SIZE, page } = c.req.valid('query')
        const requested = readCatalogueQuery(new URL(c.req.url).searchParams)
        const mayRecordMiss = () => c.var.searchLimits.mayRecordMiss(c)
        const products = await findProducts(db, requested, { size, page, mayRecordMiss })
        return c.json(await toSearchJson(db, callerViewer(c.var.caller), products), 200)
      },
    }),
    suggestProducts: searchRoute({
      endpoint: 'GET /products/suggest',
      summary: 'Suggest products and categories while a search is typed',
      limit: perSearch,
      request: { query: z.object({ q: z.string().default('') }) },
      responses: {
        200: answers('The first products and categories, and how many products there are', suggestions),
        422: refuses('The search has too many matches; narrow it'),
        429: tooManySearches,
      },
      respond: async (c) => {
        const { text } = cleanSearch(c.req.valid('query').q)
        try {
          const suggested = await suggestProducts(db, text)
          return c.json(await toSuggestionsJson(db, callerViewer(c.var.caller), suggested), 200)
        } catch (error) {
          throw error instanceof SearchTooSlow ? searchTooBroad() : error
        }
      },
    }),
  })
}

/** The refusal of a search that the database does not finish in time. */
export function searchTooBroad(): HttpRefusal {
  return new HttpRefusal(422, 'too-broad', 'Narrow the search: add a word or choose a category.')
}
