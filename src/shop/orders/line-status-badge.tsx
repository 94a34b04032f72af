import type { LineStatus, OrderLine } from './order.ts'

const badges = {
  unpaid: ['status-badge', 'Not Paid yet'],
  cancelling: ['status-badge status-badge-warning', 'Cancelling'],
  paid: ['status-badge status-badge-good', 'Paid'],
  cancelled: ['status-badge', 'Cancelled'],
} satisfies Record<LineStatus, [string, string]>

/** The status of an order, in the specification's words (product 4.2). */
export function LineStatusBadge({ order }: { order: OrderLine }) {
  const [className, text] = badges[order.status]
  return <span className={className}>{text}</span>
}
