import {
  conflict,
  forbidden,
  malformed,
  notFound,
  type Refusal,
  refusals,
  tooOften,
  unprocessable,
} from '#platform/http/api/refusals.server.ts'
import { type Cents, formatDollars } from '#platform/money.ts'
import { LIST_CHANGED } from '#shop/list-store/order-list.ts'
import { aboveStockText, belowMinimumText } from './order.ts'
import { type CapRefusal, capRefusalText, type ShareRefusal, shareRefusalText } from './order-caps.ts'

/** Why an order was not placed, or not cancelled. */
export type OrderRefusal =
  | Refusal<'no-such-product' | 'not-on-sale' | 'total-out-of-range' | 'key-reused' | 'list-changed'>
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
  'no-such-product': notFound('This tool is no longer for sale.'),
  'not-on-sale': conflict('This tool is no longer made.'),
  'price-changed': conflict(
    ({ unitPrice }) => `The price is now ${formatDollars(unitPrice)}. Please review it and order again.`,
  ),
  'below-minimum': unprocessable(({ minimum }) => belowMinimumText(minimum), 'quantity'),
  'out-of-stock': conflict(({ available, minimum }) => aboveStockText(available, minimum), 'quantity'),
  'total-out-of-range': unprocessable(
    'Card payments must be between $0.50 and $999,999.99. Please change the quantity.',
    'quantity',
  ),
  'too-many-open-orders': conflict(capRefusalText),
  'open-orders-too-valuable': conflict(capRefusalText),
  'too-much-of-the-stock': conflict(capRefusalText, 'quantity'),
  'new-buyers-hold-too-much': conflict(shareRefusalText, 'quantity'),
  'too-often': tooOften('Too many orders in a minute. Please try again later.'),
  'key-reused': unprocessable(
    'An earlier attempt may already have been placed. Please check My Orders. The same Idempotency-Key was sent with a different order.',
  ),
  'list-changed': conflict(LIST_CHANGED),
  'no-such-order': notFound('There is no such order.'),
  'already-paid': conflict('This order is paid.'),
  'already-cancelled': conflict('This order is already cancelled.'),
  'being-cancelled': conflict('This order is being cancelled.'),
  'not-your-orders': notFound('Not found.', { code: 'not-found' }),
  'no-such-buyer': notFound('There is no such user.', { code: 'no-such-user' }),
  'no-such-cancel': forbidden('You have not cancelled such an order.'),
  'not-restored': conflict(
    'The product is deleted. Its stock can be ordered only if the product is restored.',
  ),
  'no-size': malformed('A page or search of orders requires a size.', { code: 'malformed' }),
})
