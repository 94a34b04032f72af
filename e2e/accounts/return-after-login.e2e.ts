import { expect, logIn, test } from '#e2e/testing/fixtures.ts'

test('a page that needs a login comes back after it @gate', async ({ page, signedInBuyer, context }) => {
  await context.clearCookies()
  await page.goto('/dashboard/orders?sort=date')
  await expect(page).toHaveURL(`/login?from=${encodeURIComponent('/dashboard/orders?sort=date')}`)
  await logIn(page, signedInBuyer)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Orders')
  await expect(page).toHaveURL('/dashboard/orders?sort=date')
})
