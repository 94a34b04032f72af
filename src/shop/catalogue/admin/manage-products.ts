import type { Product } from '#shop/catalogue/product.ts'

/** The sort orders of Manage Products; relevance is that of a search. */
export const productSorts = ['relevance', 'newest', 'name', 'quantity', 'price'] as const

export type ProductSort = (typeof productSorts)[number]

/** The sort orders that a search offers, or a list without one; the first is the default. */
export function sortsOf(search: string): readonly [ProductSort, ...ProductSort[]] {
  const [relevance, ...others] = productSorts
  return search.trim() === '' ? others : [relevance, ...others]
}

/** Parses the sort order of a URL. */
export function readSort(text: string | null, search: string): ProductSort {
  const sorts = sortsOf(search)
  return sorts.find((sort) => sort === text) ?? sorts[0]
}

/** The label of each sort order. */
export const sortLabels: Record<ProductSort, string> = {
  relevance: 'Relevance',
  newest: 'Newest first',
  name: 'Name',
  quantity: 'Lowest stock first',
  price: 'Lowest price first',
}

/** Returns the note on a product's stock for admins; null when there is enough. */
export function stockNote({ quantity, minQuantity }: Pick<Product, 'quantity' | 'minQuantity'>) {
  if (quantity === 0) return 'Sold out'
  if (quantity < minQuantity) return 'Below minimum'
  // The stock covers only one more order of the minimum size.
  return quantity < 2 * minQuantity ? 'Low stock' : null
}
