import { answerOf, restClient } from '#platform/http/api/rest-client.ts'
import type { ProductsApi } from './api/products-api.server.ts'
import type { CategoriesApi } from './categories/categories-api.server.ts'
import type { Category } from './categories/category.ts'
import type { NamedProduct, Product, ProductMatch } from './product.ts'
import type { SearchApi } from './search/search-api.server.ts'
import type { Suggestions } from './search/search-json.server.ts'

const client = restClient<ProductsApi>()

export function fetchProducts(size: number, page: number): Promise<Product[]> {
  return answerOf(client.products.$get({ query: { size: String(size), page: String(page) } }))
}

/** Fetches those of these products that are on sale, in any sequence. */
export function lookUpProducts(ids: string[]): Promise<Product[]> {
  return answerOf(client.products.lookup.$post({ json: { ids } }))
}

/** Finds the products of these lines, in their order. */
export function fetchMatches(lines: NamedProduct[]): Promise<ProductMatch[]> {
  return answerOf(client.products.match.$post({ json: { lines } }))
}

const categories = restClient<CategoriesApi>()

/** Fetches all categories with their specifications, parents first. */
export function fetchCategories(): Promise<Category[]> {
  return answerOf(categories.categories.$get())
}

const searching = restClient<SearchApi>()

/** Suggests products and categories while a search is typed; a later one aborts it. */
export function fetchSuggestions(q: string, signal: AbortSignal): Promise<Suggestions> {
  return answerOf(searching.products.suggest.$get({ query: { q } }, { init: { signal } }))
}
