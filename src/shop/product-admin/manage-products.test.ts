import { expect, test } from 'vitest'
import { stockNote } from './manage-products.ts'

test.each([
  [0, 10, 'Sold out'],
  [9, 10, 'Below minimum'],
  [10, 10, 'Low stock'],
  [19, 10, 'Low stock'],
  [20, 10, null],
])('%i pieces at a minimum order of %i: %s', (quantity, minQuantity, note) => {
  expect(stockNote({ quantity, minQuantity })).toBe(note)
})
