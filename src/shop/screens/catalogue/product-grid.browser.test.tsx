import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderAt } from '#server/testing/components/render-at.tsx'
import type { Product } from '#shop/catalogue/product.ts'
import { ProductGrid } from './product-grid.tsx'

const product = (name: string, description: string, perPrice: number) =>
  ({
    _id: name,
    sku: 'FW-1013',
    name,
    description,
    minQuantity: 150,
    quantity: 24_033,
    perPrice,
    prices: [
      { minQuantity: 150, perPrice },
      { minQuantity: 500, perPrice: perPrice - 1 },
    ],
    imgURL: '/none.png',
  }) as Product
const products = [
  product('Pry Bar 560 mm', 'Forged, for demolition.', 8.9),
  product(
    'Adjustable Wrench with Wide Jaws 250 mm',
    'Drop-forged chrome vanadium steel, with scales in mm and inches on both of its jaws, black.',
    1_208.9,
  ),
]

test.each([640, 1280])('cards are as high in dark as in light, %s pixels wide', async (width) => {
  await page.viewport(width, 800)
  await renderAt(
    '/purchase',
    <div style={{ width: width < 1000 ? 264 * 2 + 24 : 264 * 4 + 96 }}>
      <ProductGrid products={products} />
    </div>,
  )
  await document.fonts.ready
  const heights = (theme: string) => {
    document.documentElement.dataset.theme = theme
    return page
      .getByRole('article')
      .elements()
      .map((card) => card.clientHeight)
  }
  const light = heights('light')
  expect(heights('dark')).toEqual(light)
  delete document.documentElement.dataset.theme
  await page.viewport(1280, 800)
})
