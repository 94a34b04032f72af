import { expect, test } from 'vitest'
import { purchaseForm } from './order-forms.ts'

const buyer = { name: 'Ada', email: 'ada@example.com', address: '1 Anvil Street' }
const place = { city: '', region: '', postcode: '', country: '', poNumber: '' }

test('a stock below the minimum order is no quantity to offer', () => {
  const form = purchaseForm({ minQuantity: 25, quantity: 6 })
  const { error } = form.safeParse({ ...buyer, ...place, quantity: 25 })
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'The stock, 6, is below the minimum order of 25',
  ])
})

test.each([
  [30.7, 'Quantity must be a whole number'],
  ['3e2', 'Quantity must be a whole number'],
  [Number.NaN, 'Quantity is required'],
  [1_000, 'Quantity must be at least 1,250, the minimum order'],
  [100_000, 'Quantity must be at most 99,990, the stock we have'],
])('a quantity of %s is refused: %s', (quantity, message) => {
  const form = purchaseForm({ minQuantity: 1_250, quantity: 99_990 })
  const { error } = form.safeParse({ ...buyer, ...place, quantity })
  expect(error?.issues.map(({ message }) => message)).toEqual([message])
})
