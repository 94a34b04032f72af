import type { z } from 'zod'
import type { product } from './product-json.server.ts'

/** A product as the API and the pages carry it. */
export type Product = z.infer<typeof product>

// product 9.2: page indexes start at 0; the option labelled 15 carries 20, as the specification says.
export const FIRST_PAGE_SIZE = 10
export const pageSizes = [
  { label: '10', value: '10' },
  { label: '15', value: '20' },
  { label: '20', value: '20' },
  { label: 'All', value: 'all' },
] as const

/** What a card says of a product that can't be ordered at this moment, or null when it can. */
export function stockNote({ quantity, minQuantity }: Product): string | null {
  if (quantity >= minQuantity) return null
  return quantity === 0 ? 'Out of stock' : 'Below the minimum order'
}

/** Why a product can't be ordered at this moment, or null when it can. */
export function whyNotOrderable(product: Product): string | null {
  return product.quantity < product.minQuantity
    ? `Only ${product.quantity} in stock, which is below the minimum order of ${product.minQuantity}.`
    : null
}
