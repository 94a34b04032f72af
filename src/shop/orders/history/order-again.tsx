import { href, Link } from 'react-router'
import { reorderState } from '#shop/order-list/store/reorder.ts'
import type { OrderLine } from '#shop/orders/order.ts'
import { buttonVariant } from '#ui/button.tsx'

/** A link that puts orders into the order list, at today's prices. */
export function OrderAgain({
  orders,
  label = 'Order again',
}: {
  orders: OrderLine[]
  label?: string
}) {
  return (
    <Link to={href('/order-list')} state={reorderState(orders)} className={buttonVariant.quiet}>
      {label}
    </Link>
  )
}
