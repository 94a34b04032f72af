import { expect, test } from 'vitest'
import type { ProviderPayment } from './provider/card-payments.server.ts'
import { isOwed } from './record-payment.server.ts'

const payment = { status: 'open', providerId: 'pi_1', totalCents: 12_500, currency: 'usd' }
const paid: ProviderPayment = {
  id: 'pi_1',
  state: 'succeeded',
  amountCents: 12_500,
  currency: 'usd',
  livemode: false,
  paymentId: '01939e0c-0000-7000-8000-000000000001',
  card: null,
}

test('only a succeeded payment with the id, amount, currency and mode that was started pays', () => {
  expect(isOwed(paid, payment)).toBe(true)
  expect(isOwed(paid, { ...payment, providerId: null })).toBe(true)
  expect(isOwed(paid, { ...payment, status: 'cancelling' })).toBe(true)
  for (const status of ['captured', 'cancelled']) {
    expect(isOwed(paid, { ...payment, status })).toBe(false)
  }
  const strange: Partial<ProviderPayment>[] = [
    ...[{ id: 'pi_2' }, { amountCents: 12_499 }, { amountCents: 12_501 }, { currency: 'eur' }],
    ...[{ livemode: true }, { state: 'open' as const }, { state: 'canceled' as const }],
  ]
  for (const wrong of strange) {
    expect(isOwed({ ...paid, ...wrong }, payment)).toBe(false)
  }
})
