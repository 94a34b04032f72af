import type { OrderStatus } from './order.ts'

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
