import { expect, test } from './fixtures.ts'

// What the browser says of a call that can't leave it.
test.use({ expectedErrors: ['net::ERR_INTERNET_DISCONNECTED'] })

test('without a connection, a link to a page that never loaded keeps the shop on the screen', async ({
  page,
  context,
}) => {
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
