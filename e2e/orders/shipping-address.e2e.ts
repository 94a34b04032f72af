import type { Page } from '@playwright/test'
import { findProduct, placeOrder } from '#e2e/testing/api-helpers.ts'
import { expect, test } from '#e2e/testing/fixtures.ts'

const composed = '1 Anvil Street, Sheffield, S3 8GB, United Kingdom'
const parts = {
  Address: '1 Anvil Street',
  City: 'Sheffield',
  Postcode: 'S3 8GB',
  Country: 'United Kingdom',
}

test('the address of an order is whole on its page, and offered next time @gate', async ({
  page,
  signedInBuyer,
}) => {
  const { _id } = await findProduct(page.request, 'Spirit Level 400 mm')
  await page.goto(`/purchase/${_id}`)
  await order(page, parts)
  await page.goto('/dashboard/orders')
  await page.getByRole('rowheader').getByRole('link').click()
  const sheet = page.getByRole('article')
  for (const line of [signedInBuyer.name, '1 Anvil Street', 'Sheffield\nS3 8GB']) {
    await expect(sheet.locator('.pre-line').first()).toContainText(line)
  }
  await expect(sheet).toContainText('United Kingdom')

  await page.goto(`/purchase/${_id}`)
  await expectParts(page, parts)
  await order(page, { ...noParts, Address: '3 Mill Road' })
  await page.goto(`/purchase/${_id}`)
  await expectParts(page, { ...noParts, Address: '3 Mill Road' })
  await page.getByLabel('Ship to').selectOption(composed)
  await expectParts(page, parts)
})

test('a first order begins with the address of the profile, with its state', async ({
  page,
  signedInBuyer: buyer,
}) => {
  await page.goto('/dashboard/profile')
  await page.getByLabel('Country').selectOption('United States')
  for (const [label, text] of Object.entries(place)) await page.getByLabel(label).fill(text)
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'User Updated' })).toBeVisible()
  const { _id } = await findProduct(page.request)
  await page.goto(`/purchase/${_id}`)
  const address = '1 Anvil Street, Detroit, MI 48226, United States'
  await expect(page.getByText(`Ship to ${buyer.name}, ${address}`)).toBeVisible()
  await expectParts(page, american)

  // An order of the API has its address as one text; the form still has its parts.
  await placeOrder(page.request, buyer)
  await page.goto(`/purchase/${_id}`)
  await expectParts(page, american)
  await page.getByLabel('Country').fill('Germany')
  await expect(page.getByLabel('State')).toBeHidden()
})

const place = { Address: '1 Anvil Street', City: 'Detroit', State: 'MI', Postcode: '48226' }
const american = { ...place, Country: 'United States' }

const noParts = { City: '', Postcode: '', Country: '' }

async function order(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value)
  await page.getByRole('button', { name: 'Purchase' }).click()
  await expect(page.getByRole('region', { name: 'Your purchases' })).toBeVisible()
}

/** A known address is one line, which opens to its fields. */
async function expectParts(page: Page, fields: Record<string, string>): Promise<void> {
  const change = page.getByRole('button', { name: 'Change' })
  await expect(change.or(page.getByLabel('Address'))).toBeVisible()
  if (await change.isVisible()) {
    await change.click()
    await expect(page.getByLabel('Address')).toBeFocused()
  }
  for (const [label, value] of Object.entries(fields)) {
    await expect(page.getByLabel(label)).toHaveValue(value)
  }
}
