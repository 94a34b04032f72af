import { answerOf, restClient } from '#platform/http/api/rest-client.ts'
import type { ProductsApi } from './api/products-api.server.ts'
import type { NamedProduct, Product, ProductMatch } from './product.ts'

const client = restClient<ProductsApi>()

export function fetchProducts(size: number, page: number): Promise<Product[]> {
  return answerOf(client.products.$get({ query: { size: String(size), page: String(page) } }))
}

export async function fetchProduct(id: string): Promise<Product> {
  return answerOf(client.products[':id'].$get({ param: { id } }))
}

/** Fetches the products with these ids that are on sale, in any order. */
export function lookUpProducts(ids: string[]): Promise<Product[]> {
  return answerOf(client.products.lookup.$post({ json: { ids } }))
}

/** Finds the products of these lines, in their order. */
export function fetchMatches(lines: NamedProduct[]): Promise<ProductMatch[]> {
  return answerOf(client.products.match.$post({ json: { lines } }))
}
