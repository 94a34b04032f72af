import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '#e2e/testing/accessibility.ts'
import { expect, test } from '#e2e/testing/fixtures.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Search tools' })
const options = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
const names = (page: Page) => page.getByRole('article').getByRole('heading')

async function search(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await field(page).press('Enter')
}

/** Opens the values of a specification, if they are not shown already. */
async function openFacet(page: Page, name: string): Promise<void> {
  const facet = page.locator('details.facet', { has: page.getByText(name, { exact: true }) })
  const isOpen = await facet.evaluate((details: HTMLDetailsElement) => details.open)
  if (!isOpen) await facet.locator('summary').click()
}

test('facets narrow a search to one tool, stay in the URL, and come off again @gate', async ({ page }) => {
  await page.goto('/purchase?q=steel')
  const found = page.getByText(/^\d+ tools?$/)
  const all = await found.textContent()
  const filters = page.getByRole('form', { name: 'Filters' })
  await filters.getByRole('link', { name: /^Wrenches/ }).click()
  await expect(page).toHaveURL('/purchase?q=steel&category=wrenches')
  const chips = page.getByRole('list', { name: 'Filters in use' })
  await expect(chips).toContainText('Wrenches')
  await openFacet(page, 'Length, mm')
  const width = filters.getByRole('group', { name: 'Length, mm' })
  await width.getByLabel('From').fill('175')
  await width.getByLabel('To').fill('180')
  await width.getByLabel('To').press('Enter')
  await expect(chips).toContainText('Length: 175 to 180 mm')
  // The chip shows at once. A choice that is made before the page arrives takes its place in the history.
  await expect(page).toHaveURL(/=175\.\.180/)
  await openFacet(page, 'Finish')
  await filters.getByRole('checkbox', { name: /^polished chrome/ }).check()
  await expect(names(page)).toHaveText(['Combination Wrench 13 mm'])
  await page.reload()
  // A chip that is followed earlier loads a document, and Back restores that one.
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await expect(names(page)).toHaveText(['Combination Wrench 13 mm'])

  await expect(chips.getByRole('link')).toHaveText([
    /Wrenches/,
    /Finish: polished chrome/,
    /Length: 175 to 180 mm/,
    'Clear all',
  ])
  await chips.getByRole('link', { name: 'Remove Finish: polished chrome' }).click()
  await expect(names(page)).toHaveCount(2)
  await page.goBack()
  await expect(filters.getByRole('checkbox', { name: /^polished chrome/ })).toBeChecked()
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL('/purchase?q=steel&category=wrenches')
  await expect(chips.getByRole('link')).toHaveText([/Wrenches/])
  await openFacet(page, 'Length, mm')
  await expect(width.getByLabel('From')).toHaveValue('')
  await page.goForward()
  await expect(width.getByLabel('From')).toHaveValue('175')
  await chips.getByRole('link', { name: 'Clear all' }).click()
  await expect(page).toHaveURL('/purchase?q=steel')
  await expect(found).toHaveText(all ?? '')
})

test('a search without results offers similar products, the categories and the contact form', async ({
  page,
}) => {
  await page.goto('/purchase?q=hammer+for+xylophones')
  await expect(page.getByText('No tool matches “hammer for xylophones”.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Close to your search' })).toBeVisible()
  await expect(names(page).first()).toContainText('Hammer')
  await expectAccessible(page)
  await expect(page.getByRole('link', { name: 'Remove the filters' })).toHaveCount(0)
  await page.getByRole('link', { name: 'category', exact: true }).click()
  const categories = page.getByRole('navigation', { name: 'Tools by category' })
  await expect(categories.getByRole('link', { name: 'Hammers' })).toBeInViewport()
  await page.getByRole('link', { name: 'tell us what you need' }).click()
  const ask = page.getByRole('region', { name: 'Ask for this tool' })
  await expect(ask.getByLabel('Product')).toBeInViewport()
  await expect(ask.getByLabel('Product')).toHaveValue('hammer for xylophones')
  await ask.getByLabel('Name').fill('Jane Buyer')
  await ask.getByLabel('Email').fill('jane@example.com')
  await ask.getByLabel('Message').fill('Two mallets of rosewood, please.')
  await ask.getByRole('button', { name: 'Send Message' }).click()
  await expect(page).toHaveURL('/contact')
  await expect(page.getByText('Thank you, your message is on its way.')).toBeVisible()
})

