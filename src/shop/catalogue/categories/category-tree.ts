import { href } from 'react-router'
import type { Category } from './category.ts'

/** Returns the path of a category's public page. */
export function categoryPath({ slug }: Pick<Category, 'slug'>): string {
  return href('/tools/category/:slug', { slug })
}

/** Returns a category after the one above it, if any; empty for an unknown slug. */
export function categoryBreadcrumbs(categories: Category[], slug: string | null): Category[] {
  const category = categories.find((one) => one.slug === slug)
  if (!category) return []
  return [...categoryBreadcrumbs(categories, category.parent), category]
}

/** Returns the categories directly below one, or the top ones for null. */
export function categoriesBelow(categories: Category[], parent: string | null): Category[] {
  return categories.filter((one) => one.parent === parent)
}

/** Returns the specifications of a product in this category: its own after those from above. */
export function specificationsOf(categories: Category[], slug: string | null) {
  return categoryBreadcrumbs(categories, slug).flatMap(({ specifications }) => specifications)
}

/** Returns those of all these categories; a key that several use is one column of a table. */
export function columnsOf(categories: Category[], slugs: (string | null)[]) {
  const all = [...new Set(slugs)].flatMap((slug) => specificationsOf(categories, slug))
  return [...new Map(all.map((one) => [one.key, one])).values()]
}
