import type { Locator } from '@playwright/test'
import { expect, openAsDemoAdmin, test } from '#e2e/testing/fixtures.ts'

/** The styles that distinguish a field's states. */
function looksOf(field: Locator) {
  return field.evaluate((element) => {
    const { outlineStyle, outlineColor, borderTopColor, backgroundImage } = getComputedStyle(element)
    return { outlineStyle, outlineColor, borderTopColor, isMarked: backgroundImage !== 'none' }
  })
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a focused field looks different from an invalid one (${colorScheme})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.goto('/register')
    const name = page.getByLabel('Name')
    const email = page.getByLabel('Email')
    await name.press('Tab')
    await expect(email).toBeFocused()
    const focused = await looksOf(email)
    await page.getByRole('button', { name: 'Register' }).click()
    await expect(page.getByText('Name is required')).toBeVisible()
    await expect(name).toBeFocused()
    const both = await looksOf(name)
    const faulty = await looksOf(email)

    expect(focused.outlineStyle).toBe('solid')
    expect(focused.isMarked).toBe(false)
    expect(faulty.outlineStyle).toBe('none')
    expect(faulty.isMarked).toBe(true)
    // The focus ring has the text colour, also around an invalid field.
    expect(both).toMatchObject({ outlineStyle: 'solid', isMarked: true })
    expect(both.outlineColor).toBe(focused.outlineColor)
    expect(focused.outlineColor).not.toBe(faulty.borderTopColor)
    expect(focused.borderTopColor).not.toBe(faulty.borderTopColor)
  })
}

test('links in tables have the text colour; only destructive actions are red', async ({ page }) => {
  await openAsDemoAdmin(page, '/dashboard/manage-products')
  await page.getByRole('link', { name: 'Update' }).first().click()
  const movements = page.getByRole('region', { name: 'Stock movements' })
  await expect(movements.getByRole('row').nth(1)).toBeVisible()
  const ink = await page.locator('body').evaluate((body) => getComputedStyle(body).color)
  await expect(page.getByRole('link', { name: 'Back to all products' })).toHaveCSS('color', ink)
  await page.goto('/dashboard/manage-products')
  await expect(page.getByRole('link', { name: 'Update' }).first()).not.toHaveCSS(
    'background-color',
    'rgb(196, 22, 28)',
  )
})

test('forced colours still show the current item', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.setViewportSize({ width: 1280, height: 900 })
  await openAsDemoAdmin(page, '/dashboard/manage-orders?state=paid')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage Orders')
  const background = (link: Locator) => link.evaluate((element) => getComputedStyle(element).backgroundColor)
  for (const [menu, current, other] of [
    ['State of the orders', /^Paid/, /^All/],
    ['Dashboard', 'Manage Orders', 'Manage Users'],
    ['Main', 'Dashboard', 'Reviews'],
  ] as const) {
    const links = page.getByRole('navigation', { name: menu })
    const one = await background(links.getByRole('link', { name: current, exact: true }))
    const another = await background(links.getByRole('link', { name: other, exact: true }))
    expect(one, menu).not.toBe(another)
  }
})

test('the search of a list says what it searches, also to those who only hear it', async ({ page }) => {
  await openAsDemoAdmin(page, '/dashboard/manage-users')
  const search = page.getByRole('searchbox', { name: 'Name or e-mail' })
  await expect(search).toHaveAttribute('placeholder', 'Name or e-mail')
  await search.fill('forgewell')
  await expect(search).toHaveAccessibleName('Name or e-mail')
  await page.goto('/dashboard/manage-products')
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toBeVisible()
})
