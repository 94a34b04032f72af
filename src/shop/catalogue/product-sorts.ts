/** The sort orders of Manage Products. */
export const productSorts = ['newest', 'name', 'quantity', 'price'] as const

export type ProductSort = (typeof productSorts)[number]

/** The fields that a search of the admins covers. */
export const PRODUCT_SEARCH = 'Name, description or SKU'

/** The most results of a search; with more matches the page suggests to narrow it. */
export const MAX_FOUND = 5_000
