/** The sort orders of Manage Products. */
export const productSorts = ['newest', 'name', 'quantity', 'price'] as const

export type ProductSort = (typeof productSorts)[number]

/** The fields that a search of the admins covers. */
export const PRODUCT_SEARCH = 'Name, description or SKU'

/** The maximum results of a search; beyond it, the page suggests narrowing the search. */
export const MAX_FOUND = 5_000
