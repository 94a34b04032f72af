import { type Cents, cents, dollarsToCents, formatDollars } from '#platform/money.ts'

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

/** What ordering a few more pieces saves. */
export type NextStep = { quantity: number; more: number; lessEach: Cents; saves: Cents }

/**
 * Returns the next lower price, when at most half as many pieces more have it and they are in stock; `most` is a limit of
 * the buyer.
 */
export function nextStep(
  product: OwnPriced,
  quantity: number,
  most = Number.POSITIVE_INFINITY,
): NextStep | null {
  if (!Number.isInteger(quantity) || quantity < product.minQuantity) return null
  const next = product.prices.find(({ minQuantity }) => minQuantity > quantity)
  if (!next || next.minQuantity > Math.min(product.quantity, most, quantity * 1.5)) return null
  const now = dollarsToCents(ownPerPrice(product, quantity))
  const lessEach = cents(now - dollarsToCents(next.perPrice))
  return {
    quantity: next.minQuantity,
    more: next.minQuantity - quantity,
    lessEach,
    saves: cents(lessEach * next.minQuantity),
  }
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
