import type { Product } from '#shop/catalogue/product.ts'
import type { ProductSort } from '#shop/catalogue/product-sorts.ts'

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
