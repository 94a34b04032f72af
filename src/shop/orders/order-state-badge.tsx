import type { Order, OrderState } from './order.ts'

const badges = {
  unpaid: ['status-badge', 'Not Paid yet'],
  cancelling: ['status-badge status-badge-warning', 'Cancelling'],
  paid: ['status-badge status-badge-good', 'Paid'],
  cancelled: ['status-badge', 'Cancelled'],
} satisfies Record<OrderState, [string, string]>

/** The status of an order, in the specification's words (product 4.2). */
export function OrderStateBadge({ order }: { order: Order }) {
  const [className, text] = badges[order.status]
  return <span className={className}>{text}</span>
}
