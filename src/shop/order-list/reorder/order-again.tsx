import { href, Link } from 'react-router'
import { reorderState } from '#shop/list-store/reorder.ts'
import type { Order } from '#shop/orders/order.ts'
import { remainingLines } from '#shop/orders/order-contents.ts'
import { buttonVariant } from '#ui/button.tsx'

export function OrderAgain({ orders, label = 'Order again' }: { orders: Order[]; label?: string }) {
  const lines = orders.flatMap(remainingLines)
  return (
    <Link to={href('/order-list')} state={reorderState(lines)} className={buttonVariant.quiet}>
      {label}
    </Link>
  )
}
