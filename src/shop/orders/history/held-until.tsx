import type { Order } from '#shop/orders/order.ts'
import { DateTime } from '#ui/date-time.tsx'

/** Shows until when an unpaid order holds its stock; nothing for other orders. */
export function HeldUntil({ order }: { order: Pick<Order, 'heldUntil'> }) {
  if (!order.heldUntil) return null
  return (
    <span>
      Held until <DateTime iso={order.heldUntil} />
    </span>
  )
}
