import { type Refusal, refusals } from '#platform/http/api/refusals.server.ts'
import { HttpRefusal } from '#platform/http/http-errors.ts'
import { type Cents, cents, formatDollars } from '#platform/money.ts'
import { LARGEST_TOTAL_CENTS } from '#shop/orders/order.ts'

/** An order that can't be part of a payment, and why. */
export type UnpayableOrder = { id: string; number: string; status: 'paid' | 'cancelling' }

/** Why a payment of several orders was not started or can't go on. */
export type GroupRefusal =
  | (Refusal<'no-such-order'> & { ids: string[] })
  | (Refusal<'not-payable'> & { orders: UnpayableOrder[] })
  | (Refusal<'total-out-of-range'> & { total: Cents })
  | Refusal<'no-such-payment' | 'payment-captured' | 'payment-cancelled' | 'orders-changed'>

const why = { paid: 'is paid', cancelling: 'is being cancelled' }
const limit = formatDollars(cents(LARGEST_TOTAL_CENTS))

const refuseWithoutFields = refusals<GroupRefusal>({
  'no-such-order': {
    status: 404,
    text: ({ ids }) => `There is no such order: ${ids.join(', ')}.`,
  },
  'not-payable': {
    status: 409,
    text: ({ orders }) =>
      `${orders.map(({ number, status }) => `Order ${number} ${why[status]}`).join('. ')}.`,
  },
  'total-out-of-range': {
    status: 422,
    text: ({ total }) =>
      `These orders total ${formatDollars(total)}. A card payment can be at most ${limit}. Please pay them in parts.`,
    field: 'orderIds',
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
})

/** Maps a refusal to its response; `fields` names the orders that can't be paid by their ids. */
export function refuseGroup(refusal: GroupRefusal): HttpRefusal {
  const response = refuseWithoutFields(refusal)
  if (refusal.refused !== 'not-payable') return response
  const fields = refusal.orders.map(({ id, status }) => [id, `This order ${why[status]}.`])
  const { code, message } = response.body
  return new HttpRefusal(response.status, code, message, { fields: Object.fromEntries(fields) })
}
