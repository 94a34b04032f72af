import { expect, test } from 'vitest'
import { type Product, whyNotOrderable } from './product.ts'

test.each([
  [9, 'Only 9 in stock, which is below the minimum order of 10.'],
  [10, null],
])('%i pieces at a minimum of 10: %s', (quantity, why) => {
  expect(whyNotOrderable({ quantity, minQuantity: 10 } as Product)).toBe(why)
})
