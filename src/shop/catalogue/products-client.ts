import { answerOf, restClient } from '#platform/http/api/rest-client.ts'
import type { ProductsApi } from './api/products-api.server.ts'
import type { NamedProduct, Product, ProductMatch } from './product.ts'

const client = restClient<ProductsApi>()

export function fetchProducts(size: number, page: number): Promise<Product[]> {
  return answerOf(client.products.$get({ query: { size: String(size), page: String(page) } }))
}

/** Fetches those of these products that are on sale, in any sequence. */
export function lookUpProducts(ids: string[]): Promise<Product[]> {
  return answerOf(client.products.lookup.$post({ json: { ids } }))
}

/** Finds the products that these lines name, in their sequence. */
export function fetchMatches(lines: NamedProduct[]): Promise<ProductMatch[]> {
  return answerOf(client.products.match.$post({ json: { lines } }))
}
