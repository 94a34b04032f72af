import type { Product } from '#shop/catalogue/product.ts'
import { type ProductSort, productSorts } from '#shop/catalogue/product-sorts.ts'

/** How each order of the products is called on the screen. */
export const sortLabels: Record<ProductSort, string> = {
  newest: 'Newest first',
  name: 'Name',
  quantity: 'Lowest stock first',
  price: 'Lowest price first',
}

/** The order that an address asks for; the first one where it makes no sense. */
export function readSort(text: string | null): ProductSort {
  return productSorts.find((sort) => sort === text) ?? 'newest'
}

/** What an admin should notice about a product's stock; null when there is plenty. */
export function stockNote({ quantity, minQuantity }: Pick<Product, 'quantity' | 'minQuantity'>) {
  if (quantity === 0) return 'Sold out'
  if (quantity < minQuantity) return 'Below minimum'
  // One more order of the smallest size is all that it surely holds.
  return quantity < 2 * minQuantity ? 'Low stock' : null
}
