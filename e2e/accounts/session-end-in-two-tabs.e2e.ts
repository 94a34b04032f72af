import type { Page } from '@playwright/test'
import { endSessionsElsewhere } from '#e2e/testing/end-sessions.ts'
import { expect, test } from '#e2e/testing/fixtures.ts'

// A session that ended is 401.
test.use({ expectedRefusals: [401] })

const sessionEnded = (page: Page) => page.getByRole('alert').filter({ hasText: 'Your session has ended.' })

test('a second tab keeps its page, and its login leaves the list of the first', async ({
  page,
  context,
  signedInBuyer,
}) => {
  await page.goto('/order-list')
  await page.getByRole('textbox', { name: 'Paste an order' }).fill('FW-1013\t30\nFW-1250\t20')
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().endsWith('/api/order-list'),
  )
  await page.getByRole('button', { name: 'Add to the list' }).click()
  expect((await saved).ok()).toBe(true)
  await page.getByLabel('Address').fill('1 Anvil Street')
  const other = await context.newPage()
  await other.goto('/dashboard/profile')
  await other.getByLabel('City').fill('Sheffield')

  await endSessionsElsewhere(page, signedInBuyer)
  await page.getByRole('button', { name: /^Place order, pay within/ }).click()
  await expect(sessionEnded(page)).toBeVisible()
  await expect(sessionEnded(other)).toBeVisible()
  await expect(other.getByLabel('City')).toHaveValue('Sheffield')

  await other.getByRole('link', { name: 'Log in again' }).click()
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Login')
  await expect(page.getByText(/^2 lines · /)).toBeVisible()
  await expect(page.getByLabel('Address')).toHaveValue('1 Anvil Street')
})
