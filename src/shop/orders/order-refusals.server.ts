import { type Refusal, refusals } from '#platform/http/api/refusals.server.ts'
import { type Cents, formatDollars } from '#platform/money.ts'
import { LIST_CHANGED } from '#shop/list-store/order-list.ts'
import { aboveStockText, belowMinimumText } from './order.ts'
import {
  type CapRefusal,
  capRefusalText,
  type ShareRefusal,
  shareRefusalText,
} from './order-caps.ts'

/** Why an order was not placed, or not cancelled. */
export type OrderRefusal =
  | Refusal<
      'no-such-product' | 'not-on-sale' | 'total-out-of-range' | 'key-reused' | 'list-changed'
    >
  | (Refusal<'price-changed'> & { unitPrice: Cents })
  | (Refusal<'below-minimum'> & { minimum: number })
  | (Refusal<'out-of-stock'> & { available: number; minimum: number })
  | CapRefusal
  | ShareRefusal
  | (Refusal<'too-often'> & { seconds: number })
  | Refusal<'no-such-order' | 'already-paid' | 'already-cancelled' | 'being-cancelled'>

type CallRefusal = Refusal<
  'not-your-orders' | 'no-such-buyer' | 'no-such-cancel' | 'not-restored' | 'no-size'
>

export const refuseOrder = refusals<OrderRefusal | CallRefusal>({
  'no-such-product': { status: 404, text: 'This tool is no longer for sale.' },
  'not-on-sale': { status: 409, text: 'This tool is no longer made.' },
  'price-changed': {
    status: 409,
    text: ({ unitPrice }) =>
      `The price is now ${formatDollars(unitPrice)}. Please review it and order again.`,
  },
  'below-minimum': {
    status: 422,
    text: ({ minimum }) => belowMinimumText(minimum),
    field: 'quantity',
  },
  'out-of-stock': {
    status: 409,
    text: ({ available, minimum }) => aboveStockText(available, minimum),
    field: 'quantity',
  },
  'total-out-of-range': {
    status: 422,
    text: 'Card payments must be between $0.50 and $999,999.99. Please change the quantity.',
    field: 'quantity',
  },
  'too-many-open-orders': { status: 409, text: capRefusalText },
  'open-orders-too-valuable': { status: 409, text: capRefusalText },
  'too-much-of-the-stock': { status: 409, text: capRefusalText, field: 'quantity' },
  'new-buyers-hold-too-much': { status: 409, text: shareRefusalText, field: 'quantity' },
  'too-often': {
    status: 429,
    text: 'Too many orders in a minute. Please try again later.',
    retryAfter: ({ seconds }) => seconds,
  },
  'key-reused': {
    status: 422,
    text: 'An earlier attempt may already have been placed. Please check My Orders. The same Idempotency-Key was sent with a different order.',
  },
  'list-changed': { status: 409, text: LIST_CHANGED },
  'no-such-order': { status: 404, text: 'There is no such order.' },
  'already-paid': { status: 409, text: 'This order is paid.' },
  'already-cancelled': { status: 409, text: 'This order is already cancelled.' },
  'being-cancelled': { status: 409, text: 'This order is being cancelled.' },
  'not-your-orders': { status: 404, code: 'not-found', text: 'Not found.' },
  'no-such-buyer': { status: 404, code: 'no-such-user', text: 'There is no such user.' },
  'no-such-cancel': { status: 403, text: 'You have not cancelled such an order.' },
  'not-restored': {
    status: 409,
    text: 'The product is deleted. Its stock can be ordered only if the product is restored.',
  },
  'no-size': {
    status: 400,
    code: 'malformed',
    text: 'A page or search of orders requires a size.',
  },
})
