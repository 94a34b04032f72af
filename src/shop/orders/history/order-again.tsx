import { href, Link } from 'react-router'
import { reorderState } from '#shop/order-list/reorder.ts'
import type { Order } from '#shop/orders/order.ts'
import { buttonVariant } from '#ui/button.tsx'

type OrderAgainProps = { order: Order; describedBy?: string }

/** A link that puts an order into the order list, at today's price. */
export function OrderAgain({ order, describedBy }: OrderAgainProps) {
  return (
    <Link
      to={href('/order-list')}
      state={reorderState([order])}
      className={buttonVariant.quiet}
      aria-describedby={describedBy}
    >
      Order again
    </Link>
  )
}
