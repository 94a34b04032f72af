import { expect, test } from 'vitest'
import { gtinCheckDigit, isGtin } from './gtin.ts'

test.each(['96385074', '036000291452', '4006381333931', '00012345600012', '2000000010137'])(
  '%s is a GTIN',
  (text) => {
    expect(isGtin(text)).toBe(true)
    expect(gtinCheckDigit(text.slice(0, -1))).toBe(Number(text.at(-1)))
  },
)

test.each([
  ['', 'nothing'],
  ['4006381333932', 'a wrong last digit'],
  ['4006381339331', 'two digits swapped'],
  ['40063813339', 'eleven digits'],
  ['400638133393A', 'a letter'],
  ['0000000000000', 'zeros'],
  ['00000000', 'zeros'],
  ['４００６３８１３３３９３１', 'wide digits'],
])('%s is not: %s', (text) => {
  expect(isGtin(text)).toBe(false)
})
