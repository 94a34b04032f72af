import { type Cents, cents } from '#platform/money.ts'
import type { OrderLines } from '#shop/list-store/order-list.ts'
import { isCountable, lineTotal } from '#shop/orders/order.ts'
import { ownPerPrice } from '#shop/prices/shown/own-price.ts'
import type { ListedProduct } from './use-listed-products.ts'

/** Returns what the lines cost at the known prices; lines no longer for sale count nothing. */
export function listTotal(
  lines: OrderLines,
  productOf: (productId: string) => ListedProduct,
): Cents {
  const amounts = lines.map(({ productId, quantity }): number => {
    const product = productOf(productId)
    if (!product || !isCountable(quantity)) return 0
    return lineTotal({ perPrice: ownPerPrice(product, quantity), quantity })
  })
  return cents(amounts.reduce((sum, amount) => sum + amount, 0))
}
