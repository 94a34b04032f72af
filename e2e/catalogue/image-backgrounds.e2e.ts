import type { Locator, Page } from '@playwright/test'
import {
  ADD,
  bevel,
  fillIn,
  MANAGE,
  openAsAdmin,
  stockField,
  test,
} from '#e2e/testing/admin-product-fixtures.ts'
import { expect, expectToast } from '#e2e/testing/fixtures.ts'
import { cutOut, onBackground } from '#server/testing/images.ts'

const LIGHT = 'rgb(243, 243, 241)'
const DARK = 'rgb(72, 76, 81)'
const OWN = 'rgb(216, 222, 228)'

const imageOf = (box: Locator) => box.locator('img')
const cardOf = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })

async function expectPlates(box: Locator, light: string, dark: string): Promise<void> {
  const page = box.page()
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(imageOf(box)).toHaveCSS('background-color', light)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(imageOf(box)).toHaveCSS('background-color', dark)
  // The whole image is visible, and the rest of its box shows the background.
  await expect(imageOf(box)).toHaveCSS('object-fit', 'contain')
}

async function addProduct(page: Page, name: string, image: Buffer): Promise<void> {
  await page.getByLabel('Image', { exact: true }).setInputFiles({
    name: 'tool.png',
    mimeType: 'image/png',
    buffer: image,
  })
  await fillIn(page, { ...bevel, Name: name })
  await stockField(page).fill('40')
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expectToast(page, 'Success Uploaded Product')
  await expect(page.getByLabel('Name')).toHaveValue('')
}

test('a demo product is transparent on the theme’s background', async ({ page }) => {
  await page.goto('/purchase')
  const card = cardOf(page, 'Combination Wrench 13 mm')
  await expectPlates(card, LIGHT, DARK)
  const corner = await imageOf(card).evaluate(async (image) => {
    await (image as HTMLImageElement).decode()
    const canvas = document.createElement('canvas').getContext('2d')
    canvas?.drawImage(image as HTMLImageElement, 0, 0)
    return canvas?.getImageData(0, 0, 1, 1).data[3]
  })
  expect(corner).toBe(0)
})

test('an upload has the background of its border, a transparent image that of the theme', async ({
  page,
}) => {
  await openAsAdmin(page, ADD, 'Add Product')
  await addProduct(page, 'Wide Gauge', await onBackground('#d8dee4', 'png', 800))
  await addProduct(page, 'Cut Gauge', await cutOut('png', 800))

  await page.goto('/purchase?q=Gauge')
  await expectPlates(cardOf(page, 'Wide Gauge'), OWN, OWN)
  await expectPlates(cardOf(page, 'Cut Gauge'), LIGHT, DARK)

  await page.goto(`${MANAGE}?search=Gauge`)
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await expectPlates(row('Wide Gauge'), OWN, OWN)
  await expectPlates(row('Cut Gauge'), LIGHT, DARK)

  await row('Wide Gauge').getByRole('link', { name: 'Update' }).click()
  const shown = page.getByAltText('Current image')
  await expect(shown).toHaveCSS('background-color', OWN)
})
