import type { z } from 'zod'
import type {
  fullManagedJson,
  managedProductJson,
  namedProductJson,
  productJson,
  productMatchJson,
} from './product-json.server.ts'

/** A product as the API and the pages receive it, with its price in dollars. */
export type Product = z.infer<typeof productJson>

export type ManagedProduct = z.infer<typeof managedProductJson>

export type FullManagedProduct = z.infer<typeof fullManagedJson>

/** How a buyer named a product: by its SKU, by its name, or both. */
export type NamedProduct = z.infer<typeof namedProductJson>

/** The product if it is certain, otherwise the candidates, most likely first. */
export type ProductMatch = z.infer<typeof productMatchJson>

// product 9.2: page indexes start at 0; the option labelled 15 has the value 20, as specified.
export const FIRST_PAGE_SIZE = 10
export const pageSizes = [
  { label: '10', value: '10' },
  { label: '15', value: '20' },
  { label: '20', value: '20' },
  { label: 'All', value: 'all' },
] as const

/** Returns the card's note on a product that cannot be ordered now, or null when it can. */
export function stockNote({ quantity, minQuantity }: Product): string | null {
  if (quantity >= minQuantity) return null
  return quantity === 0 ? 'Out of stock' : 'Below the minimum order'
}

/** Returns why a product cannot be ordered now, or null when it can. */
export function whyNotOrderable(product: Product): string | null {
  return product.quantity < product.minQuantity
    ? `Only ${product.quantity} in stock, which is below the minimum order of ${product.minQuantity}.`
    : null
}

/** The fields that a search of the admins covers. */
export const PRODUCT_SEARCH = 'Name, description or SKU'

/** The most results of a search; with more matches the page suggests to narrow it. */
export const MAX_FOUND = 5_000
