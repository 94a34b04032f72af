import { expect, test } from 'vitest'
import type { ManagedProduct } from '#shop/catalogue/product.ts'
import { checkDraft, newerText, readDrafts, tidyText, undoOf, withTyped } from './product-drafts.ts'

const product: ManagedProduct = {
  _id: '1',
  sku: 'FW-1',
  name: 'Hammer',
  quantity: 1080,
  minQuantity: 12,
  description: 'A hammer to try.',
  perPrice: 7.9,
  imgURL: '/media/a.webp',
  category: null,
  specifications: {},
  family: null,
  size: null,
  version: 3,
  bin: null,
  gtin: null,
  weight: null,
}

test('typed numbers become changes, and the stored text ends a draft', () => {
  const one = withTyped({}, product, 'perPrice', '8,40')
  const two = withTyped(one, product, 'quantity', '1,100')
  expect(two['1'] && checkDraft(two['1'])).toEqual({ changes: { perPrice: 8.4, quantity: 1100 } })
  const back = withTyped(two, product, 'quantity', '1,080')
  expect(back['1'] && checkDraft(back['1'])).toEqual({ changes: { perPrice: 8.4 } })
  expect(withTyped(back, product, 'perPrice', '7.90')).toEqual({})
  // Less than a new product may have.
  const least = { seen: product, typed: { minQuantity: '1' } }
  expect(checkDraft(least)).toEqual({ changes: { minQuantity: 1 } })
})

test('leaving a field tidies what can be read', () => {
  expect(tidyText(product, 'perPrice', '8,4')).toBe('8.40')
  expect(tidyText(product, 'perPrice', '8.405')).toBe('8.405')
  expect(tidyText(product, 'quantity', '1100')).toBe('1,100')
  expect(tidyText(product, 'quantity', 'many')).toBe('many')
})

test.each([
  ['perPrice', '4.99', 'Minimun Per Price should up to $5'],
  ['perPrice', 'abc', 'Price must be a number'],
  ['perPrice', '-1', 'Minimun Per Price should up to $5'],
  ['perPrice', '12.345', 'Price has at most two decimals'],
  ['perPrice', '', 'Price is required'],
  ['quantity', '9', 'Quantity must be at least 10'],
  ['quantity', 'many', 'Quantity must be a whole number'],
  ['minQuantity', '0', 'Minimum quantity must be at least 1'],
  ['minQuantity', '', 'Minimum quantity is required'],
] as const)('%s %s breaks a rule of Update Product', (field, text, error) => {
  const draft = { seen: product, typed: { [field]: text } }
  expect(checkDraft(draft)).toEqual({ wrong: { [field]: error } })
})

test('a conflict names the newer values of the edited fields only', () => {
  const draft = { seen: product, typed: { perPrice: '8' } }
  const text = newerText(draft, { ...product, perPrice: 9, quantity: 5 })
  expect(text).toContain('now price $9.00.')
})

test('numbers below what an admin may set are not brought back', () => {
  const changes = { perPrice: 8, quantity: 50, minQuantity: 2 }
  const undone = { perPrice: 7.9, quantity: 1080, minQuantity: 12 }
  expect(undoOf(product, changes)).toEqual(undone)
  expect(undoOf({ ...product, quantity: 3 }, changes)).toEqual({ perPrice: 7.9, minQuantity: 12 })
})

test('stored drafts are read, and those of another form are ignored', () => {
  const drafts = withTyped({}, product, 'perPrice', '8')
  expect(readDrafts(JSON.parse(JSON.stringify(drafts)))).toEqual(drafts)
  for (const stored of [null, 'text', { 1: { typed: {} } }, { 1: { seen: {}, typed: {} } }]) {
    expect(readDrafts(stored)).toBeUndefined()
  }
})
