import { href, Link } from 'react-router'
import { reorderState } from '#shop/order-list/reorder.ts'
import type { Order } from '#shop/orders/order.ts'
import { buttonVariant } from '#ui/button.tsx'

/** A link that puts an order into the order list, at today's price. */
export function OrderAgain({ order }: { order: Order }) {
  return (
    <Link to={href('/order-list')} state={reorderState([order])} className={buttonVariant.quiet}>
      Order again
    </Link>
  )
}
