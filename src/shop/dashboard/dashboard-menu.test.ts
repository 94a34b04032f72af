import { expect, test } from 'vitest'
import { isCurrent, menuFor } from './dashboard-menu.ts'

const texts = (isAdmin: boolean) =>
  menuFor({ isAdmin }).flatMap(({ links }) => links.map(({ text }) => text))

/** The entries that are marked on a page. */
const marked = (isAdmin: boolean, pathname: string) =>
  menuFor({ isAdmin })
    .flatMap(({ links }) => links)
    .filter((link) => isCurrent(link, pathname))
    .map(({ text }) => text)

test('the specified entries come first', () => {
  expect(texts(false).slice(0, 3)).toEqual(['My Orders', 'Add a review', 'My Profile'])
  expect(texts(true).slice(0, 5)).toEqual([
    ...['My Profile', 'Manage Users', 'Add Product', 'Manage Product', 'Manage Orders'],
  ])
})

test('each page marks one entry, sub pages too', () => {
  expect(marked(false, '/dashboard')).toEqual([])
  expect(marked(false, '/dashboard/orders')).toEqual(['My Orders'])
  expect(marked(false, '/dashboard/orders/FW-10428')).toEqual(['My Orders'])
  expect(marked(false, '/dashboard/payments/0199')).toEqual(['My Orders'])
  expect(marked(true, '/dashboard/orders/FW-10428')).toEqual(['Manage Orders'])
  expect(marked(true, '/dashboard/manage-products/0199')).toEqual(['Manage Product'])
  expect(marked(true, '/dashboard/categories/wrenches')).toEqual(['Categories'])
  expect(marked(true, '/dashboard/held-stock')).toEqual(['Reserved stock'])
  expect(marked(true, '/dashboard/shipping/pack')).toEqual(['Shipping'])
  expect(marked(true, '/dashboard/search')).toEqual(['Synonyms'])
  expect(marked(true, '/dashboard/price-lists/0199')).toEqual(['Price lists'])
  expect(marked(true, '/dashboard/companies/0199')).toEqual(['Companies'])
})
