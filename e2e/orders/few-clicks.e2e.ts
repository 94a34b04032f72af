import type { Locator } from '@playwright/test'
import { placeOrder } from '#e2e/testing/api-helpers.ts'
import { expect, expectToast, test } from '#e2e/testing/fixtures.ts'

/** Counts the clicks of a test. */
function counted() {
  const clicks = { count: 0 }
  const click = (target: Locator) => {
    clicks.count += 1
    return target.click()
  }
  return { clicks, click }
}

test('three wrenches of a family are compared in 5 clicks', async ({ page }) => {
  const { clicks, click } = counted()
  await page.goto('/')
  await page.keyboard.press('/')
  await page.keyboard.type('wrench')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/purchase?q=wrench')
  await expect(page.getByRole('form', { name: 'Filters' })).toBeVisible()
  await click(page.getByRole('link', { name: 'Each size' }))
  const boxes = page.getByRole('checkbox', { name: /^Compare/ })
  for (const index of [0, 1, 2]) await click(boxes.nth(index))
  await click(page.getByRole('link', { name: 'Compare 3' }))
  await expect(page.getByRole('table').getByRole('columnheader')).toHaveCount(3)
  expect(clicks.count).toBe(5)
})

test('a tool is found by its SKU and ordered in 2 clicks', async ({ page, signedInBuyer: _ }) => {
  const { clicks, click } = counted()
  await page.goto('/')
  await page.keyboard.press('/')
  await page.keyboard.type('FW-1013')
  await expect(page.getByRole('option', { name: /Combination Wrench 13 mm/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await click(page.getByRole('button', { name: 'Buy Now', exact: true }))
  await page.getByLabel('Address').fill('1 Anvil Street')
  await click(page.getByRole('button', { name: 'Purchase' }))
  await expectToast(page, 'Success Purchead')
  expect(clicks.count).toBe(2)
})

test('a month is ordered again in 2 clicks, and documents are downloaded in 2', async ({
  page,
  signedInBuyer,
}) => {
  await placeOrder(page.request, signedInBuyer)
  await page.goto('/dashboard/orders')
  const zip = counted()
  await zip.click(page.getByRole('row').nth(1).getByRole('checkbox'))
  const download = page.waitForEvent('download')
  await zip.click(page.getByRole('button', { name: 'Download documents' }))
  expect((await download).suggestedFilename()).toMatch(/\.zip$/)
  await page.getByRole('button', { name: 'Clear selection' }).press('Enter')
  const month = counted()
  await month.click(page.getByRole('button', { name: 'Reorder a past month' }))
  await month.click(page.getByRole('button', { name: 'Order this month again' }))
  await expect(page).toHaveURL('/order-list')
  expect([zip.clicks.count, month.clicks.count]).toEqual([2, 2])
})
