import { expect, test } from '#e2e/testing/fixtures.ts'

test('clicking anywhere on a card opens the whole post @gate', async ({ page }) => {
  await page.goto('/blogs')
  const card = page.getByRole('article').filter({ hasText: 'A file, a diamond and a dial' })
  await card.click()
  await expect(page).toHaveURL(/\/blogs\/[0-9a-f-]{36}$/)
  const title = 'A file, a diamond and a dial: how hard each tool should be, and why'
  await expect(page).toHaveTitle(`${title} | Forgewell`)
  const post = page.getByRole('article')
  await expect(post.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(post.getByText(/^By .+, .+ · \w+ \d+, \d{4}$/)).toBeVisible()
  await expect(post.locator('img')).toBeVisible()
  const text = await post.innerText()
  expect(text.length).toBeGreaterThan(2000)

  await post.getByRole('link', { name: 'All blogs' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blogs')
})
