import type { Page } from '@playwright/test'
import { expectAccessible } from '#e2e/testing/accessibility.ts'
import { expect, test } from '#e2e/testing/fixtures.ts'

// axe takes many seconds on a busy machine.
test.setTimeout(90_000)

const field = (page: Page) => page.getByRole('combobox', { name: 'Search tools' })
const options = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
const names = (page: Page) => page.getByRole('article').getByRole('heading')

test('suggestions are chosen by keyboard @gate', async ({ page }) => {
  await page.goto('/blogs')
  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
  await field(page).pressSequentially('wrenc')
  await expect(page.getByRole('option', { name: /^Wrenches/ })).toBeVisible()
  await expect(page.getByRole('option', { name: /Wrench .* mm/ }).first()).toBeVisible()
  await expect(field(page)).toHaveAttribute('aria-expanded', 'true')
  await expectAccessible(page)
  await field(page).press('ArrowDown')
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
  await field(page).press('ArrowUp')
  await field(page).press('ArrowUp')
  await expect(options(page).last()).toHaveAttribute('aria-selected', 'true')
  await expect(options(page).last()).toHaveText(/^Show all \d+ tools$/)
  await field(page).press('Escape')
  await expect(options(page)).toHaveCount(0)
  await expect(field(page)).toHaveValue('wrenc')
  await field(page).press('ArrowDown')
  await expect(options(page).first()).toBeVisible()
  await field(page).press('ArrowDown')
  await field(page).press('Enter')
  await expect(page).not.toHaveURL('/blogs')
  await expect(options(page)).toHaveCount(0)
})

test('a suggestion is chosen with the pointer', async ({ page }) => {
  await page.goto('/')
  await field(page).pressSequentially('hammer')
  await page.getByRole('option', { name: /^Hammers/ }).click()
  await expect(page).toHaveURL('/purchase?category=hammers')
  await expect(names(page).first()).toContainText('Hammer')
})

test('a tool is put on the order list from the suggestions, by keyboard and with the pointer', async ({
  page,
}) => {
  await page.goto('/')
  await field(page).pressSequentially('fw-1013')
  const wrench = page.getByRole('option', { name: /Combination Wrench 13 mm/ })
  await expect(wrench).toBeVisible()
  await expect(field(page)).toHaveAccessibleDescription(/Shift Enter adds/)
  while ((await wrench.getAttribute('aria-selected')) !== 'true') await field(page).press('ArrowDown')
  await field(page).press('Shift+Enter')
  await expect(page.getByRole('button', { name: 'Order list, 1 line' })).toBeVisible()
  await expect(page.getByRole('search').getByRole('status')).toHaveText(
    'Combination Wrench 13 mm: 25 on the order list',
  )
  await expect(wrench).toContainText('25 on the list')
  await wrench.getByText('Add', { exact: true }).click()
  await expect(wrench).toContainText('50 on the list')
  await expect(field(page)).toBeFocused()
  await expectAccessible(page)
  await expect(page).toHaveURL('/')
})
