import type { Order } from '#shop/orders/order.ts'
import { DateTime } from '#ui/date-time.tsx'

/** Until when an unpaid order keeps its stock; nothing for any other. */
export function HeldUntil({ order }: { order: Order }) {
  if (!order.heldUntil) return null
  return (
    <span>
      Held until <DateTime iso={order.heldUntil} />
    </span>
  )
}
