import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderAt } from '#server/testing/components/render-at.tsx'
import type { Product } from '#shop/catalogue/product.ts'
import { FamilySizes } from './family-sizes.tsx'
import { ProductOrder } from './product-order.tsx'

const product: Product = {
  _id: '0198c0de-0000-7000-8000-000000000001',
  sku: 'FW-1013',
  name: 'Combination Wrench 13 mm',
  description: '',
  quantity: 500,
  minQuantity: 25,
  perPrice: 7.9,
  prices: [
    { minQuantity: 25, perPrice: 7.5 },
    { minQuantity: 100, perPrice: 6.9 },
  ],
  imgURL: '/media/0123.webp',
  category: null,
  specifications: {},
  family: null,
  size: null,
  version: 1,
}
const total = () => page.getByText('Total', { exact: true }).element().nextElementSibling

test('the total follows the typed quantity, at the price for it', async () => {
  await renderAt('/tools/-1', <ProductOrder product={product} />)
  await expect.poll(() => total()?.textContent).toBe('25 × $7.50 = $187.50')
  await page.getByRole('button', { name: '100+ $6.90' }).click()
  await expect.element(page.getByLabelText('Quantity')).toHaveValue('100')
  await expect.poll(() => total()?.textContent).toBe('100 × $6.90 = $690.00')
  for (const typed of ['501', 'ten', '']) {
    await page.getByLabelText('Quantity').fill(typed)
    await expect.poll(() => total()?.textContent).toBe('–')
  }
})

test('the sizes of a family are one tab stop, and arrow keys go from one to the next', async () => {
  const sizes = [8, 13, 27].map((size) => {
    const id = size === 13 ? product._id : `0198c0de-0000-7000-8000-0000000000${size}`
    return {
      id,
      name: `Combination Wrench ${size} mm`,
      size: `${size} mm`,
      slug: 'combination-wrench',
    }
  })
  await renderAt('/tools/-1', <FamilySizes product={product} sizes={sizes} />)
  await expect.element(page.getByRole('link', { name: /^All 3 sizes/ })).toBeVisible()
  const links = page.getByRole('list').getByRole('link').elements()
  await expect.poll(() => links.map((link) => link.tabIndex)).toEqual([-1, 0, -1])
  const focused = () => document.activeElement?.textContent
  await userEvent.keyboard('{Tab}')
  expect(focused()).toBe('13 mm')
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  expect(focused()).toBe('8 mm')
  await userEvent.keyboard('{ArrowLeft}')
  expect(focused()).toBe('27 mm')
})
