import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { Product } from './product.ts'
import { ProductCard } from './product-card.tsx'

const hammer: Product = {
  _id: '01a1fe16-fe01-709c-8fa5-3d82377d5ef5',
  sku: 'FW-2010',
  name: 'Claw Hammer 450 g',
  description: 'Forged head with polished face.',
  quantity: 1240,
  minQuantity: 12,
  perPrice: 17.6,
  prices: [{ minQuantity: 12, perPrice: 17.6 }],
  imgURL: '/media/0123.webp',
  category: null,
  specifications: {},
  family: null,
  size: null,
  version: 1,
}

function cardAt(path: string, product = hammer): string {
  const element = <ProductCard product={product} />
  const router = createMemoryRouter(
    [
      { path: '/purchase', element },
      { path: '/purchase/:id', element },
    ],
    { initialEntries: [path] },
  )
  return renderToStaticMarkup(<RouterProvider router={router} />)
}

test('a card has the specified labels', () => {
  const card = cardAt('/purchase')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
  expect(card).toContain('FW-2010 Claw Hammer 450 g Forged head with polished face.')
  expect(card).toContain('Minimun Quantity 12 Quantity 1,240 Price $17.60 Buy Now')
})

test('a card says when its product is out of stock or below its minimum order', () => {
  const notes = (quantity: number) =>
    /(Out of stock|Below the minimum order)/.exec(cardAt('/purchase', { ...hammer, quantity }))?.[0]
  expect(notes(0)).toBe('Out of stock')
  expect(notes(11)).toBe('Below the minimum order')
  expect(notes(12)).toBeUndefined()
})

test('Buy Now links to the purchase page of the product', () => {
  expect(cardAt('/purchase')).toContain(`href="/purchase/${hammer._id}"`)
})

test('the name links to the product’s own page', () => {
  expect(cardAt('/purchase')).toContain(`href="/tools/claw-hammer-450-g-${hammer._id}"`)
})

test('Buy Now hides on a page that has an id', () => {
  expect(cardAt(`/purchase/${hammer._id}`)).not.toContain('Buy Now')
})
