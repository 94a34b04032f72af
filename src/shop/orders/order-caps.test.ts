import { expect, test } from 'vitest'
import { cents } from '#platform/money.ts'
import {
  capRefusalText,
  holdHoursOf,
  maxPieces,
  orderCaps,
  piecesForUnverified,
  whyOverCaps,
} from './order-caps.ts'

const verified = { orders: 50, cents: cents(100_000_00), stockPercent: 50 }
const unverified = { orders: 5, cents: cents(5_000_00), stockPercent: 10 }
const rules = {
  caps: { verified, unverified },
  allUnverified: { stockPercent: 25, holdHours: 2 },
  neverPaid: { cents: cents(300_000_00), holdHours: 24 },
  perMinute: 60,
  holdHours: 72,
  taxPercent: 0,
}

test('a verified e-mail raises the limits', () => {
  expect(orderCaps(rules, { emailVerified: true })).toBe(verified)
  expect(orderCaps(rules, { emailVerified: false })).toBe(unverified)
})

test.each([
  // percent, in stock, minimum order, held, expected maximum
  [50, 100, 10, 0, 50],
  [50, 50, 10, 50, 50],
  [50, 101, 10, 0, 50],
  [50, 15, 10, 0, 10],
  [50, 1, 1, 0, 1],
  [10, 100, 10, 0, 10],
  [10, 95, 5, 5, 10],
  [10, 30, 1, 0, 3],
  [10, 20, 25, 0, 25],
  [29, 100, 1, 0, 29],
  [100, 90, 10, 10, 100],
])(
  '%i %% of a stock of %i, at least %i, with %i held: at most %i',
  (percent, quantity, min, held, most) => {
    const caps = { ...verified, stockPercent: percent }
    expect(maxPieces(caps, { quantity, minQuantity: min }, { pieces: held })).toBe(most)
  },
)

test('many small orders cannot exceed the share of one large order', () => {
  for (const lot of [1, 3, 7, 10]) {
    let [stock, held] = [1000, 0]
    for (;;) {
      const most = maxPieces(verified, { quantity: stock, minQuantity: 1 }, { pieces: held })
      if (held + lot > most) break
      stock -= lot
      held += lot
    }
    expect(held).toBeGreaterThan(500 - lot)
    expect(held).toBeLessThanOrEqual(500)
  }
})

const product = { quantity: 1000, minQuantity: 10 }
const nothing = { orders: 0, cents: cents(0), pieces: 0 }
const order = { cents: cents(125_00), quantity: 10 }

test.each<[string, typeof nothing, typeof order, string | undefined]>([
  ['an order of a buyer who holds nothing', nothing, order, undefined],
  ['the last order allowed', { ...nothing, orders: 4 }, order, undefined],
  ['one order more', { ...nothing, orders: 5 }, order, 'too-many-open-orders'],
  ['the whole value', nothing, { cents: cents(5_000_00), quantity: 10 }, undefined],
  ['a cent more', nothing, { cents: cents(5_000_01), quantity: 10 }, 'open-orders-too-valuable'],
  ['a cent beside', { ...nothing, cents: cents(4_875_01) }, order, 'open-orders-too-valuable'],
  ['the whole share', nothing, { ...order, quantity: 100 }, undefined],
  ['a piece more', nothing, { ...order, quantity: 101 }, 'too-much-of-the-stock'],
  ['a piece beside', { ...nothing, pieces: 95 }, order, undefined],
  ['a piece too many', { ...nothing, pieces: 101 }, order, 'too-much-of-the-stock'],
])('%s', (_, held, wanted, refused) => {
  expect(whyOverCaps(unverified, held, product, wanted, { emailVerified: false })?.refused).toBe(
    refused,
  )
})

test.each([
  // in stock, minimum order, held unpaid, of it by unverified buyers, expected rest
  [100, 10, 0, 0, 25],
  [80, 10, 20, 20, 5],
  [50, 10, 50, 25, 0],
  [50, 10, 50, 0, 25],
  [30, 10, 0, 0, 10],
  [20, 10, 10, 10, 0],
])(
  'of a stock of %i, at least %i, with %i held, %i by unverified buyers: %i more for them',
  (quantity, minQuantity, heldUnpaid, heldByUnverified, rest) => {
    const stock = { quantity, minQuantity, heldUnpaid, heldByUnverified }
    expect(piecesForUnverified(rules, stock)).toBe(rest)
  },
)

test('a refused unverified buyer learns the tighter limit, their own or the shared one', () => {
  const none = { orders: 0, cents: cents(0), pieces: 0 }
  const wants = (quantity: number, shared: number) =>
    whyOverCaps(
      unverified,
      none,
      { quantity: 100, minQuantity: 1 },
      { cents: cents(1), quantity },
      { emailVerified: false, shared },
    )?.refused
  expect(wants(10, 10)).toBeUndefined()
  expect(wants(11, 10)).toBe('too-much-of-the-stock')
  expect(wants(10, 9)).toBe('verify-email-to-order')
})

test('orders of buyers who never paid, or are unverified, hold their stock for a shorter time', () => {
  const hours = (emailVerified: boolean, hasPaid: boolean, holdHours = 72) =>
    holdHoursOf({ ...rules, holdHours }, { emailVerified, hasPaid })
  expect([hours(true, true), hours(true, false)]).toEqual([72, 24])
  expect([hours(false, true), hours(false, false)]).toEqual([2, 2])
  expect([hours(true, false, 1), hours(false, false, 1)]).toEqual([1, 1])
})

test('a refusal states its limit and how to raise it', () => {
  const most = cents(100_000_00)
  expect(
    capRefusalText({ refused: 'too-much-of-the-stock', most: 50, held: 40, emailVerified: true }),
  ).toBe(
    'A buyer can have at most 50 pieces of this product in unpaid orders, and you have 40 pieces. Please order at most 10 pieces, or pay or cancel an order first.',
  )
  expect(
    capRefusalText({
      refused: 'open-orders-too-valuable',
      most,
      held: cents(99_000_00),
      emailVerified: true,
    }),
  ).toBe(
    'A buyer can have unpaid orders of up to $100,000.00. Yours total $99,000.00 without this one. Please order less, or pay or cancel an order first.',
  )
  expect(capRefusalText({ refused: 'too-many-open-orders', limit: 5, emailVerified: false })).toBe(
    'You have 5 unpaid orders, which is the maximum. Please pay or cancel one first. You can hold more once your e-mail address is confirmed.',
  )
})
