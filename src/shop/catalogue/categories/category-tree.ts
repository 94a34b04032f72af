import { href } from 'react-router'
import type { Category } from './category.ts'

export function categoryPath({ slug }: Pick<Category, 'slug'>): string {
  return href('/tools/category/:slug', { slug })
}

/** Returns the parent, if any, and the category; empty for an unknown slug. */
export function categoryBreadcrumbs(categories: readonly Category[], slug: string | null): Category[] {
  const category = categories.find((category) => category.slug === slug)
  if (!category) return []
  return [...categoryBreadcrumbs(categories, category.parent), category]
}

/** Returns the children of a category, or the top categories for null. */
export function categoriesBelow(categories: Category[], parent: string | null): Category[] {
  return categories.filter((category) => category.parent === parent)
}

/** Returns the categories in the owner's order, each before those below it. */
export function inTreeOrder<Of extends Pick<Category, 'slug' | 'parent'>>(categories: readonly Of[]): Of[] {
  const below = Map.groupBy(categories, ({ parent }) => parent)
  return (below.get(null) ?? []).flatMap((top) => [top, ...(below.get(top.slug) ?? [])])
}

/** Returns the specifications of products in this category: the parent's, then its own, which win. */
export const specificationsOf = (categories: readonly Category[], slug: string | null) =>
  columnsOf(categories, [slug])

/** Returns the specifications of these categories; a shared key counts once. */
export function columnsOf(categories: readonly Category[], slugs: (string | null)[]) {
  const all = [...new Set(slugs)]
    .flatMap((slug) => categoryBreadcrumbs(categories, slug))
    .flatMap(({ specifications }) => specifications)
  return [...new Map(all.map((entry) => [entry.key, entry])).values()]
}
