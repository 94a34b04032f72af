import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/testing/fixtures.ts'

/** The styles that differ between the themes: colours and others. */
function themeOf(page: Page) {
  return page.evaluate(() => {
    const styleOf = (selector: string) => {
      const element = document.querySelector(selector)
      if (!element) throw new Error(`There is no ${selector}`)
      return getComputedStyle(element)
    }
    const { backgroundColor, color } = styleOf('html')
    const { borderBottomWidth } = styleOf('.product-frame')
    return { backgroundColor, color, borderBottomWidth, padding: styleOf('.product-text').padding }
  })
}

test.describe('before any script runs', () => {
  test.use({ javaScriptEnabled: false })

  test('the system’s theme holds, unless the document names one', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto('/purchase')
    const light = await themeOf(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    const dark = await themeOf(page)
    for (const difference of ['backgroundColor', 'color', 'borderBottomWidth', 'padding'] as const) {
      expect(dark[difference]).not.toBe(light[difference])
    }

    const choose = (theme: string) =>
      page.locator('html').evaluate((html, theme) => {
        html.setAttribute('data-theme', theme)
      }, theme)
    await choose('light')
    expect(await themeOf(page)).toEqual(light)
    await page.emulateMedia({ colorScheme: 'light' })
    await choose('dark')
    expect(await themeOf(page)).toEqual(dark)
  })
})

test('pressing a button does not move it', async ({ page }) => {
  await page.goto('/purchase')
  const button = page.getByRole('link', { name: 'Buy Now' }).first()
  await button.hover()
  await page.evaluate(() => document.fonts.ready.then(() => null))
  const before = await button.boundingBox()
  await page.mouse.down()
  expect(await button.boundingBox()).toEqual(before)
  const containing = ['translate', 'rotate', 'scale', 'transform', 'filter'] as const
  for (const property of containing) await expect(button).toHaveCSS(property, 'none')
})
