import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents, centsToDollars, dollarsToCents, formatDollars, timesPieces } from './money.ts'

test('cents convert to dollars and back', () => {
  const amounts = fc.integer({ min: 0, max: 99_999_999 })
  fc.assert(
    fc.property(amounts, (amount) => {
      const json = JSON.stringify(centsToDollars(cents(amount)))
      expect(json).toMatch(/^\d+(\.\d{1,2})?$/)
      expect(dollarsToCents(JSON.parse(json))).toBe(amount)
    }),
  )
})

test('totals in cents are exact', () => {
  expect(1.1 * 3).not.toBe(3.3)
  expect(timesPieces(dollarsToCents(1.1), 3)).toBe(330)
  expect(timesPieces(dollarsToCents(9.99), 100_000)).toBe(99_900_000)
})

test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('%s is no amount of cents', (odd) => {
  expect(() => cents(odd)).toThrow(RangeError)
})

test.each([
  [0, '$0.00'],
  [5, '$0.05'],
  [1250, '$12.50'],
  [99_999_999, '$999,999.99'],
])('%i cents read %s', (amount, text) => {
  expect(formatDollars(cents(amount))).toBe(text)
})
