import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { placeOrder } from './api-helpers.ts'
import { expect, logInAsAdmin, test } from './fixtures.ts'
import { buyerPages, pathOf, publicPages } from './pages.ts'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
// The rules that the dark can break: it changes colours and nothing else.
const COLOURS = ['color-contrast', 'link-in-text-block']

// axe takes many seconds on a busy machine.
test.setTimeout(90_000)

for (const shown of publicPages) {
  test(`${shown.name}: for everybody, on every screen, in light and dark`, async ({ page }) => {
    await page.goto(await pathOf(shown, page.request))
    await expectForEverybody(page)
  })
}

for (const shown of buyerPages) {
  test(`${shown.name}: for everybody, on every screen, in light and dark`, async ({
    page,
    signedInBuyer,
  }) => {
    const order = await placeOrder(page.request, signedInBuyer)
    await page.goto((await pathOf(shown, page.request)).replace(':order', order))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(shown.heading)
    await expect(page.getByText(shown.shows).first()).toBeVisible()
    await expectForEverybody(page)
  })
}

test('manage-users: for everybody, on every screen, in light and dark', async ({ page }) => {
  await logInAsAdmin(page, '/dashboard/manage-users')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expectForEverybody(page)
  await page.getByRole('button', { name: 'Delete' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectForEverybody(page)
})

test('manage-orders: for everybody, on every screen, in light and dark', async ({
  page,
  signedInBuyer,
}) => {
  await placeOrder(page.request, signedInBuyer)
  await page.context().clearCookies()
  await logInAsAdmin(page, '/dashboard/manage-orders')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expectForEverybody(page)
  await page.getByRole('button', { name: 'Delete', disabled: false }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectForEverybody(page)
})

test('an admin’s dashboard: for everybody, on every screen, in light and dark', async ({
  page,
}) => {
  await logInAsAdmin(page, '/dashboard')
  await expect(page.getByText('The provider is responding')).toBeVisible()
  await expectForEverybody(page)
})

test('add-product: for everybody, on every screen, in light and dark', async ({ page }) => {
  await logInAsAdmin(page, '/dashboard/add-product')
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expect(page.getByText('Image is required')).toBeVisible()
  await expectForEverybody(page)
})

test('manage-products: for everybody, on every screen, in light and dark', async ({ page }) => {
  await logInAsAdmin(page, '/dashboard/manage-products?sort=quantity')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expectForEverybody(page)
  await page.getByRole('link', { name: 'Update' }).first().click()
  await expect(page.getByText('Initial stock')).toBeVisible()
  await expectForEverybody(page)
})

test('a form with faults: for everybody, on every screen, in light and dark', async ({ page }) => {
  await page.goto('/register')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await expectForEverybody(page)
})

/** Nothing sticks out of the smallest screens, and axe finds nothing, light or dark. */
async function expectForEverybody(page: Page): Promise<void> {
  for (const width of [320, 360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const { scrollWidth, clientWidth } = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return { scrollWidth, clientWidth }
    })
    expect(scrollWidth, `width at ${width} px`).toBeLessThanOrEqual(clientWidth)
    if (width === 320) continue
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      // No colour is on its way to another while axe looks.
      await page.evaluate(() =>
        Promise.allSettled(document.getAnimations().map(({ finished }) => finished)),
      )
      const axe = new AxeBuilder({ page })
      const rules = colorScheme === 'light' ? axe.withTags(WCAG) : axe.withRules(COLOURS)
      const { violations } = await rules.analyze()
      const found = violations.map(({ id, nodes }) => ({ id, nodes: nodes.map((n) => n.html) }))
      expect(found, `${colorScheme} at ${width} px`).toEqual([])
    }
  }
}
