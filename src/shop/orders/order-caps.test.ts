import { expect, test } from 'vitest'
import { cents } from '#platform/money.ts'
import {
  capRefusalText,
  holdHoursOf,
  maxPieces,
  orderCaps,
  piecesForNew,
  shareRefusalText,
  whyOverCaps,
} from './order-caps.ts'

const verified = { orders: 50, cents: cents(100_000_00), stockPercent: 50 }
const unverified = { orders: 5, cents: cents(5_000_00), stockPercent: 10 }
const rules = {
  caps: { verified, unverified },
  unverifiedHoldHours: 2,
  newBuyers: { stockPercent: 50, holdHours: 24, payAtOnceHours: 0.25 },
  freeOrder: cents(500_00),
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
])('%i %% of a stock of %i, at least %i, with %i held: at most %i', (percent, quantity, min, held, most) => {
  const caps = { ...verified, stockPercent: percent }
  expect(maxPieces(caps, { quantity, minQuantity: min }, { pieces: held })).toBe(most)
})

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

const product = { quantity: 1000, minQuantity: 10, nextEnd: null }
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
  expect(whyOverCaps(unverified, held, product, wanted, { emailVerified: false })?.refused).toBe(refused)
})

test.each([
  // in stock, minimum order, held unpaid, of it by new buyers, expected rest
  [100, 10, 0, 0, 50],
  [80, 10, 20, 20, 30],
  [50, 10, 50, 50, 0],
  [50, 10, 50, 0, 50],
  [15, 10, 0, 0, 10],
  [5, 10, 10, 10, 0],
  [10, 1, 90, 70, 0],
])(
  'of a stock of %i, at least %i, with %i held, %i by new buyers: %i more for them',
  (quantity, minQuantity, heldUnpaid, heldByNew, rest) => {
    const stock = { quantity, minQuantity, heldUnpaid, heldByNew, heldAtOnce: 0, nextEnd: null }
    expect(piecesForNew(rules, stock)).toBe(rest)
  },
)

test('orders that are paid at once share half of what the others leave', () => {
  const left = (quantity: number, heldAtOnce: number) => {
    const stock = { quantity, minQuantity: 10, heldUnpaid: 75, heldByNew: 75, nextEnd: null }
    return piecesForNew(rules, { ...stock, heldAtOnce }, { paysAtOnce: true })
  }
  expect([left(50, 0), left(37, 13), left(25, 25), left(8, 0)]).toEqual([25, 12, 0, 10])
})

test('a refused new buyer learns the tighter limit, their own or the shared one', () => {
  const none = { orders: 0, cents: cents(0), pieces: 0 }
  const wants = (quantity: number, shared: number) =>
    whyOverCaps(
      unverified,
      none,
      { quantity: 100, minQuantity: 1, nextEnd: null },
      { cents: cents(1), quantity },
      { emailVerified: false, shared },
    )?.refused
  expect(wants(10, 10)).toBeUndefined()
  expect(wants(11, 10)).toBe('too-much-of-the-stock')
  expect(wants(10, 9)).toBe('new-buyers-hold-too-much')
})

test('orders of new and of unverified buyers hold their stock for a shorter time', () => {
  const hours = (emailVerified: boolean, isNew: boolean, holdHours = 72, paysAtOnce = false) =>
    holdHoursOf({ ...rules, holdHours }, { emailVerified, isNew }, { paysAtOnce })
  expect([hours(true, false), hours(true, true)]).toEqual([72, 24])
  expect([hours(false, false), hours(false, true)]).toEqual([2, 2])
  expect([hours(true, true, 1), hours(false, true, 1)]).toEqual([1, 1])
  expect([hours(true, true, 72, true), hours(true, false, 72, true)]).toEqual([0.25, 72])
})

test('a refused new buyer learns what is left, what to do, and when more is free', () => {
  const now = new Date('2026-11-28T12:00:00Z')
  const text = (left: number, minutes: number | null, mayPayAtOnce = true) =>
    shareRefusalText(
      {
        refused: 'new-buyers-hold-too-much',
        left,
        mayPayAtOnce,
        nextEnd: minutes === null ? null : new Date(now.getTime() + minutes * 60_000),
      },
      now,
    )
  expect(text(12, 170)).toBe(
    'New customers hold their share of this tool until they pay: 12 pieces left for them. Please order at most 12 pieces, choose “Place and pay” in the order list, or try again later. The next of their unpaid orders ends in 3 hours.',
  )
  expect(text(0, 14.5)).toContain('ends in 15 minutes.')
  expect(text(0, null)).toMatch(/0 pieces left for them\. Please choose .* try again later\.$/)
  expect(text(0, null, false)).toMatch(/Please try again later\.$/)
})

test('a refusal states its limit and how to raise it', () => {
  const most = cents(100_000_00)
  expect(capRefusalText({ refused: 'too-much-of-the-stock', most: 50, held: 40, emailVerified: true })).toBe(
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
