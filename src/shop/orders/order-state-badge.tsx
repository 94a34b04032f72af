import type { Order, OrderState } from './order.ts'

const badges = {
  unpaid: ['badge-ghost', 'Not Paid yet'],
  cancelling: ['badge-warning', 'Cancelling'],
  paid: ['badge-success', 'Paid'],
  cancelled: ['badge-ghost', 'Cancelled'],
} satisfies Record<OrderState, [string, string]>

/** Where an order stands, in the specification's words (spec 4). */
export function OrderStateBadge({ order }: { order: Order }) {
  const [look, text] = badges[order.status]
  return <span className={`badge ${look}`}>{text}</span>
}
