import type { Page } from '@playwright/test'
import { findProduct, placeOrder } from '#e2e/testing/api-helpers.ts'
import { expect, expectToast, openAsDemoAdmin, test } from '#e2e/testing/fixtures.ts'

const TOOL = 'Pry Bar 600 mm'

const dataRows = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

test('a buyer sees until when stock is held, cancels, and finds the order among the cancelled ones', async ({
  page,
  signedInBuyer,
}) => {
  const id = await placeOrder(page.request, signedInBuyer, TOOL)
  await page.goto(`/dashboard/orders/payment/${id}`)
  await expect(page.getByText(/Order FW-\d{5}/)).toBeVisible()
  await expect(page.getByText('Held until')).toBeVisible()
  await page.goto('/dashboard/orders')
  await expect(dataRows(page, TOOL)).toContainText(/until \w/)
  await dataRows(page, TOOL).getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
  await expectToast(page, 'Order Canceled Successfully')
  await expect(page.getByText('All your orders are cancelled.')).toBeVisible()

  await page.getByRole('link', { name: 'Cancelled' }).click()
  await expect(dataRows(page, TOOL)).toContainText('Cancelled')
  await expect(dataRows(page, TOOL).getByRole('button')).toHaveCount(0)
  await dataRows(page, TOOL)
    .getByRole('link', { name: /^FW-\d+$/ })
    .click()
  await expect(page.getByRole('article')).toContainText('Cancelled')
  await expect(page.getByRole('link', { name: 'Pay', exact: true })).toHaveCount(0)
})

test('the form shows how much is held unpaid, and for how long', async ({ page, signedInBuyer }) => {
  await placeOrder(page.request, signedInBuyer, TOOL)
  const { _id } = await findProduct(page.request, TOOL)
  await page.goto(`/purchase/${_id}`)
  await expect(page.getByText(/hold their stock for 2 hours/)).toContainText('(you hold 10 now)')
})

test('an admin sees the buyers who hold stock, and cancels a buyer’s unpaid orders after a confirmation', async ({
  page,
  otherBuyer,
}) => {
  await placeOrder(otherBuyer.request, otherBuyer, TOOL)
  await placeOrder(otherBuyer.request, otherBuyer, TOOL)

  await openAsDemoAdmin(page, '/dashboard/manage-orders')
  await page.getByRole('link', { name: 'Reserved stock' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reserved stock')
  const row = dataRows(page, otherBuyer.email)
  await expect(row).toContainText('20')
  await row.getByRole('button', { name: 'Cancel their unpaid orders' }).click()
  await expect(page.getByRole('dialog')).toContainText(otherBuyer.email)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel orders' }).click()
  await expectToast(page, 'Lines cancelled: 2')
  await expect(row).toHaveCount(0)
  await page.goto(`/dashboard/manage-orders?state=cancelled&search=${otherBuyer.email}`)
  await expect(dataRows(page, TOOL)).toHaveCount(2)
})
