import { type Refusal, refusals } from '#platform/http/api/refusals.server.ts'
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
  'no-such-order': {
    status: 404,
    text: ({ ids }) => `There is no such order: ${ids.join(', ')}.`,
  },
  'not-payable': {
    status: 409,
    text: ({ orders }) =>
      `${orders.map(({ number, status }) => `Order ${number} ${why[status]}`).join('. ')}.`,
    fields: ({ orders }) =>
      Object.fromEntries(orders.map(({ id, status }) => [id, `This order ${why[status]}.`])),
  },
  'total-out-of-range': {
    status: 422,
    text: ({ total }) =>
      `These orders total ${formatDollars(total)}. A card payment can be at most ${limit}. Please pay them in parts.`,
    field: 'orderIds',
  },
  'too-many-lines': {
    status: 422,
    text: 'These orders have too many lines for one payment. Please pay them in parts.',
    field: 'orderIds',
  },
  'taxed-differently': {
    status: 422,
    text: 'These orders are taxed differently. Please pay them in parts.',
    field: 'orderIds',
  },
  'several-companies': {
    status: 422,
    text: 'These orders are of different companies. Please pay them in parts.',
    field: 'orderIds',
  },
  'too-often': {
    status: 429,
    text: 'Too many payments were started in a short time. Please try again later.',
    retryAfter: ({ seconds }) => seconds,
  },
  'no-such-payment': { status: 404, text: 'There is no such payment.' },
  'payment-captured': { status: 409, text: 'This payment is completed.' },
  'payment-cancelled': {
    status: 409,
    text: 'This payment was cancelled, because one of its orders changed or was paid in another way. Orders that are still unpaid can be paid from My Orders.',
  },
  'orders-changed': {
    status: 409,
    text: 'These orders changed while the payment was started. Nothing was charged. Please try again.',
  },
  'payment-processing': {
    status: 409,
    text: 'The bank is still processing a payment of these orders. Please wait for its result.',
  },
  'paid-meanwhile': {
    status: 409,
    text: 'An earlier payment of these orders went through after all. Nothing else was charged.',
  },
  'not-paid': { status: 409, text: 'The card provider has no payment for this order.' },
  'bad-signature': { status: 400, text: 'The signature does not match.' },
  malformed: { status: 400, text: 'The event is malformed.' },
})
