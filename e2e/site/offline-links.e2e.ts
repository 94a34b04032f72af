import { expect, test } from '#e2e/testing/fixtures.ts'

// The browser's console message for a failed request.
test.use({
  expectedErrors: ['net::ERR_INTERNET_DISCONNECTED', 'Failed to fetch manifest patches'],
})

test('without a connection, a link to an unloaded page keeps the current page', async ({ page, context }) => {
  await page.goto('/about-me')
  await context.setOffline(true)
  await page.getByRole('banner').getByRole('link', { name: 'Reviews' }).hover()
  await page.getByRole('banner').getByRole('link', { name: 'Blogs' }).click()
  const note = page.getByRole('alert').filter({ hasText: 'You are offline' })
  await expect(note).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Portfolio')
  await expect(page).toHaveURL('/about-me')

  await context.setOffline(false)
  await expect(note).toHaveCount(0)
  await page.getByRole('banner').getByRole('link', { name: 'Blogs' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blogs')
})
