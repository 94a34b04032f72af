/** The sort orders of Manage Products; relevance is that of a search. */
export const productSorts = ['relevance', 'newest', 'name', 'quantity', 'price'] as const

export type ProductSort = (typeof productSorts)[number]

/** The sort orders that a search offers, or a list without one; the first is the default. */
export function sortsOf(search: string): readonly [ProductSort, ...ProductSort[]] {
  const [relevance, ...others] = productSorts
  return search.trim() === '' ? others : [relevance, ...others]
}

export function readSort(text: string | null, search: string): ProductSort {
  const sorts = sortsOf(search)
  return sorts.find((sort) => sort === text) ?? sorts[0]
}
