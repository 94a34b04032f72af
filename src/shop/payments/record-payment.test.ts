import { expect, test } from 'vitest'
import type { LineRow } from '#shop/orders/line-queries.server.ts'
import type { Payment } from './provider/card-payments.server.ts'
import { pays } from './record-payment.server.ts'

const id = '01939e0c-0000-7000-8000-000000000001'
const order = { id, unitPriceCents: 1250, quantity: 10 } as LineRow
const payment: Payment = {
  id: 'pi_1',
  state: 'succeeded',
  amountCents: 12_500,
  currency: 'usd',
  livemode: false,
  orderId: id,
  paymentId: null,
}

test('only a succeeded payment with the order’s id, amount, currency and mode pays it', () => {
  expect(pays(payment, order)).toBe(true)
  const strange: Partial<Payment>[] = [
    ...[{ amountCents: 12_499 }, { amountCents: 12_501 }, { amountCents: 0 }],
    ...[{ currency: 'eur' }, { livemode: true }, { state: 'open' as const }],
    ...[{ state: 'canceled' as const }, { orderId: null }, { orderId: `${id}0` }],
  ]
  for (const edit of strange) expect(pays({ ...payment, ...edit }, order)).toBe(false)
})
