import { expectAccessible } from '#e2e/testing/accessibility.ts'
import { expect, test } from '#e2e/testing/fixtures.ts'

test('the check of accessibility finds a button without a name, also in a second run', async ({ page }) => {
  await page.setContent(
    '<html lang="en"><title>A page</title><main><h1>A page</h1><button></button></main></html>',
  )
  const check = () => expectAccessible(page, ['wcag2a'], 'light')
  await expect(check()).rejects.toThrow('button-name')
  await expect(check()).rejects.toThrow('button-name')
  await page.getByRole('button').evaluate((button) => button.append('Send'))
  await check()
})

test('the API documentation has no findings, light and dark', async ({ context }) => {
  // Not a page of the shop, so it has no hydration mark.
  const page = await context.newPage()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto('/api/docs')
    await page.getByText('Place an order, all of its lines or none').click()
    await expect(page.locator('details[open]').getByText('idempotency-key').first()).toBeVisible()
    await expectAccessible(page, undefined, colorScheme)
  }
})
