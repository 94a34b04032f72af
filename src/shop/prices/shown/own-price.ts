import { dollarsToCents, formatDollars } from '#platform/money.ts'

/** A product as pages receive it, with the prices of its viewer in dollars. */
export type OwnPriced = {
  /** The base price. */
  perPrice: number
  minQuantity: number
  /** In stock. */
  quantity: number
  prices: { minQuantity: number; perPrice: number }[]
}

/** Returns what the viewer pays for one piece when this quantity is ordered, in dollars. */
export function ownPerPrice({ prices, perPrice }: OwnPriced, quantity: number): number {
  const step = prices.findLast(({ minQuantity }) => minQuantity <= quantity) ?? prices[0]
  return step?.perPrice ?? perPrice
}

/** The own price at the minimum order, and the lowest: "$9.50, from $8.90". */
export function ownPriceText(product: OwnPriced): string {
  const first = formatDollars(dollarsToCents(ownPerPrice(product, product.minQuantity)))
  const lowest = lowestPrice(product)
  return lowest === null ? first : `${first}, from ${lowest}`
}

/** The price of the largest quantities, if it is another than that of the minimum order. */
export function lowestPrice({ prices }: OwnPriced): string | null {
  const last = prices.at(-1)
  return prices.length > 1 && last ? formatDollars(dollarsToCents(last.perPrice)) : null
}
