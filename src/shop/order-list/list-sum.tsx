import { type Cents, cents } from '#platform/money.ts'
import type { OrderLines } from '#shop/list-store/order-list.ts'
import { isCountable, lineTotal } from '#shop/orders/order.ts'
import { ownPerPrice } from '#shop/prices/shown/own-price.ts'
import { NetSum } from '#shop/tax/net-sum.tsx'
import { useSite } from '#web/page-head.tsx'
import type { ListedProduct } from './use-listed-products.ts'

export type ListSumProps = { lines: OrderLines; productOf: (productId: string) => ListedProduct }

/** What a list costs at today's prices, which are before tax where the shop adds tax. */
export function ListSum({ lines, productOf }: ListSumProps) {
  const site = useSite()
  return <NetSum net={listTotal(lines, productOf)} isTaxed={site?.addsTax === true} />
}

/** Returns what the lines cost at the known prices; lines no longer for sale count nothing. */
export function listTotal(lines: OrderLines, productOf: (productId: string) => ListedProduct): Cents {
  const amounts = lines.map(({ productId, quantity }): number => {
    const product = productOf(productId)
    if (!product || !isCountable(quantity)) return 0
    return lineTotal({ perPrice: ownPerPrice(product, quantity), quantity })
  })
  return cents(amounts.reduce((sum, amount) => sum + amount, 0))
}
