import { expect, test } from 'vitest'
import { skuSpellings } from './sku-spellings.ts'

test.each([
  ['fw1o13', 'fw1013'],
  ['fw-l0l3', 'fw1013'],
  ['fw 1013', 'fw1013'],
  ['fw_1013', 'fw1013'],
  ['fw10133', 'fw1013'],
  ['f w 1o13', 'fw1013'],
  ['wf-1013', 'fw1013'],
])('%s may mean %s', (typed, sku) => {
  expect(skuSpellings(typed)).toContain(sku)
})

test('the fewest changes come first, and their number is bounded', () => {
  expect(skuSpellings('fw1o13').slice(0, 2)).toEqual(['fw1o13', 'fw1013'])
  expect(skuSpellings('oil10518bz0').length).toBeLessThan(100)
  expect(skuSpellings('o0o0o0').length).toBeLessThan(100)
})

test.each(['', 'wrench', '1013', 'fw', 'hammer for 12 people', '漢字', 'x'.repeat(25)])(
  '%j is no SKU',
  (text) => {
    expect(skuSpellings(text)).toEqual([])
  },
)
