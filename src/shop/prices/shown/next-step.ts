import { type Cents, cents, dollarsToCents } from '#platform/money.ts'
import { type OwnPriced, ownPerPrice } from './own-price.ts'

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
