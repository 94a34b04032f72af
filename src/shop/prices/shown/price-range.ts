import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { type OwnPriced, ownPerPrice } from './own-price.ts'

/** Returns the lowest and the highest own price of products, each at its minimum order, in dollars. */
export function priceRange(products: readonly OwnPriced[]): { lowest: number; highest: number } {
  const prices = products.map((product) => ownPerPrice(product, product.minQuantity))
  return { lowest: Math.min(...prices), highest: Math.max(...prices) }
}

/** The same as text: "$5.40 to $18.20", or one price. */
export function priceRangeText(products: readonly OwnPriced[]): string {
  const { lowest, highest } = priceRange(products)
  const [first, last] = [lowest, highest].map((price) => formatDollars(dollarsToCents(price)))
  return lowest === highest ? `${first}` : `${first} to ${last}`
}
