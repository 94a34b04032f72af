import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/testing/fixtures.ts'

// The browser's console message for a failed request, and the router's for the links that it was looking up.
test.use({
  expectedErrors: ['net::ERR_INTERNET_DISCONNECTED', 'Failed to fetch manifest patches'],
})

const LISTS = [
  { item: 'Purchase', heading: 'All Tools Page', failure: 'The tools failed to load.' },
  { item: 'Blogs', heading: 'Blogs', failure: 'The posts failed to load.' },
  { item: 'Reviews', heading: 'Reviews', failure: 'The reviews failed to load.' },
  {
    item: 'Forgewell',
    heading: 'GET HIGH QUALITY TOOLS',
    failure: 'The home page failed to load.',
  },
]

for (const { item, heading, failure } of LISTS) {
  test(`${heading}: without a connection it says so, and trying again helps`, async ({ page, context }) => {
    await page.goto('/about-me')
    await open(page, item)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    const cards = page.getByRole('main').getByRole('listitem')
    await expect(cards.first()).toBeVisible()
    // Hovering the link would prefetch its page before the connection is lost.
    await page.mouse.move(0, 0)
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Portfolio')

    await context.setOffline(true)
    await open(page, item)
    const alert = page.getByRole('alert')
    await expect(alert).toContainText(failure)
    await expect(page.getByRole('main').getByRole('status')).toHaveCount(0)
    // A failed retry keeps the error page.
    await alert.getByRole('link', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong')

    await context.setOffline(false)
    await alert.getByRole('link', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(cards.first()).toBeVisible()
    await expect(alert).toHaveCount(0)
  })
}

test('the order list and the comparison that fail to load once are loaded again', async ({
  page,
  context,
}) => {
  await page.goto('/tools/category/wrenches')
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await context.setOffline(true)
  const tray = page.getByRole('complementary', { name: 'Comparison' })
  await page
    .getByRole('checkbox', { name: /^Compare/ })
    .first()
    .check()
  await expect(tray.getByRole('alert')).toContainText('The tools failed to load.')
  await page.getByRole('button', { name: 'Order list, 0 lines' }).click()
  const list = page.getByRole('dialog', { name: 'Order list' })
  await expect(list.getByRole('alert')).toContainText('The list failed to load.')

  await context.setOffline(false)
  await list.getByRole('button', { name: 'Try again' }).click()
  await expect(list.getByRole('link', { name: 'Paste an order' })).toBeVisible()
  await page.keyboard.press('Escape')
  await tray.getByRole('button', { name: 'Try again' }).click()
  await expect(tray.getByRole('link', { name: 'Compare 1' })).toBeVisible()
})

test('a portfolio or post that fails to load offers a retry', async ({ page, context }) => {
  await page.goto('/about-me')
  await open(page, 'Blogs')
  const post = page.getByRole('article').filter({ hasText: 'Why wrenches fail' })
  await post.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Why wrenches fail')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blogs')
  await context.setOffline(true)
  await post.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blog post')
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Why wrenches fail')
})

test('a message that could not be sent stays in the form @gate', async ({ page, context }) => {
  await page.goto('/contact')
  await page.getByLabel('Name').fill('Wanda Writer')
  await page.getByLabel('Email').fill('wanda@example.com')
  await page.getByLabel('Message').fill('Do you deliver to Ekstad?')
  await context.setOffline(true)
  const send = page.getByRole('button', { name: 'Send Message' })
  await send.click()
  await expect(page.getByRole('alert')).toContainText('The shop could not be reached.')
  await expect(page.getByLabel('Message')).toHaveValue('Do you deliver to Ekstad?')
  await context.setOffline(false)
  await send.click()
  await expect(page.getByText('Thank you, your message is on its way')).toBeVisible()
})

async function open(page: Page, item: string): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: item }).click()
}

test.describe('the code of the results', () => {
  test.use({ expectedErrors: ['net::ERR_FAILED', 'Failed to fetch dynamically imported module'] })

  // Aborts only this request; no simulator fault can.
  test('the results that failed to load once are loaded again', async ({ page }) => {
    await page.goto('/purchase')
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
    await page.route('**/product-results-*.js', (route) => route.abort(), { times: 1 })
    await page.getByRole('link', { name: 'Table', exact: true }).click()
    const failed = page.getByRole('alert').filter({ hasText: 'The tools failed to load.' })
    await expect(failed).toBeVisible()
    const table = page.getByRole('table').first()
    await expect(async () => {
      if (await failed.isVisible()) await failed.getByRole('link', { name: 'Try again' }).click()
      await expect(table).toBeVisible({ timeout: 2_000 })
    }).toPass()
  })
})
