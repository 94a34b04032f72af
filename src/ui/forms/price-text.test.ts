import { expect, test } from 'vitest'
import { priceText, readPrice } from './price-text.ts'

test.each([
  ['7.9', 7.9],
  ['$7.90', 7.9],
  [' 7,90 ', 7.9],
  ['7,9', 7.9],
  ['1,250', 1250],
  ['1,250.50', 1250.5],
  ['7.999', 7.999],
  ['-3', -3],
  ['.5', 0.5],
])('%s is read as %d', (text, dollars) => {
  expect(readPrice(text)).toBe(dollars)
})

test.each(['', 'seven', '7.9.0', '1,2,3', '$', '1.250', '12.500', '1.250,00'])(
  '“%s” is not a price',
  (text) => {
    expect(readPrice(text)).toBeNaN()
  },
)

test('a price shows two decimals', () => {
  expect(priceText(7.9)).toBe('7.90')
  expect(priceText(12)).toBe('12.00')
  expect(priceText(Number.NaN)).toBe('')
  expect(priceText(undefined)).toBe('')
})
