import { expect, test } from 'vitest'
import { paths } from '#shop/imports/testing/exported-products.ts'
import { resolveChanges } from './resolve-changes.ts'

const product = {
  id: '',
  sku: 'SQ-1',
  name: 'Try Square',
  description: 'Blued steel blade',
  unitPriceCents: 1250,
  quantity: 5,
  minQuantity: 1,
  version: 1,
  image: '/media/x.webp',
  shownImage: '/media/x.webp',
  category: null,
  specifications: {},
  bin: null,
  gtin: null,
  weight: null,
  longText: null,
  pageTitle: null,
  pageDescription: null,
  family: null,
  size: null,
  deletedAt: null,
  isDiscontinued: false,
  successorId: null,
  promised: 15,
}

test.each([
  // Of 20 when it was compared, 15 are promised since.
  ['quantity', 20, 16, { delta: -4, targets: [null] }],
  ['quantity', 20, 14, { delta: 0, targets: [{ current: 5 }], product: null }],
  ['onShelf', 20, 14, { delta: 0, targets: [{ current: 20 }], product: null }],
])('stock below what is promised is stale: %s %i to %i', (field, from, to, resolved) => {
  const changes = [{ field, from, to }]
  expect(resolveChanges(product, changes, paths, new Date())).toMatchObject(resolved)
})
