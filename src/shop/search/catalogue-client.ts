import { restClient } from '#platform/http/api/rest-client.ts'
import { viewerFetch } from '#shop/auth/access/authorized-fetch.ts'
import type { createCategoriesApi } from '#shop/catalogue/categories/categories-api.server.ts'
import type { Category } from '#shop/catalogue/categories/category.ts'
import type { Product } from '#shop/catalogue/product.ts'
import type { createProductsApi } from './api/products-api.server.ts'
import type { createSearchApi } from './search-api.server.ts'

/** The client of the catalogue's public routes, whose prices are those of the current user. */
export const catalogueApi = restClient<
  typeof createProductsApi | typeof createCategoriesApi | typeof createSearchApi
>(viewerFetch)

/** Fetches those of these products that are on sale, in any sequence. */
export function lookUpProducts(ids: string[]): Promise<Product[]> {
  return catalogueApi.products.lookup.$post({ json: { ids } })
}

/** Fetches all categories with their specifications, parents first. */
export function fetchCategories(): Promise<Category[]> {
  return catalogueApi.categories.$get()
}
