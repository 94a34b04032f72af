import type { Page } from '@playwright/test'
import { expect } from '#e2e/testing/fixtures.ts'
import { MANY, test } from '#e2e/testing/long-catalogue.ts'

const ALL = `Total Tools Found ${MANY.toLocaleString('en-US')}`
const NODES_AT_MOST = 2000

test('all of ten thousand products: the position in the list is restored', async ({ page }) => {
  await page.goto('/purchase?size=all')
  await expect(page.getByText(ALL)).toBeVisible({ timeout: 60_000 })
  await scrollTo(page, 0.6)
  const name = await nameOnScreen(page)
  const buy = page.getByRole('link', { name: `Buy Now: ${name}`, exact: true })
  await buy.scrollIntoViewIfNeeded()
  const scrolled = await page.evaluate(() => window.scrollY)
  expect(await page.locator('*').count()).toBeLessThan(NODES_AT_MOST)

  await test.step('after going back from a product', async () => {
    await buy.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login')
    await page.goBack()
    await expect(buy).toBeInViewport()
    expect(await page.evaluate(() => window.scrollY)).toBeCloseTo(scrolled, -1)
    await expect(page.getByText(ALL)).toBeVisible({ timeout: 60_000 })
  })
  await test.step('after a reload', async () => {
    await page.reload()
    await expect(buy).toBeInViewport()
  })
  await test.step('after the window became narrow', async () => {
    await page.setViewportSize({ width: 500, height: 800 })
    await expect(buy).toBeAttached()
  })
})

test('one of ten thousand tools is found by its words, size, category and price', async ({ page }) => {
  const query = 'q=combination+wrench+13mm&size=200&page=0'
  const wrenches: { name: string; perPrice: number }[] = await (
    await page.request.get(`/api/products?${query}`)
  ).json()
  // A number that begins no other number, because words are found from their beginning.
  const wanted = wrenches.slice(5).find(({ name }) => / no\. [2-9]\d{3}$/.test(name))
  if (!wanted) throw new Error('No wrench has a number of four digits')
  await page.goto('/')
  const field = page.getByRole('combobox', { name: 'Search tools' })
  await field.fill('combination wrench')
  await field.press('Enter')
  const found = page.getByText(/^[\d,]+\+? tools?$/)
  await expect(found).toHaveText(/^[4-9]\d\d tools$/)
  const filters = page.getByRole('form', { name: 'Filters' })
  await filters.getByRole('link', { name: /^Wrenches/ }).click()
  const price = filters.getByRole('group', { name: 'Price, $' })
  await price.getByLabel('From').fill(String(wanted.perPrice))
  await price.getByLabel('To').fill(String(wanted.perPrice))
  await price.getByLabel('To').press('Enter')
  await expect(found).toHaveText('1 tool')
  await expect(page.getByRole('article').getByRole('heading')).toHaveText(wanted.name)
  // And by its words only.
  await field.fill(wanted.name.replace('Combination', 'comb').replace('no. ', ''))
  await field.press('Enter')
  await expect(page.getByRole('article').getByRole('heading').first()).toHaveText(wanted.name)
  await expect(found).toHaveText('1 tool')
})

test('the end of the list loads before the items in between', async ({ page }) => {
  await page.goto('/purchase?size=all')
  await expect(page.locator('.product-grid-long[style]')).toBeAttached()
  await scrollTo(page, 1)
  await expect(page.getByRole('heading', { name: `no. ${MANY}` })).toBeVisible()
})

test('a table has sixteen rows on a screen, and a category counts all its tools', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/tools/category/wrenches?view=table')
  const rows = page.locator('tbody tr:not(.family-row)')
  await expect(rows).toHaveCount(100)
  const whole = await rows.evaluateAll(
    (all) => all.filter((row) => row.getBoundingClientRect().bottom <= 800).length,
  )
  expect(whole).toBeGreaterThanOrEqual(16)
  const last = page.getByRole('navigation', { name: 'Pages' }).getByRole('link').nth(-2)
  const count = Number((await page.getByText(/^[\d,]+ tools$/).textContent())?.replace(/\D/g, ''))
  expect(Number(await last.textContent())).toBe(Math.ceil(count / 100))
  await last.click()
  await expect(rows).toHaveCount(count % 100 || 100)
  // Rows beyond the screen come later, in a page that has its height at once.
  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  await page.getByRole('link', { name: 'Previous' }).click()
  await expect(rows.first()).toBeVisible()
  await expect(rows).toHaveCount(100)
  expect(await height()).toBeGreaterThan(100 * 32)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the first products are there, with a link to the next page', async ({ page }) => {
    await page.goto('/purchase?size=all')
    await expect(page.getByRole('article')).toHaveCount(60)
    await expect(page.getByText('Total Tools Found 60')).toBeVisible()
    await expect(page.getByText(`of ${MANY.toLocaleString('en-US')}`)).toBeVisible()
    await page.getByRole('link', { name: 'More tools' }).click()
    await expect(page).toHaveURL('/purchase?size=60&page=1')
    await expect(page.getByRole('article')).toHaveCount(60)
    await expect(page.getByLabel('Go to page')).toBeHidden()
  })
})

/** Scrolls to a fraction of the page's height, like dragging the scroll bar. */
async function scrollTo(page: Page, part: number): Promise<void> {
  await page.evaluate((part) => {
    window.scrollTo(0, (document.documentElement.scrollHeight - window.innerHeight) * part)
  }, part)
}

/** The name of a product whose card begins on the screen. */
async function nameOnScreen(page: Page): Promise<string> {
  const names = () =>
    page.getByRole('article').evaluateAll((all) => {
      const begun = all.filter((one) => one.getBoundingClientRect().top >= 0)
      return begun.map((one) => one.querySelector('h2')?.textContent ?? '')
    })
  await expect(async () => expect((await names())[0]).toBeTruthy()).toPass()
  return (await names())[0] ?? ''
}
