import type { Order } from './order.ts'

/** Where an order stands, in the specification's words (spec 4). */
export function OrderStateBadge({ order }: { order: Order }) {
  if (order.transactionId) return <span className="status-badge status-badge-good">Paid</span>
  if (order.cancelling) return <span className="status-badge status-badge-warning">Cancelling</span>
  return <span className="status-badge">Not Paid yet</span>
}
