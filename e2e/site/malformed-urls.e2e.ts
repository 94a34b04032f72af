import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/testing/fixtures.ts'
import { demoProducts } from '#operations/seed/demo-products.ts'

/** A URL's query, the number of cards it shows, and the button of its page. */
type MalformedUrl = { query: string; shown: number; page: string }

// Invalid parameters fall back to the nearest valid page.
const sameForBothLists: MalformedUrl[] = [
  { query: 'size=10&page=abc', shown: 10, page: 'Page 1' },
  { query: 'size=10&page=-1', shown: 10, page: 'Page 1' },
  { query: 'size=10&page=1.9', shown: 10, page: 'Page 2' },
  { query: 'size=10&page=%FF&page[]=2', shown: 10, page: 'Page 1' },
  { query: 'size=0', shown: 1, page: 'Page 1' },
  { query: 'size=-20&page=2', shown: 1, page: 'Page 3' },
  { query: 'size=1e1&page=1e0', shown: 10, page: 'Page 2' },
]
const products: MalformedUrl[] = [
  ...sameForBothLists,
  { query: 'page=&size=', shown: 10, page: 'Page 1' },
  { query: 'size=ten', shown: 10, page: 'Page 1' },
]
const reviews: MalformedUrl[] = [
  ...sameForBothLists,
  { query: 'page=&size=', shown: 6, page: 'Page 1' },
  { query: 'size=ten', shown: 6, page: 'Page 1' },
]

test('All Products accepts every query', async ({ page }) => {
  await walk(page, '/purchase', 'article', products)
})

test('the reviews accept every query', async ({ page }) => {
  await walk(page, '/reviews', 'figure', reviews)
})

test('a page beyond the end is the last one, and an unlimited size shows all', async ({ page }) => {
  const pages = page.getByRole('navigation', { name: 'Pages' })
  const here = pages.locator('[aria-current=page]')
  for (const beyond of ['999', '99999999999999999999999', 'Infinity']) {
    await page.goto(`/purchase?page=${beyond}`)
    // Other tests add products, so the last page has no fixed number.
    await expect(here).toHaveAccessibleName(/^Page 3[6-9]$/)
    await expect(pages.getByRole('link', { name: /^Page / }).last()).toHaveAttribute(
      'aria-current',
      'page',
    )
    await expect(page.getByRole('article')).not.toHaveCount(0)
  }
  for (const boundless of ['size=99999999', 'size=all&page=7']) {
    await page.goto(`/purchase?${boundless}`)
    await expect(here).toHaveCount(0)
    // The rest loads after the page.
    const found = async () =>
      Number((await page.getByText(/^Total Tools Found/).innerText()).replace(/\D/g, ''))
    await expect.poll(found).toBeGreaterThanOrEqual(demoProducts.length)
  }
})

async function walk(page: Page, path: string, card: 'article' | 'figure', all: MalformedUrl[]) {
  for (const { query, shown, page: here } of all) {
    await test.step(query, async () => {
      expect((await page.goto(`${path}?${query}`))?.status()).toBe(200)
      await expect(page.getByRole(card)).toHaveCount(shown)
      const pages = page.getByRole('navigation', { name: 'Pages' })
      await expect(pages.locator('[aria-current=page]')).toHaveAccessibleName(here)
    })
  }
}
