import { expect, test } from 'vitest'
import { currentLink, menuFor } from './dashboard-menu.ts'

const texts = (isAdmin: boolean) => menuFor({ isAdmin }).flatMap(({ links }) => links.map(({ text }) => text))

/** The entry that is marked on a page. */
const marked = (isAdmin: boolean, pathname: string) => currentLink(menuFor({ isAdmin }), pathname)?.text

test('the specified entries come first', () => {
  expect(texts(false).slice(0, 3)).toEqual(['My Orders', 'Add a review', 'My Profile'])
  expect(texts(true).slice(0, 5)).toEqual([
    ...['My Profile', 'Manage Users', 'Add Product', 'Manage Product', 'Manage Orders'],
  ])
})

test('each page marks one entry, sub pages too', () => {
  expect(marked(false, '/dashboard')).toBeUndefined()
  expect(marked(false, '/dashboard/orders')).toBe('My Orders')
  expect(marked(false, '/dashboard/orders/FW-10428')).toBe('My Orders')
  expect(marked(false, '/dashboard/payments/0199')).toBe('My Orders')
  expect(marked(true, '/dashboard/orders/FW-10428')).toBe('Manage Orders')
  expect(marked(true, '/dashboard/manage-products/0199')).toBe('Manage Product')
  expect(marked(true, '/dashboard/manage-products/import/0199')).toBe('Import products')
  expect(marked(true, '/dashboard/categories/wrenches')).toBe('Categories')
  expect(marked(true, '/dashboard/held-stock')).toBe('Reserved stock')
  expect(marked(true, '/dashboard/shipping/pack')).toBe('Shipping')
  expect(marked(true, '/dashboard/search')).toBe('Synonyms')
  expect(marked(true, '/dashboard/price-lists/0199')).toBe('Price lists')
  expect(marked(true, '/dashboard/companies/0199')).toBe('Companies')
})
