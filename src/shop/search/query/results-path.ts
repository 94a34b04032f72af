import { href } from 'react-router'
import { categoryPath } from '#shop/catalogue/categories/category-tree.ts'
import { type CatalogueQuery, catalogueParams } from './search-query.ts'

/** The page that shows results: All Tools, or that of a category, whose filter is its path. */
export type ResultsPage = 'all-tools' | 'category'

/** A zero-based page of results, and its size where it is not the usual one. */
type ListPosition = { page?: number; size?: number | undefined }

/** Returns the path of a query's results; without a category they are on All Tools. */
export function resultsPath(
  on: ResultsPage,
  query: CatalogueQuery,
  { page = 0, size }: ListPosition = {},
): string {
  const isOfCategory = on === 'category' && query.category !== null
  const params = catalogueParams(isOfCategory ? { ...query, category: null } : query)
  if (size !== undefined) params.set('size', String(size))
  if (page > 0) params.set('page', String(page))
  const path = resultsAction(on, query)
  return params.size === 0 ? path : `${path}?${params}`
}

/** Returns the path of the page with a query's results, without parameters. */
export function resultsAction(on: ResultsPage, { category }: CatalogueQuery): string {
  return on === 'category' && category !== null ? categoryPath({ slug: category }) : href('/purchase')
}
