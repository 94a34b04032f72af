import { dollarsToCents } from '#platform/money.ts'
import type { Order, OrderStatus } from './order.ts'

const texts = {
  unpaid: 'Not Paid yet',
  cancelling: 'Cancelling',
  'part-paid': 'Part paid',
  paid: 'Paid',
  cancelled: 'Cancelled',
} satisfies Record<OrderStatus, string>

/** In the words of product 4.2: a text with a dot, as the goods have the badge; in My Orders the badge. */
export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  return (
    <span className="money-status inline-line shrink-0 unbroken" data-status={status}>
      {texts[status]}
    </span>
  )
}

/** Whether money of an order went back: all of it, or a part; nothing before. */
export function RefundedNote({ order }: { order: Pick<Order, 'refunded' | 'total'> }) {
  if (!order.refunded) return null
  const isAll = dollarsToCents(order.refunded) >= dollarsToCents(order.total)
  return (
    <span className="refunded-note text-13 font-600 unbroken">{isAll ? 'Refunded' : 'Part refunded'}</span>
  )
}

/** Both in one place, for a row that has a single one. */
export function OrderBadges({ order }: { order: Order }) {
  return (
    <span className="order-badges inline-line flex-wrap">
      <OrderStatusBadge status={order.status} />
      <RefundedNote order={order} />
    </span>
  )
}
