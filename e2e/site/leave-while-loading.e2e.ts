import { expect, test } from '#e2e/testing/fixtures.ts'

test('leaving for another page while the code of one is loaded leads there', async ({ page }) => {
  await page.goto('/')
  await page.evaluate(() => {
    document.querySelector<HTMLAnchorElement>('header a[href="/reviews"]')?.click()
    location.assign('/blogs')
  })
  await expect(page).toHaveURL('/blogs')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blogs')
  await expect(page.locator('html[data-hydrated]')).toBeAttached()
  await expect(page).toHaveURL('/blogs')
})
