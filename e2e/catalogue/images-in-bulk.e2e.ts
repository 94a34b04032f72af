import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addProduct, test } from '#e2e/testing/admin-product-fixtures.ts'
import { expect, openAsDemoAdmin } from '#e2e/testing/fixtures.ts'
import { randomWord } from '#e2e/testing/order-list.ts'

const seed = join(import.meta.dirname, '../../db/seed/originals')
const pictures = ['combination-wrench-set', 'blog-forging']

test('pictures named after a SKU go to their product, and are skipped the next time', async ({ page }) => {
  await openAsDemoAdmin(page, '/dashboard')
  const { _id } = await addProduct(page, `Scriber ${randomWord()}`)
  const product = await (await page.request.get(`/api/products/${_id}`)).json()
  const [first, second] = pictures.map((name) => readFileSync(join(seed, `${name}.webp`)))
  const file = (name: string, buffer = first) => ({
    name,
    mimeType: 'image/webp',
    buffer: buffer ?? Buffer.from(''),
  })
  const files = [
    file(`${product.sku.toLowerCase()}_1.webp`),
    file(`${product.sku}-back.webp`, second),
    file('holiday.webp'),
  ]
  const choose = async () => {
    await page.goto('/dashboard/manage-products/pictures')
    await page.getByLabel('Choose files').setInputFiles(files)
  }
  const state = (name: string) => page.getByRole('row').filter({ hasText: name }).getByRole('cell').last()
  await choose()
  await expect(state('_1.webp')).toHaveText('Ready')
  await expect(state('holiday.webp')).toHaveText('No such SKU')
  await page.getByRole('button', { name: 'Store 2 files' }).click()
  await expect(page.getByText('2 of 2 stored')).toBeVisible()
  const details = await (await page.request.get(`/api/products/details/${_id}`)).json()
  expect(details.images).toHaveLength(1)
  const changed = await (await page.request.get(`/api/products/${_id}`)).json()
  expect([changed.imgURL, ...details.images]).not.toContain(product.imgURL)
  await choose()
  await expect(state('_1.webp')).toHaveText('Already there')
  await expect(state('-back.webp')).toHaveText('Already there')
})
