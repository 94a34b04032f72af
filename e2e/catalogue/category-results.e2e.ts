import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/testing/fixtures.ts'

const filters = (page: Page) => page.getByRole('form', { name: 'Filters' })

test('a category is narrowed and sorted at its own URL, and nothing moves meanwhile @gate', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/tools/category/wrenches')
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  const tops = () =>
    page
      .locator('.facet-value, .facet-name, .facet-category')
      .evaluateAll((all) =>
        all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().top),
      )
  const finish = page.locator('details.facet', { has: page.getByText('Finish', { exact: true }) })
  if (await finish.locator('ul').isHidden()) await finish.locator('summary').click()
  const chrome = filters(page).getByRole('checkbox', { name: /^polished chrome/ })
  await chrome.scrollIntoViewIfNeeded()
  const before = await tops()
  await chrome.click()
  await expect(page).toHaveURL('/tools/category/wrenches?spec.finish=polished+chrome')
  await expect(page.getByRole('list', { name: 'Filters in use' })).toBeVisible()
  await expect(page.getByText(/^\d+ tools?$/)).not.toHaveText('5 tools')
  expect(await tops()).toEqual(before)
  // What the filter leaves without a tool is there, and cannot be chosen.
  await expect(filters(page).getByRole('checkbox', { disabled: true }).first()).toBeAttached()
  await chrome.click()
  await expect(page).toHaveURL('/tools/category/wrenches')
  await expect(page.getByRole('list', { name: 'Filters in use' })).toBeHidden()

  await page.getByLabel('Sort by').selectOption('Price')
  await expect(page).toHaveURL('/tools/category/wrenches?sort=price')
  const table = page.getByRole('link', { name: 'Table', exact: true })
  await expect(table).toHaveAttribute('href', /sort=price/)
  await table.click()
  await expect(page).toHaveURL('/tools/category/wrenches?sort=price&view=table')
  const prices = async () => {
    const cells = await page.getByRole('cell', { name: /^\$/ }).allTextContents()
    return cells.map((text) => Number(text.replace(/[$,]/g, '')))
  }
  await expect.poll(async () => (await prices()).length).toBeGreaterThan(3)
  const shown = await prices()
  expect(shown).toEqual(shown.toSorted((a, b) => a - b))
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link').first().click()
  await expect(page).toHaveURL('/tools/category/hand-tools?sort=price&view=table')
})

test('forced colours show the chosen unit of length', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/tools/category/wrenches?view=table')
  const fill = (name: string) =>
    page.getByRole('button', { name }).evaluate((button) => getComputedStyle(button).backgroundColor)
  expect(await fill('mm (millimetres)')).not.toBe(await fill('in (inches)'))
})
