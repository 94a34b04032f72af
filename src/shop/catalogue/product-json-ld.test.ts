import { expect, test } from 'vitest'
import type { Product } from './product.ts'
import { productList, productOffered } from './product-json-ld.ts'

const site = {
  name: 'Forgewell',
  publicUrl: 'https://shop.example',
  isDemo: false,
  offersGoogle: false,
}
const saw: Product = {
  _id: '1',
  sku: 'SAW-1',
  name: 'Saw',
  description: 'Set by hand.',
  quantity: 10,
  minQuantity: 10,
  perPrice: 12.5,
  prices: [{ minQuantity: 10, perPrice: 12.5 }],
  imgURL: '/media/a.webp',
  category: null,
  specifications: {},
  family: null,
  size: null,
  version: 1,
}

test('an offer has the price and the minimum order', () => {
  expect(productList(site, [saw], 20)).toEqual({
    '@type': 'ItemList',
    itemListElement: [
      {
        '@type': 'ListItem',
        position: 21,
        item: {
          '@type': 'Product',
          name: 'Saw',
          sku: 'SAW-1',
          description: 'Set by hand.',
          image: 'https://shop.example/media/a.webp',
          brand: { '@type': 'Brand', name: 'Forgewell' },
          offers: {
            '@type': 'Offer',
            url: 'https://shop.example/tools/saw-1',
            price: '12.50',
            priceCurrency: 'USD',
            availability: 'https://schema.org/InStock',
            eligibleQuantity: { '@type': 'QuantitativeValue', minValue: 10 },
          },
        },
      },
    ],
  })
})

test('a product that cannot be ordered is out of stock; external images are absolute', () => {
  const rare = { ...saw, quantity: 9, imgURL: 'https://images.example/saw.webp' }
  const list = JSON.stringify(productList(site, [rare], 0))
  expect(list).toContain('"https://schema.org/OutOfStock"')
  expect(list).toContain('"https://images.example/saw.webp"')
})

test('a product alone has its GTIN', () => {
  expect(productOffered(site, saw, { gtin: '4006381333931' })).toMatchObject({
    gtin: '4006381333931',
  })
  expect(productOffered(site, saw)).not.toHaveProperty('gtin')
})
