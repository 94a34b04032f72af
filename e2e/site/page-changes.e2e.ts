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
