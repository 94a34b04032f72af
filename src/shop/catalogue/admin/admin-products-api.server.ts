import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import {
  answers,
  countJson,
  listQuery,
  refuses,
  restApi,
} from '#platform/http/api/rest-api.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { productJson, toProductJson } from '#shop/catalogue/product-json.server.ts'
import { refuseProduct } from '#shop/catalogue/product-refusals.server.ts'
import { MAX_FOUND, PRODUCT_SEARCH, productSorts } from '#shop/catalogue/product-sorts.ts'
import { findProduct } from '#shop/catalogue/products.server.ts'
import { countProductsFound, searchProducts } from '#shop/catalogue/search/admin-search.server.ts'
import {
  stockMovementJson,
  toStockMovementJson,
} from '#shop/inventory/stock-movement-json.server.ts'
import { listMovements } from '#shop/inventory/stock-movements.server.ts'

const search = z
  .string()
  .max(254)
  .default('')
  .openapi({ description: `Word prefixes: ${PRODUCT_SEARCH}` })

const getManaged = adminRoute({
  method: 'get',
  path: '/products/manage',
  operationId: 'searchProducts',
  summary: 'Search products as an admin',
  request: {
    query: listQuery.extend({
      search,
      sort: z.enum(productSorts).default('newest'),
      size: listQuery.shape.size.default(10),
    }),
  },
  responses: {
    200: answers(`A page of the search results, at most ${MAX_FOUND} in all`, z.array(productJson)),
    400: refuses('An unknown sort order, or an invalid page'),
  },
})

const getManagedCount = adminRoute({
  method: 'get',
  path: '/products/manageCount',
  operationId: 'countFoundProducts',
  summary: 'Count search results',
  request: { query: z.object({ search }) },
  responses: {
    200: answers(`The number of search results, at most ${MAX_FOUND}`, countJson),
  },
})

const getMovements = adminRoute({
  method: 'get',
  path: '/products/movements/{id}',
  operationId: 'listStockMovements',
  summary: 'List stock movements',
  request: { params: z.object({ id: z.string() }) },
  responses: {
    200: answers('The recent stock movements, latest first', z.array(stockMovementJson)),
    404: refuses('No such product'),
  },
})

export type AdminProductsApi = ReturnType<typeof createAdminProductsApi>

/** Serves product search and stock movements to admins. */
export function createAdminProductsApi({ db }: { db: Db }) {
  return restApi()
    .openapi(getManaged, async (c) => {
      return c.json((await searchProducts(db, c.req.valid('query'))).map(toProductJson), 200)
    })
    .openapi(getManagedCount, async (c) => {
      return c.json({ count: await countProductsFound(db, c.req.valid('query').search) }, 200)
    })
    .openapi(getMovements, async (c) => {
      const { id } = c.req.valid('param')
      if (!(await findProduct(db, id))) throw refuseProduct({ refused: 'no-such-product' })
      return c.json((await listMovements(db, id)).map(toStockMovementJson), 200)
    })
}
