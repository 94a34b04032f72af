import { dollarsToCents } from '#platform/money.ts'
import type { Order, OrderStatus } from './order.ts'

const badges = {
  unpaid: ['status-badge', 'Not Paid yet'],
  cancelling: ['status-badge status-badge-warning', 'Cancelling'],
  'part-paid': ['status-badge status-badge-part', 'Part paid'],
  paid: ['status-badge status-badge-good', 'Paid'],
  cancelled: ['status-badge', 'Cancelled'],
} satisfies Record<OrderStatus, [string, string]>

/** The status of an order or a line, in the specification's words (product 4.2). */
export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  const [className, text] = badges[status]
  return <span className={className}>{text}</span>
}

/** Whether money of an order went back: all of it, or a part; nothing before. */
export function RefundedNote({ order }: { order: Pick<Order, 'refunded' | 'total'> }) {
  if (!order.refunded) return null
  const isAll = dollarsToCents(order.refunded) >= dollarsToCents(order.total)
  return <span className="refunded-note">{isAll ? 'Refunded' : 'Part refunded'}</span>
}

/** Both in one place, for a row that has a single one. */
export function OrderBadges({ order }: { order: Order }) {
  return (
    <span className="order-badges">
      <OrderStatusBadge status={order.status} />
      <RefundedNote order={order} />
    </span>
  )
}
