import { expect, test } from 'vitest'
import { changedFolders, needsAllTests } from './change.ts'

test('a change of money, stock or shipping needs all tests, one of its tests or of a page does not', () => {
  expect(needsAllTests(['README.md', 'src/shop/payments/record-payment.server.ts'])).toBe(true)
  expect(needsAllTests(['db/schema/18-shipping.sql'])).toBe(true)
  expect(needsAllTests(['src/shop/orders/order.test.ts', 'src/shop/blog/blog-page.tsx'])).toBe(false)
})

test('a change touches the folders of its sources, each once', () => {
  const files = ['src/shop/tax/tax.ts', 'src/shop/tax/tax-api.server.ts', 'docs/product.md', 'x.css']
  expect(changedFolders(files)).toEqual(['src/shop/tax/'])
})
