import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { countJson, listQuery, restApi } from '#platform/http/api/rest-api.server.ts'
import { adminList } from '#shop/auth/access/admin-list.server.ts'
import { adminJson } from '#shop/auth/access/json-routes.server.ts'
import { MAX_FOUND, PRODUCT_SEARCH } from '#shop/catalogue/product.ts'
import {
  fullManagedJson,
  managedProductJson,
  toFullManagedJson,
  toManagedProductJson,
} from '#shop/catalogue/product-json.server.ts'
import { refuseProduct } from '#shop/catalogue/product-refusals.server.ts'
import { productSorts } from '#shop/catalogue/product-sorts.ts'
import { type FullProduct, findFullProduct } from '#shop/catalogue/products.server.ts'
import {
  listMovements,
  stockMovementJson,
  toStockMovementJson,
} from '#shop/inventory/stock-movements.server.ts'
import { countProductsFound, searchProducts } from '#shop/search/admin-search.server.ts'

const search = z.string().max(254).default('').describe(`Word prefixes: ${PRODUCT_SEARCH}`)

const stock = z
  .enum(['low', 'discontinued'], 'stock must be low or discontinued')
  .optional()
  .describe('Only products with less stock than their minimum order, or only discontinued ones')

const params = z.object({ id: z.string() })

export function createAdminProductsApi({ db }: { db: Db }) {
  return restApi({
    searchProducts: adminList({
      endpoint: 'GET /products/manage',
      summary: 'Search products as an admin',
      query: listQuery.extend({
        search,
        stock,
        sort: z.enum(productSorts).optional(),
        size: listQuery.shape.size.default(10),
      }),
      answer: `A page of the search results, at most ${MAX_FOUND} in all`,
      row: managedProductJson,
      rows: async (query) => (await searchProducts(db, query)).map(toManagedProductJson),
    }),
    countFoundProducts: adminJson({
      endpoint: 'GET /products/manageCount',
      summary: 'Count search results',
      query: z.object({ search, stock }),
      answer: `The number of search results, at most ${MAX_FOUND}`,
      json: countJson,
      respond: async ({ query }) => ({ count: await countProductsFound(db, query) }),
    }),
    getManagedProduct: adminJson({
      endpoint: 'GET /products/manage/{id}',
      summary: 'Read a product as an admin',
      params,
      json: fullManagedJson,
      refusals: { 404: 'No such product' },
      respond: async ({ params: { id } }) => toFullManagedJson(await requireProduct(db, id)),
    }),
    listStockMovements: adminJson({
      endpoint: 'GET /products/movements/{id}',
      params,
      answer: 'The recent stock movements, latest first',
      json: z.array(stockMovementJson),
      refusals: { 404: 'No such product' },
      respond: async ({ params }) => {
        const { id } = await requireProduct(db, params.id)
        return (await listMovements(db, id)).map(toStockMovementJson)
      },
    }),
  })
}

async function requireProduct(db: Db, id: string): Promise<FullProduct> {
  const product = await findFullProduct(db, id)
  if (!product) throw refuseProduct({ refused: 'no-such-product' })
  return product
}
