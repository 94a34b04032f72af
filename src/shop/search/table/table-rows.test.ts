import { expect, test } from 'vitest'
import type { Product } from '#shop/catalogue/product.ts'
import { tableRows } from './table-rows.ts'

const product = (name: string, family: string | null): Product => ({
  _id: name,
  sku: name,
  name,
  description: '',
  quantity: 100,
  minQuantity: 10,
  perPrice: 5,
  prices: [{ minQuantity: 10, perPrice: 5 }],
  imgURL: '/media/0123.webp',
  category: 'wrenches',
  specifications: {},
  family,
  size: null,
  version: 1,
})

test('sizes of a family that follow each other have a head; a single one and others have none', () => {
  const products = [
    product('Vise', null),
    product('Anvil', null),
    product('Wrench 6 mm', 'Wrench'),
    product('Wrench 7 mm', 'Wrench'),
    product('Socket 6 mm', 'Socket'),
    product('Wrench 8 mm', 'Wrench'),
  ]
  const shown = tableRows(products).map((row) =>
    row.kind === 'family' ? `${row.family}:` : `${row.isOfFamily ? '  ' : ''}${row.product.name}`,
  )
  expect(shown).toEqual([
    'Vise',
    'Anvil',
    'Wrench:',
    '  Wrench 6 mm',
    '  Wrench 7 mm',
    'Socket 6 mm',
    'Wrench 8 mm',
  ])
})
