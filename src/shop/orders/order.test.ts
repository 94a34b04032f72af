import { expect, test } from 'vitest'
import { cents } from '#platform/money.ts'
import { isCountable, lineTotal, overPaymentLimit } from './order.ts'

test('every countable quantity has a total, even at the highest price', () => {
  expect(lineTotal({ perPrice: 99_999.99, quantity: 99_999_999 })).toBe(999_999_890_000_001)
  expect([1, 50, 99_999_999].map(isCountable)).toEqual([true, true, true])
})

test.each([0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 100_000_000, 7_300_000_000_000])(
  '%d pieces have no total',
  (quantity) => {
    expect(isCountable(quantity)).toBe(false)
  },
)

test('a total above the limit of one payment says so before it is paid', () => {
  expect(overPaymentLimit(cents(99_999_999))).toBeNull()
  expect(overPaymentLimit(cents(100_000_000))).toBe(
    'One card payment can be at most $999,999.99. Pay in parts.',
  )
})
