import { placeOrder } from '#e2e/testing/api-helpers.ts'
import { expect, test } from '#e2e/testing/fixtures.ts'

test('a navigation announces the new title and focuses the heading', async ({ page }) => {
  await page.goto('/')
  const announced = page.locator('[aria-live="polite"][aria-atomic="true"]')
  await expect(announced).toHaveText('')
  await page.getByRole('banner').getByRole('link', { name: 'Reviews' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Reviews' })).toBeFocused()
  await expect(announced).toHaveText('Customer reviews | Forgewell')
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

test('neither a changed query nor a hash nor going back takes the focus', async ({ page }) => {
  await page.goto('/purchase')
  const heading = page.getByRole('heading', { level: 1 })
  const size = page.getByLabel('Per page')
  await size.focus()
  await size.selectOption({ label: 'All' })
  await expect(page).toHaveURL('/purchase?size=all&page=0')
  await expect(size).toBeFocused()

  await page.getByRole('contentinfo').getByRole('link', { name: 'Imprint' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL('/purchase?size=all&page=0')
  await expect(heading).toHaveText('All Tools Page')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  await expect(heading).not.toBeFocused()

  await page.getByRole('link', { name: 'Skip to the content' }).press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('a link to a payment page, which loads as a document, focuses its heading too', async ({
  page,
  signedInBuyer,
}) => {
  await placeOrder(page.request, signedInBuyer)
  await placeOrder(page.request, signedInBuyer)
  const heading = page.getByRole('heading', { level: 1, name: /^Pay \$/ })
  await page.goto('/dashboard/orders')
  await page.getByRole('row').nth(1).getByRole('link', { name: 'Pay' }).click()
  await expect(heading).toBeFocused()
  await page.reload()
  await expect(heading).toBeVisible()
  await expect(heading).not.toBeFocused()

  await page.goto('/dashboard/orders')
  await expect(page.getByRole('row').nth(2)).toBeVisible()
  for (const box of await page.getByRole('row').getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: /^Pay (selected|2)/ }).click()
  await expect(page).toHaveURL(/\/dashboard\/payments\//)
  await expect(heading).toBeFocused()
})
