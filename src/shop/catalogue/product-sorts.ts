/** How those who manage products may sort them. */
export const productSorts = ['newest', 'name', 'quantity', 'price'] as const

export type ProductSort = (typeof productSorts)[number]

/** What a search of those who manage products looks at. */
export const PRODUCT_SEARCH = 'Name, description or SKU'

/** A search that finds more products shows so many of them, and wants to be narrowed. */
export const MOST_FOUND = 5_000
