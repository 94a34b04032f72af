import { expect, test } from 'vitest'
import { cents } from '#platform/money.ts'
import { checkRows } from './check-price-rows.ts'
import type { SentRow } from './price-list-forms.ts'

const known = {
  products: new Map([
    ['FW-1', { id: 'one', basePrice: cents(1100) }],
    ['FW-2', { id: 'two', basePrice: cents(500) }],
  ]),
  categories: new Set(['wrenches']),
}
const row = (given: Partial<SentRow>): SentRow => ({ sku: 'FW-1', minQuantity: 1, ...given })
const errorsOf = (rows: SentRow[], isContract = false) =>
  checkRows(rows, known, { isContract }).errors.map(({ index, message }) => [index, message])

test('rows name a product in any case, a category or all', () => {
  const sent = [
    row({ sku: 'fw-1', perPrice: 9.5 }),
    { category: 'wrenches', minQuantity: 10, percent: 12.5 },
    { all: true as const, minQuantity: 1, percent: 5 },
  ]
  expect(checkRows(sent, known, { isContract: false })).toEqual({
    errors: [],
    rows: [
      { productId: 'one', category: null, minQuantity: 1, unitPrice: 950 },
      { productId: null, category: 'wrenches', minQuantity: 10, percentOff: 12.5 },
      { productId: null, category: null, minQuantity: 1, percentOff: 5 },
    ],
  })
})

test.each<[string, SentRow, string]>([
  ['an unknown SKU', row({ sku: 'FW-9', perPrice: 1 }), 'There is no tool FW-9.'],
  ['an unknown category', { category: 'saws', minQuantity: 1, percent: 1 }, 'There is no category saws.'],
  ['nothing named', { minQuantity: 1, perPrice: 1 }, 'Name a SKU, a category or all tools.'],
  ['two named', row({ all: true, perPrice: 1 }), 'Name a SKU, a category or all tools.'],
  ['a price of zero', row({ perPrice: 0 }), 'The price must be above $0.'],
  ['a negative price', row({ perPrice: -1 }), 'The price must be above $0.'],
  ['three decimals', row({ perPrice: 8.905 }), 'A price has at most two decimals.'],
  ['a percentage of 100', row({ percent: 100 }), 'The percentage must be above 0 and below 100.'],
  ['a percentage of 0', row({ percent: 0 }), 'The percentage must be above 0 and below 100.'],
  ['a finer percentage', row({ percent: 1.234 }), 'A percentage has at most two decimals.'],
  ['both', row({ percent: 1, perPrice: 1 }), 'Give a price or a percentage, not both.'],
  ['neither', row({}), 'The price is missing.'],
  ['part of a piece', row({ minQuantity: 1.5, perPrice: 1 }), 'The quantity must be a whole number from 1.'],
])('%s is refused in words', (_, sent, message) => {
  expect(errorsOf([row({ sku: 'FW-2', perPrice: 1 }), sent])).toEqual([[1, message]])
})

test('a rising ladder is refused, wherever its rows stand', () => {
  const rows = [row({ minQuantity: 100, perPrice: 9.5 }), row({ minQuantity: 1, perPrice: 8.9 })]
  expect(errorsOf(rows)).toEqual([[0, '$9.50 is more than from 1.']])
  const percents = [row({ percent: 10 }), row({ minQuantity: 50, percent: 5 })]
  expect(errorsOf(percents)).toEqual([[1, '5 % off is less than from 1.']])
  // 10 % off $11.00 is $9.90.
  const mixed = [row({ percent: 10 }), row({ minQuantity: 50, perPrice: 9.91 })]
  expect(errorsOf(mixed)).toEqual([[1, '$9.91 is more than from 1.']])
  expect(errorsOf([row({ percent: 10 }), row({ minQuantity: 50, perPrice: 9.9 })])).toEqual([])
})

test('two rows of one product from the same quantity are refused', () => {
  const rows = [row({ perPrice: 9 }), row({ sku: 'FW-2', perPrice: 9 }), row({ sku: 'fw-1', perPrice: 8 })]
  expect(errorsOf(rows)).toEqual([[2, 'Another row has the same quantity.']])
})

test('a contract begins at one piece', () => {
  const rows = [row({ minQuantity: 10, perPrice: 9 })]
  expect(errorsOf(rows, true)).toEqual([[0, 'The first step of a contract is from 1 piece.']])
  expect(errorsOf(rows)).toEqual([])
})
