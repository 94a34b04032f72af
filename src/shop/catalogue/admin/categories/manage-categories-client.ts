import type { z } from 'zod'
import { answerOf, RestRefusal, restClient } from '#platform/http/api/rest-client.ts'
import { authorizedFetch } from '#shop/auth/access/authorized-fetch.ts'
import type { Category } from '#shop/catalogue/categories/category.ts'
import type { CategoryChanges, NewCategory, specificationChanges } from './category-forms.ts'
import type { ManageCategoriesApi } from './manage-categories-api.server.ts'

const client = restClient<ManageCategoriesApi>(authorizedFetch)

/** Fetches the number of products on sale by category. */
export async function fetchUsage(): Promise<Map<string, number>> {
  const usage = await answerOf(client.categoryUsage.$get())
  return new Map(usage.map(({ category, products }) => [category, products]))
}

export function sendNewCategory(category: NewCategory): Promise<Category> {
  return answerOf(client.categories.$post({ json: category }))
}

export function sendCategoryChanges(slug: string, changes: CategoryChanges): Promise<Category> {
  return answerOf(client.categories[':slug'].$put({ param: { slug }, json: changes }))
}

/** Deletes a category; its products go to another one, or to none when it is empty. */
export async function sendCategoryDeletion(slug: string, productsTo: string): Promise<void> {
  await answerOf(client.categories[':slug'].$delete({ param: { slug }, query: { productsTo } }))
}

export function sendSpecifications(
  slug: string,
  changes: z.input<typeof specificationChanges>,
): Promise<Category> {
  return answerOf(
    client.categories[':slug'].specifications.$put({ param: { slug }, json: changes }),
  )
}

/** The number of products that would lose a value, if that is the reason of the refusal. */
export function productsLosingValues(error: unknown): number | null {
  const isThat = error instanceof RestRefusal && error.code === 'loses-values'
  return isThat ? Number(error.fields.losing) : null
}

/** Gives a category, or none, to these products or to all that a search finds. */
export async function sendAssignment(
  category: string | null,
  products: string[] | { search: string },
): Promise<number> {
  const answer = client.productsCategory.$put({ json: { category, products } })
  return (await answerOf(answer)).changed
}
