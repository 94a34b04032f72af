import { expect, test } from 'vitest'
import { type DecimalSign, decimalSignOf, readNumber } from './decimal-mark.ts'
import { readWholeNumber } from './written-number.ts'

const read = (text: string, sign: DecimalSign = null) => {
  const reading = readNumber(text, sign)
  return reading && [reading.value, reading.other]
}

test.each([
  ['1250', 1250],
  ['12,500', 12_500],
  ['12.500', 12_500],
  ['12 500', 12_500],
  ["12'500", 12_500],
  ['12’500', 12_500],
  ['1.250.000', 1_250_000],
  ['1,250.00', 1250],
  ['1.250,00', 1250],
  ['2,500.0', 2500],
  ['2.500,0', 2500],
  ["1'250.00", 1250],
  ['1 250,00', 1250],
  ['25.00', 25],
  ['30.7', 30.7],
  ['0.500', 0.5],
  ['12500,000', 12_500],
])('%s is %d', (text, value) => {
  expect(read(text)).toEqual([value, null])
})

test.each(['', '1,25,000', '1,250,00', '1.250.00', '12.12.2026', '3e2', '+30', '-1', '1,,2', '.5'])(
  '%s is no number',
  (text) => {
    expect(read(text)).toBeNull()
  },
)

test('the signs of other numbers decide between thousands and decimals', () => {
  expect(decimalSignOf(['1,250.00', '300'])).toBe('.')
  expect(decimalSignOf(['2,5'])).toBe(',')
  expect(decimalSignOf(['1.250.000'])).toBe(',')
  expect(decimalSignOf(['1.250', '12 500', '7'])).toBe(null)
  expect(decimalSignOf(['2,5', '2.5'])).toBe('both')
  expect(read('25,000', ',')).toEqual([25, null])
  expect(read('25,000', '.')).toEqual([25_000, null])
  expect(read('1,250', ',')).toEqual([1250, 1.25])
  expect(read('1,250', 'both')).toEqual([1250, 1.25])
})

test.each([
  ['30', 30],
  [' 1.000 ', 1000],
  ['1,000', 1000],
  ['25.0', 25],
  ['３０', 30],
  ['1\u202f000', 1000],
  ['1\u00a0000\u200b', 1000],
  ['1.250,00', 1250],
  ['1,00', Number.NaN],
  ['40,0', Number.NaN],
  ['12500,000', Number.NaN],
  ['30.7', Number.NaN],
  ['-5', Number.NaN],
  ['3e2', Number.NaN],
  ['', Number.NaN],
])('a box with %s holds %d', (typed, pieces) => {
  expect(readWholeNumber(typed)).toBe(pieces)
})

test.each(['en-US', 'de-DE', 'de-CH', 'fr-FR', 'es-ES', 'sv-SE', 'nb-NO', 'pl-PL', 'pt-BR', 'cs-CZ'])(
  'numbers are read as spreadsheets and pages in %s write them',
  (locale) => {
    for (const pieces of [7, 40, 999, 1_250, 12_500, 100_000, 1_000_000, 2_147_483_647]) {
      expect(readWholeNumber(pieces.toLocaleString(locale))).toBe(pieces)
      const cell = pieces.toLocaleString(locale, { minimumFractionDigits: 2 })
      // `7,00` may be a mistyped 7,000, so a person writes it again.
      const isUnclear = /^\d+,\d+$/.test(cell)
      expect(readWholeNumber(` ${cell}\u200b`)).toBe(isUnclear ? Number.NaN : pieces)
    }
  },
)
