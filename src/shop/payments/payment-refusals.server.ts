import {
  conflict,
  malformed,
  notFound,
  type Refusal,
  refusals,
  tooOften,
  unprocessable,
} from '#platform/http/api/refusals.server.ts'
import { type Cents, cents, formatDollars } from '#platform/money.ts'
import { LARGEST_TOTAL_CENTS } from '#shop/orders/order.ts'

/** An order that can't be part of a payment, as the request named it, and why. */
export type UnpayableOrder = { id: string; number: string; status: 'paid' | 'cancelling' }

/** Why a payment was not started or can't go on. */
export type PaymentRefusal =
  | (Refusal<'no-such-order'> & { ids: string[] })
  | (Refusal<'not-payable'> & { orders: UnpayableOrder[] })
  | (Refusal<'total-out-of-range'> & { total: Cents })
  | Refusal<'too-many-lines' | 'taxed-differently' | 'several-companies'>
  | (Refusal<'too-often'> & { seconds: number })
  | Refusal<'no-such-payment' | 'payment-captured' | 'payment-cancelled' | 'orders-changed'>
  | Refusal<'payment-processing' | 'paid-meanwhile'>

type CallRefusal = Refusal<'not-paid' | 'bad-signature' | 'malformed'>

const why = { paid: 'is paid', cancelling: 'is being cancelled' }
const limit = formatDollars(cents(LARGEST_TOTAL_CENTS))

/** Maps refusals of the payment endpoints to responses; `fields` names orders as the request did. */
export const refusePayment = refusals<PaymentRefusal | CallRefusal>({
  'no-such-order': notFound(({ ids }) => `There is no such order: ${ids.join(', ')}.`),
  'not-payable': conflict(
    ({ orders }) => `${orders.map(({ number, status }) => `Order ${number} ${why[status]}`).join('. ')}.`,
    {
      fields: ({ orders }) =>
        Object.fromEntries(orders.map(({ id, status }) => [id, `This order ${why[status]}.`])),
    },
  ),
  'total-out-of-range': unprocessable(
    ({ total }) =>
      `These orders total ${formatDollars(total)}. A card payment can be at most ${limit}. Please pay them in parts.`,
    'orderIds',
  ),
  'too-many-lines': unprocessable(
    'These orders have too many lines for one payment. Please pay them in parts.',
    'orderIds',
  ),
  'taxed-differently': unprocessable(
    'These orders are taxed differently. Please pay them in parts.',
    'orderIds',
  ),
  'several-companies': unprocessable(
    'These orders are of different companies. Please pay them in parts.',
    'orderIds',
  ),
  'too-often': tooOften('Too many payments were started in a short time. Please try again later.'),
  'no-such-payment': notFound('There is no such payment.'),
  'payment-captured': conflict('This payment is completed.'),
  'payment-cancelled': conflict(
    'This payment was cancelled, because one of its orders changed or was paid in another way. Orders that are still unpaid can be paid from My Orders.',
  ),
  'orders-changed': conflict(
    'These orders changed while the payment was started. Nothing was charged. Please try again.',
  ),
  'payment-processing': conflict(
    'The bank is still processing a payment of these orders. Please wait for its result.',
  ),
  'paid-meanwhile': conflict(
    'An earlier payment of these orders went through after all. Nothing else was charged.',
  ),
  'not-paid': conflict('The card provider has no payment for this order.'),
  'bad-signature': malformed('The signature does not match.'),
  malformed: malformed('The event is malformed.'),
})
