import type { Locator, Page } from '@playwright/test'
import { placeOrder } from '#e2e/testing/api-helpers.ts'
import { expect, openAsDemoAdmin, test } from '#e2e/testing/fixtures.ts'

const TOOL = 'Hex Socket Set 1/2 in, 3 pcs'

const rows = (page: Page) => page.locator('tbody tr')

async function boxOf(part: Locator) {
  const box = await part.boundingBox()
  if (!box) throw new Error('It is not on the screen')
  return box
}

test('buyer and tool are whole at every width, and the panel moves no row', async ({
  page,
  context,
  signedInBuyer,
}) => {
  for (let order = 0; order < 4; order++) await placeOrder(page.request, signedInBuyer, TOOL)
  await context.clearCookies()
  await openAsDemoAdmin(page, `/dashboard/manage-orders?search=${signedInBuyer.email}`)
  await expect(rows(page)).toHaveCount(4)
  const row = rows(page).first()
  for (const width of [360, 640, 768, 900, 1100, 1240, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    for (const text of [TOOL, signedInBuyer.name]) {
      const part = row.getByText(text, { exact: true }).filter({ visible: true })
      const [box, around] = [await boxOf(part), await boxOf(row)]
      expect(await part.evaluate((e) => e.scrollWidth <= e.clientWidth || e.clientWidth === 0)).toBe(true)
      expect(box.x + box.width).toBeLessThanOrEqual(around.x + around.width)
      expect(box.y + box.height).toBeLessThanOrEqual(around.y + around.height)
    }
  }
  const tops = () => rows(page).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().top))
  for (const width of [1280, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    const before = await tops()
    await page.keyboard.press('j')
    await expect(page.getByRole('dialog', { name: /^Order FW-/ })).toBeVisible()
    expect(await tops()).toEqual(before)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
})