test('filters that leave nothing of a search are removed at once', async ({ page }) => {
  await page.goto('/purchase?q=wrench&category=drills-and-taps&stock=1')
  await expect(page.getByText('No tool matches “wrench” with these filters.')).toBeVisible()
  await page.getByRole('link', { name: 'Remove the filters' }).click()
  await expect(page).toHaveURL('/purchase?q=wrench')
  await expect(names(page).first()).toContainText('Wrench')
  // A typing error is corrected as well.
  await page.goto('/purchase?q=wernch&price=..0.01')
  await page.getByRole('link', { name: 'wrench', exact: true }).click()
  await expect(page).toHaveURL('/purchase?q=wrench')
  await expect(names(page).first()).toContainText('Wrench')
  // The title of a category's page is no filter.
  await page.goto('/tools/category/wrenches?price=900..')
  await expect(page.getByText('No tool matches these filters.')).toBeVisible()
  await page.getByRole('link', { name: 'Remove the filters' }).click()
  await expect(page).toHaveURL('/tools/category/wrenches')
  await expect(names(page).first()).toContainText('Wrench')
})

test('an unknown filter is named on pages that are cached without it', async ({ page }) => {
  for (const path of ['/purchase?foo=bar', '/purchase?foo=bar&utm_id=1']) {
    await page.goto(path)
    await expect(page.getByText(/^The filter “.*” was dropped\.$/)).toHaveText(
      'The filter “foo” was dropped.',
    )
  }
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a search and its filters are plain forms', async ({ page }) => {
    await page.goto('/')
    await search(page, 'steel')
    await expect(page).toHaveURL('/purchase?q=steel')
    const filters = page.getByRole('form', { name: 'Filters' })
    await filters.getByRole('link', { name: /^Wrenches/ }).click()
    await openFacet(page, 'Finish')
    await filters.getByRole('checkbox', { name: /^polished chrome/ }).check()
    await openFacet(page, 'Length, mm')
    await filters.getByRole('group', { name: 'Length, mm' }).getByLabel('To').fill('105')
    await filters.getByRole('button', { name: 'Apply' }).click()
    await expect(names(page)).toHaveText(['Combination Wrench 6 mm'])
    await page.getByRole('link', { name: /^Remove Length/ }).click()
    await expect(names(page).nth(1)).toBeVisible()
    await page.getByLabel('Sort by').selectOption('Price')
    await page.getByRole('button', { name: 'Sort' }).click()
    await expect(page).toHaveURL(/sort=price/)
  })
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`on a phone, ${colorScheme}`, () => {
    test.use({ viewport: { width: 360, height: 740 }, colorScheme, hasTouch: true })

    test('the search, its suggestions and filters fit and are accessible', async ({ page, browserName }) => {
      // In Firefox, a tap by WebDriver is not followed by a click.
      const press = (target: Locator) => (browserName === 'firefox' ? target.click() : target.tap())
      await page.goto('/purchase?q=steel')
      await expect(names(page).first()).toBeVisible()
      const filters = page.getByRole('form', { name: 'Filters' })
      await expect(filters).toBeHidden()
      await press(page.getByText(/^Filter/))
      await expect(filters).toBeVisible()
      await expectAccessible(page)
      await press(filters.getByRole('link', { name: /^Wrenches/ }))
      await expect(page.getByRole('list', { name: 'Filters in use' })).toContainText('Wrenches')
      await press(filters.getByRole('button', { name: /^Show \d+ tools$/ }))
      await expect(filters).toBeHidden()
      await expect(page.getByText(/^Filter/)).toBeFocused()
      await press(field(page))
      await field(page).fill('')
      await field(page).pressSequentially('wrench')
      await expect(options(page).last()).toBeVisible()
      await expectAccessible(page)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width).toBeLessThanOrEqual(360)
      await press(options(page).last())
      await expect(page).toHaveURL('/purchase?q=wrench')
    })
  })
}
