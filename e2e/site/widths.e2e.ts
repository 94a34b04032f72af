import type { Page } from '@playwright/test'
import { placeOrder } from '#e2e/testing/api-helpers.ts'
import { expect, openAsDemoAdmin, test } from '#e2e/testing/fixtures.ts'
import { adminPaths, buyerPages, pathOf, publicPages } from '#e2e/testing/pages.ts'

/** Phones, tablets, windows and screens; 640 is 1280 at 200 % zoom. */
const WIDTHS = [320, 360, 600, 640, 768, 900, 961, 1024, 1100, 1280, 1920]
const MIN_COLUMN = 40

test('public pages fit every width', async ({ page }) => {
  test.setTimeout(180_000)
  for (const shown of publicPages) {
    await page.goto(await pathOf(shown, page.request))
    await expect(page.getByText(shown.shows).first()).toBeAttached()
    await expectFit(page, shown.name)
  }
})

test('the pages of a buyer fit every width', async ({ page, signedInBuyer }) => {
  test.setTimeout(180_000)
  const order = await placeOrder(page.request, signedInBuyer)
  for (const shown of buyerPages.filter(({ path }) => !path.includes(':payment'))) {
    await page.goto((await pathOf(shown, page.request)).replace(':order', order))
    await expect(page.getByText(shown.shows).first()).toBeVisible()
    await expectFit(page, shown.name)
  }
})

test('the pages of an admin fit every width', async ({ page, signedInBuyer }) => {
  test.setTimeout(180_000)
  await placeOrder(page.request, signedInBuyer)
  await page.context().clearCookies()
  await openAsDemoAdmin(page, '/dashboard')
  for (const path of adminPaths) {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    await expect(page.getByRole('main').locator('.spinner')).toHaveCount(0)
    await expectFit(page, path)
  }
})

/** Expects no sideways overflow, no narrow column whose text is cut, and no cut text in a control. */
async function expectFit(page: Page, name: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    const faults = await page.evaluate((minColumn) => {
      const { scrollWidth, clientWidth } = document.documentElement
      const isCut = (element: Element) =>
        element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1
      const shown = (selector: string) =>
        [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility())
      const context = document.createElement('canvas').getContext('2d')
      const placeholderIsCut = (input: Element) => {
        if (!(input instanceof HTMLInputElement) || !context) return false
        const style = getComputedStyle(input)
        context.font = style.font
        context.wordSpacing = style.wordSpacing
        const padding = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight)
        return context.measureText(input.placeholder).width > input.clientWidth - padding
      }
      const label = (element: Element) => element.textContent?.trim().slice(0, 30)
      return [
        ...(scrollWidth > clientWidth ? [`${scrollWidth} px wide`] : []),
        ...shown('th, td')
          .filter((cell) => cell.getBoundingClientRect().width < minColumn && isCut(cell))
          .map((cell) => `narrow column: ${label(cell)}`),
        ...shown('button, .button, .segments > *')
          .filter(isCut)
          .map((control) => `cut: ${label(control)}`),
        ...shown('.search-field input')
          .filter(placeholderIsCut)
          .map((input) => `cut: ${input.getAttribute('placeholder')}`),
      ]
    }, MIN_COLUMN)
    expect(faults, `${name} at ${width} px`).toEqual([])
  }
}
