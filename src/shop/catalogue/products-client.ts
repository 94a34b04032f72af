import { answerOf, restClient } from '#platform/http/api/rest-client.ts'
import type { Product } from './product.ts'
import type { ProductsApi } from './products-api.server.ts'

const client = restClient<ProductsApi>()

export function fetchProducts(size: number, page: number): Promise<Product[]> {
  return answerOf(client.products.$get({ query: { size: String(size), page: String(page) } }))
}

export async function fetchProduct(id: string): Promise<Product> {
  return answerOf(client.products[':id'].$get({ param: { id } }))
}

export async function fetchProductsCount(): Promise<number> {
  return (await answerOf(client.productsCount.$get())).count
}
