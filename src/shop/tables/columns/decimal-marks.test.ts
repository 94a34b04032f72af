import { expect, test } from 'vitest'
import { decimalMarkOf } from '#platform/decimal-mark.ts'
import { readMarked } from '#platform/written-number.ts'
import { createMarkCount } from './decimal-marks.ts'

test.each([
  ['1,250.00', '.', 1250],
  ['1.250,00', ',', 1250],
  ["1'250.00", '.', 1250],
  ['1’250.5', '.', 1250.5],
  ['1 250,00', ',', 1250],
  ['1\u00a0250,00', ',', 1250],
  ['12.5', '.', 12.5],
  ['.5', '.', 0.5],
  ['0.125', '.', 0.125],
  ['1,250,000', '.', 1_250_000],
  ['-3,50', ',', -3.5],
] as const)('%j has the mark %j', (text, mark, number) => {
  expect(decimalMarkOf(text)).toBe(mark)
  expect(readMarked(text, mark)).toBe(number)
})

test('a number with one mark before three digits has two readings', () => {
  expect(decimalMarkOf('1,250')).toBe('either')
  expect([readMarked('1,250', '.'), readMarked('1,250', ',')]).toEqual([1250, 1.25])
  expect([decimalMarkOf('1250'), decimalMarkOf('twelve')]).toEqual([null, null])
})

test.each([
  '1E5',
  '3/8-16',
  '1,25.00',
  '12 50',
  '1.2.3',
  '',
  '.',
  '5 pcs',
  '--1',
  '1,2500,000',
  '9'.repeat(400),
])('%j is no number', (text) => {
  expect([readMarked(text, '.'), readMarked(text, ',')]).toEqual([null, null])
})

test('a column has one mark if its numbers agree', () => {
  const resultOf = (texts: string[], isWhole = false) => {
    const count = createMarkCount(isWhole)
    for (const text of texts) count.add(text)
    return count.result()
  }
  expect(resultOf(['1,250', '12.50', '7'])).toBe('.')
  expect(resultOf(['1.250', '12,50'])).toBe(',')
  expect(resultOf(['1,250.00', '1.250,00', '1.250'])).toBe('mixed')
  // Each shows its own.
  expect(resultOf(['1,250.00', '1.250,00', '7'])).toBe(null)
  expect(resultOf(['1.250', '7'])).toBe('unclear')
  expect(resultOf(['7', 'n/a'])).toBe(null)
  // Pieces are whole, but 120.000 could be 120 with three decimals.
  expect(resultOf(['1.250', '7'], true)).toBe(',')
  expect(resultOf(['1,250', '1250'], true)).toBe('.')
  expect(resultOf(['120.000', '7'], true)).toBe('unclear')
  expect(resultOf(['1.250', '12.500'], true)).toBe('unclear')
})
