import { expect, test } from 'vitest'
import type { Product } from '#shop/catalogue/product.ts'
import { readReorderState, reorderState } from '#shop/list-store/reorder.ts'
import { reorderLines } from './reorder-lines.ts'

const product = (_id: string, more: Partial<Product> = {}) =>
  ({
    _id,
    perPrice: 9.5,
    prices: [],
    minQuantity: 10,
    quantity: 100,
    ...more,
  }) as unknown as Product
const earlier = (productId: string, quantity = 20) => ({
  productId,
  productName: productId,
  perPrice: 9.5,
  quantity,
})

test('orders go to the list at today’s prices, and each difference is reported', () => {
  const orders = ['same', 'dearer', 'gone', 'raised', 'scarce'].map((id) => earlier(id))
  const products = [
    product('same'),
    product('dearer', { perPrice: 11 }),
    product('raised', { minQuantity: 25 }),
    product('scarce', { quantity: 3 }),
  ]
  const { lines, added, differences } = reorderLines(orders, products, [])
  expect(lines.map(({ productId, quantity }) => `${productId} ${quantity}`)).toEqual([
    'same 20',
    'dearer 20',
    'raised 25',
  ])
  expect(added).toBe(3)
  expect(differences.map(({ text, note }) => `${text}: ${note}`)).toEqual([
    'dearer: The price was $9.50 and is now $11.00.',
    'gone: No longer for sale.',
    'raised: Raised to 25, the minimum order.',
    'scarce: Only 3 in stock, which is below the minimum order of 10.',
  ])
})

test('several orders of one product add up', () => {
  const { reorder } = reorderState([earlier('a', 20), earlier('b', 10), earlier('a', 30)])
  expect(reorder.map(({ productId, quantity }) => [productId, quantity])).toEqual([
    ['a', 50],
    ['b', 10],
  ])
})

test('the state of any other link orders nothing', () => {
  for (const state of [null, undefined, {}, { reorder: 'x' }]) {
    expect(readReorderState(state)).toEqual([])
  }
})
