import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/testing/fixtures.ts'

test('turning a page leads to the head of the list, by Next, Previous and numbers', async ({ page }) => {
  await page.goto('/purchase')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages.getByText('Previous')).toBeVisible()
  await expect(pages.getByRole('link', { name: 'Previous' })).toHaveCount(0)

  await pages.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL('/purchase?size=10&page=1')
  await expectAtHead(page, /^Tools, page 2 of \d+$/)
  // Other tests add products to the same shop.
  const last = Number(
    await pages
      .getByRole('link', { name: /^Page / })
      .last()
      .textContent(),
  )
  await pages.getByRole('link', { name: `Page ${last}` }).click()
  await expectAtHead(page, `Tools, page ${last} of ${last}`)
  await expect(pages.getByRole('link', { name: 'Next' })).toHaveCount(0)
  await pages.getByRole('link', { name: 'Previous' }).click()
  await expectAtHead(page, `Tools, page ${last - 1} of ${last}`)
  // The next focusable element is in the list's own bar.
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Per page')).toBeFocused()
})

test('reviews turn the same way', async ({ page }) => {
  await page.goto('/reviews')
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL('/reviews?size=6&page=1')
  await expectAtHead(page, /^Reviews, page 2 of/)
})

test('going back to a page of a list keeps the scroll position', async ({ page }) => {
  await page.goto('/purchase')
  const next = page.getByRole('link', { name: 'Next' })
  await next.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => window.scrollY)
  await next.click()
  await expectAtHead(page, /^Tools, page 2 of \d+$/)
  await page.goBack()
  await expect(page.getByRole('region', { name: /^Tools, page 1 of \d+$/ })).toBeAttached()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before)
})

/** Expects the head of the list to have the focus at the top of the screen. */
async function expectAtHead(page: Page, name: string | RegExp): Promise<void> {
  const head = page.getByRole('region', { name })
  await expect(head).toBeFocused()
  await expect.poll(async () => (await head.boundingBox())?.y).toBeLessThan(40)
}
