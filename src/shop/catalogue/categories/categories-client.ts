import { answerOf, restClient } from '#platform/http/api/rest-client.ts'
import type { CategoriesApi } from './categories-api.server.ts'
import type { Category } from './category.ts'

const client = restClient<CategoriesApi>()

/** Fetches all categories with their specifications, parents first. */
export function fetchCategories(): Promise<Category[]> {
  return answerOf(client.categories.$get())
}
