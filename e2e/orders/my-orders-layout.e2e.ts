import type { Page } from '@playwright/test'
import { addProduct, callProducts } from '#e2e/testing/admin-product-fixtures.ts'
import { confirmEmail, placeOrder } from '#e2e/testing/api-helpers.ts'
import { expect, openAdminElsewhere, test } from '#e2e/testing/fixtures.ts'

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('rowheader') })

for (const { width, height, firstRow, rowCount } of [
  { width: 1280, height: 800, firstRow: 240, rowCount: 12 },
  { width: 768, height: 1024, firstRow: 240, rowCount: 12 },
  { width: 360, height: 740, firstRow: 360, rowCount: 3 },
]) {
  test(`the first screen shows ${rowCount} orders, and selecting one moves none, ${width} px wide`, async ({
    page,
    baseURL,
    signedInBuyer,
  }) => {
    const admin = await openAdminElsewhere(page, baseURL)
    const marker = await addProduct(admin, `Row Marker ${crypto.randomUUID()}`)
    await callProducts(admin, 'put', marker._id, { quantity: 2000, perPrice: 5 })
    await admin.context().close()
    // Confirmed, so that no banner asks for it.
    await confirmEmail(page.request, signedInBuyer.email)
    for (let count = 0; count < rowCount; count++) {
      await placeOrder(page.request, signedInBuyer, marker.name)
    }
    await page.setViewportSize({ width, height })
    await page.goto('/dashboard/orders')
    await expect(rows(page)).toHaveCount(rowCount)
    const boxes = () =>
      rows(page).evaluateAll((all) =>
        all.map((row) => {
          const { top, bottom } = row.getBoundingClientRect()
          return { top, bottom }
        }),
      )
    const before = await boxes()
    expect(before[0]?.top).toBeLessThanOrEqual(firstRow)
    expect(before.at(-1)?.bottom).toBeLessThanOrEqual(height)
    for (const index of [0, 1]) {
      await rows(page).nth(index).getByRole('checkbox').check()
      expect(await boxes()).toEqual(before)
    }
    await page.getByRole('button', { name: 'Clear selection' }).click()
    expect(await boxes()).toEqual(before)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })
}

test('names are whole at every width, with the SKU where there is room', async ({ page, signedInBuyer }) => {
  const names = ['Combination Wrench 13 mm', 'Double Open-End Wrench 17 x 19 mm']
  for (const name of names) await placeOrder(page.request, signedInBuyer, name)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/dashboard/orders')
  const sku = await page.getByText('FW-1110', { exact: true }).boundingBox()
  const cell = await page.getByRole('cell', { name: 'FW-1110' }).boundingBox()
  expect((sku?.x ?? Infinity) + (sku?.width ?? 0)).toBeLessThanOrEqual((cell?.x ?? 0) + (cell?.width ?? 0))
  await expect(page.getByTitle('Double Open-End Wrench 17 x 19 mm, FW-1110')).toBeVisible()
  // 640 is a window of 1280 at 200 %.
  for (const width of [1280, 1024, 960, 768, 640]) {
    await page.setViewportSize({ width, height: 800 })
    for (const name of names) {
      const text = page.getByText(name, { exact: true })
      const [box, row] = [await text.boundingBox(), await text.locator('xpath=ancestor::td').boundingBox()]
      expect(box?.height).toBeLessThanOrEqual(row?.height ?? 0)
      expect(box?.width).toBeLessThanOrEqual(row?.width ?? 0)
      expect(box?.width).toBeGreaterThan(90)
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
})
