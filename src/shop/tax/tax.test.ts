import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Cents, cents } from '#platform/money.ts'
import {
  type Amounts,
  largestNet,
  orderTax,
  refundOfAmount,
  refundOfNet,
  taxOn,
  totals,
  withTax,
} from './tax.ts'

const percents = fc.integer({ min: 0, max: 99_000 }).map((thousandths) => thousandths / 1000)
const prices = fc.integer({ min: 1, max: 99_999_999 }).map(cents)
const nets = fc.array(prices, { minLength: 1, maxLength: 30 })

const sum = (amounts: Cents[]) => cents(amounts.reduce((all, amount) => all + amount, 0))
const minus = (left: Amounts, part: Amounts): Amounts => ({
  net: cents(left.net - part.net),
  tax: cents(left.tax - part.tax),
  total: cents(left.total - part.total),
})
const nothing: Amounts = { net: cents(0), tax: cents(0), total: cents(0) }

test.each([
  [0, 19, 0],
  [100, 0, 0],
  [50, 1, 1],
  [49, 1, 0],
  [1_500_000, 8.25, 123_750],
  // 101.5 exactly; in floating point 1450 * 7 / 100 is 101.50000000000001, 1.15 * 50 is 57.49999….
  [1450, 7, 102],
  [5000, 1.15, 58],
  [10, 8.875, 1],
  [200, 0.249, 0],
  [200, 0.25, 1],
  [99_999_999, 99, 98_999_999],
])('the tax on %i cents at %d %% is %i cents', (net, percent, tax) => {
  expect(taxOn(cents(net), percent)).toBe(tax)
})

test('without tax the total is the net price', () => {
  fc.assert(
    fc.property(nets, (amounts) => {
      const lines = amounts.map((unitPrice) => ({ unitPrice, quantity: 3 }))
      const net = sum(amounts) * 3
      expect(totals(lines, { percent: 0 })).toEqual({ net, tax: 0, total: net })
    }),
  )
})

test('the tax is within half a cent of the exact one', () => {
  fc.assert(
    fc.property(prices, percents, (net, percent) => {
      const error = BigInt(taxOn(net, percent)) * 100_000n - BigInt(net) * BigInt(Math.round(percent * 1000))
      expect(error > -50_000n && error <= 50_000n).toBe(true)
    }),
  )
})

test('the largest net amount costs at most the total, and one cent more does not', () => {
  fc.assert(
    fc.property(prices, percents, (total, percent) => {
      const net = largestNet(total, percent)
      expect(withTax(net, percent).total).toBeLessThanOrEqual(total)
      expect(withTax(cents(net + 1), percent).total).toBeGreaterThan(total)
    }),
  )
})

test('refunding each line, in any order, returns exactly the charge', () => {
  fc.assert(
    fc.property(nets, percents, (amounts, percent) => {
      let left = withTax(sum(amounts), percent)
      for (const net of amounts) {
        const refund = refundOfNet(net, left, percent)
        expect(refund.tax).toBe(taxOn(left.net, percent) - taxOn(cents(left.net - net), percent))
        left = minus(left, refund)
      }
      expect(left).toEqual(nothing)
    }),
  )
})

test('free amounts and lines together never refund more than is left, and at last all of it', () => {
  const parts = fc.array(fc.tuple(fc.boolean(), fc.double({ min: 0, max: 1, noNaN: true })), {
    maxLength: 12,
  })
  fc.assert(
    fc.property(prices, percents, parts, (charged, percent, steps) => {
      let left = withTax(charged, percent)
      const refund = (part: Amounts) => {
        expect(part.total).toBe(part.net + part.tax)
        left = minus(left, part)
        expect(Math.min(left.net, left.tax, left.total, part.net, part.tax)).toBeGreaterThanOrEqual(0)
      }
      for (const [isFree, share] of steps) {
        if (isFree) refund(refundOfAmount(cents(Math.floor(left.total * share)), left, percent))
        else refund(refundOfNet(cents(Math.floor(left.net * share)), left, percent))
      }
      if (steps.length % 2) refund(refundOfAmount(left.total, left, percent))
      else refund(refundOfNet(left.net, left, percent))
      expect(left).toEqual(nothing)
    }),
  )
})

test('a free amount has the net amount that its rate says', () => {
  const left = withTax(cents(100_00), 19)
  expect(refundOfAmount(cents(10_00), left, 19)).toEqual({ net: 840, tax: 160, total: 1000 })
  expect(refundOfAmount(left.total, left, 19)).toEqual(left)
})

test('a buyer who is exempt or owes the tax pays none', () => {
  const standard = { treatment: 'standard', reference: null } as const
  expect(orderTax(standard, 8.25)).toEqual({ ...standard, percent: 8.25 })
  for (const treatment of ['exempt', 'reverse-charge'] as const) {
    expect(orderTax({ treatment, reference: 'DE1' }, 19)).toEqual({
      treatment,
      reference: 'DE1',
      percent: 0,
    })
  }
})
