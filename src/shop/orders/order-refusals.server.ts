import { HttpRefusal } from '#platform/http/http-errors.ts'
import { type OrderRefusal, orderRefusalText } from './order.ts'

const statuses = {
  'no-such-product': 404,
  'price-changed': 409,
  'below-minimum': 422,
  'out-of-stock': 409,
  'total-out-of-range': 422,
  'too-many-open-orders': 409,
  'open-orders-too-valuable': 409,
  'too-much-of-the-stock': 409,
  'too-often': 429,
  'key-reused': 422,
  'no-such-order': 404,
  'already-paid': 409,
  'being-cancelled': 409,
} as const satisfies Record<OrderRefusal['refused'], number>

const aboutQuantity = new Set<OrderRefusal['refused']>([
  'below-minimum',
  'out-of-stock',
  'total-out-of-range',
  'too-much-of-the-stock',
])

/** A refused order as an answer of the API; the fields say which input is at fault. */
export function refuseOrder(refusal: OrderRefusal): HttpRefusal {
  const text = orderRefusalText(refusal)
  const fields = aboutQuantity.has(refusal.refused) ? { quantity: text } : undefined
  return new HttpRefusal(statuses[refusal.refused], refusal.refused, text, {
    ...(fields && { fields }),
    ...(refusal.refused === 'too-often' && {
      headers: { 'Retry-After': String(refusal.seconds) },
    }),
  })
}
