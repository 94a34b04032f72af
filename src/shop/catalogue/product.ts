import type { z } from 'zod'
import type { Cents } from '#platform/money.ts'
import type { namedProductJson, productJson, productMatchJson } from './product-json.server.ts'

/** A product as the API and the pages receive it, with its price in dollars. */
export type Product = z.infer<typeof productJson>

/** A buyer's description of a product: its SKU, its name, or both. */
export type NamedProduct = z.infer<typeof namedProductJson>

/** The product if it is certain, otherwise the candidates, most likely first. */
export type ProductMatch = z.infer<typeof productMatchJson>

/** A product in the domain. */
export type StoredProduct = {
  id: string
  sku: string
  name: string
  description: string
  /** Pieces in stock. */
  quantity: number
  /** The minimum pieces per order. */
  minQuantity: number
  unitPrice: Cents
  image: string
  /** Slug of its category. */
  category: string | null
  /** Values by the key of the specification. */
  specifications: Record<string, number | string>
  /** Incremented by every edit, not by sales. */
  version: number
}

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
