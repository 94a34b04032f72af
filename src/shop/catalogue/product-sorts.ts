/** How those who manage products may sort them. */
export const productSorts = ['newest', 'name', 'quantity', 'price'] as const

export type ProductSort = (typeof productSorts)[number]
