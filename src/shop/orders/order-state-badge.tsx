import type { Order } from './order.ts'

/** Where an order stands, in the specification's words (spec 4). */
export function OrderStateBadge({ order }: { order: Order }) {
  if (order.transactionId) return <span className="badge badge-success">Paid</span>
  if (order.cancelling) return <span className="badge badge-warning">Cancelling</span>
  return <span className="badge badge-ghost">Not Paid yet</span>
}
