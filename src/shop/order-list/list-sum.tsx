import type { OrderLines } from '#shop/list-store/order-list.ts'
import { NetSum } from '#shop/tax/net-sum.tsx'
import { useSite } from '#web/page-head.tsx'
import { listTotal } from './list-total.ts'
import type { ListedProduct } from './use-listed-products.ts'

export type ListSumProps = { lines: OrderLines; productOf: (productId: string) => ListedProduct }

/** What a list costs at today's prices, which are before tax where the shop adds tax. */
export function ListSum({ lines, productOf }: ListSumProps) {
  const site = useSite()
  return <NetSum net={listTotal(lines, productOf)} isTaxed={site?.addsTax === true} />
}
