import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/testing/fixtures.ts'

/** The script files that the page has loaded, with their compressed sizes. */
async function scriptsOf(page: Page, path: string): Promise<[name: string, bytes: number][]> {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  return page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize]),
  )
}

for (const { path, limit } of [
  ...['/', '/purchase', '/blogs', '/reviews', '/about-me'].map((path) => ({ path, limit: 120 })),
  { path: '/purchase?view=table', limit: 130 },
  // It reads pasted orders in the browser.
  { path: '/order-list', limit: 155 },
]) {
  test(`${path} loads at most ${limit} KB of scripts in at most 30 files`, async ({ page }) => {
    const scripts = await scriptsOf(page, path)
    const bytes = scripts.reduce((sum, [, size]) => sum + size, 0)
    expect(bytes).toBeGreaterThan(80_000)
    expect(bytes).toBeLessThan(limit * 1000)
    expect(scripts.length).toBeLessThanOrEqual(30)
  })
}

test('/login loads its rules when the form is sent', async ({ page }) => {
  const scripts = await scriptsOf(page, '/login')
  const bytes = scripts.reduce((sum, [, size]) => sum + size, 0)
  expect(bytes).toBeLessThan(130_000)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  const loaded = await page.evaluate(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('auth-forms')),
  )
  expect([loaded, scripts.some(([name]) => name.includes('auth-forms'))]).toEqual([true, false])
})

test('the grid of many products and the search results load only where they are shown', async ({ page }) => {
  const parts = async (path: string) =>
    (await scriptsOf(page, path)).flatMap(
      ([name]) => /(long-product-grid|product-results)-/.exec(name)?.[1] ?? [],
    )
  expect(await parts('/purchase')).toEqual([])
  expect(await parts('/purchase?q=hammer')).toEqual(['product-results'])
})
