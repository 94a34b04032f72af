import type { Page } from '@playwright/test'
import { image, openAsAdmin, openEditor, rowOf, test } from '#e2e/testing/admin-product-fixtures.ts'
import { signUp } from '#e2e/testing/api-helpers.ts'
import { expect, expectToast } from '#e2e/testing/fixtures.ts'

// The shop refuses a SKU that another product has.
test.use({ expectedRefusals: [409] })
const MANAGE_ORDERS = '/dashboard/manage-orders'

async function searchOrders(page: Page, words: string): Promise<void> {
  await page.goto(`${MANAGE_ORDERS}?search=${encodeURIComponent(words)}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage Orders')
}

test('a product has a SKU that no other has, and an order by it carries the buyer’s own number @gate', async ({
  page,
  browser,
  baseURL,
  newBuyer,
}) => {
  await openAsAdmin(page, '/dashboard/add-product', 'Add Product')
  await page.getByLabel('Name').fill('Marking Gauge 200 mm')
  await page.getByLabel('SKU').fill('fw-1013')
  await page.getByLabel('Description').fill('Brass-faced beech, one pin.')
  await page.getByLabel('Price').fill('18.75')
  await page.getByLabel('Minimum quantity').fill('12')
  await page.getByLabel('Quantity', { exact: true }).fill('100')
  await page.getByLabel('Image', { exact: true }).setInputFiles(image('try-square'))
  await page.getByRole('button', { name: 'Add Product' }).click()
  // The demo's Combination Wrench 13 mm has it.
  await expect(page.getByLabel('SKU')).toHaveAccessibleDescription(/belongs to another product/)
  await page.getByLabel('SKU').fill('fw-0200')
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expectToast(page, 'Success Uploaded Product')

  await expect(await rowOf(page, 'Marking Gauge 200 mm')).toContainText('FW-0200')
  await page.goto('/dashboard/manage-products?search=fw-02')
  await expect(page.getByRole('row')).toHaveCount(2)
  await openEditor(page, 'Marking Gauge 200 mm')
  await expect(page.getByLabel('SKU')).toHaveValue('FW-0200')
  await page.getByLabel('SKU').fill('FW-1013')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByLabel('SKU')).toHaveAccessibleDescription(/belongs to another product/)
  await page.getByLabel('SKU').fill('FW-0201')
  await page.getByRole('button', { name: 'Update' }).click()
  await expectToast(page, 'Product Updated Successfully')

  const theirs = await browser.newContext({ baseURL })
  const buyer = await theirs.newPage()
  await signUp(buyer.request, newBuyer)
  await buyer.goto('/purchase?q=FW-0201')
  const card = buyer.getByRole('article').filter({ hasText: 'Marking Gauge 200 mm' })
  await expect(card).toContainText('FW-0201')
  await card.getByRole('link', { name: 'Buy Now' }).click()
  await buyer.getByLabel('Address').fill('1 Anvil Street')
  await buyer.getByLabel('PO number (optional)').fill('4500012345')
  await buyer.getByRole('button', { name: 'Purchase' }).click()
  await expectToast(buyer, 'Success Purchead')
  await buyer.goto('/dashboard/orders')
  const mine = buyer.getByRole('row').filter({ hasText: 'Marking Gauge 200 mm' })
  await expect(mine).toContainText('FW-0201')
  await expect(mine.getByRole('cell', { name: '4500012345' })).toBeVisible()
  await mine.getByRole('link', { name: /^FW-/ }).click()
  const sheet = buyer.getByRole('article')
  await expect(sheet).toContainText('SKU FW-0201')
  await expect(sheet).toContainText('4500012345')
  await theirs.close()

  for (const words of ['4500012345', 'FW-0201']) {
    await searchOrders(page, words)
    const found = page.getByRole('row').filter({ hasText: 'Marking Gauge 200 mm' })
    await expect(found).toHaveCount(1)
    await expect(found).toContainText(newBuyer.email)
  }
})
