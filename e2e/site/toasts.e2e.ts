import type { Locator } from '@playwright/test'
import { expect, test } from '#e2e/testing/fixtures.ts'

async function edges(part: Locator) {
  const box = await part.boundingBox()
  if (!box) throw new Error('It is not on the screen')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

test('on a phone a notice stands below the header, at the right, off the menu', async ({
  page,
  signedInBuyer: _,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/dashboard/profile')
  await page.getByLabel('City').fill('Malmö')
  await page.evaluate(() => scrollTo(0, 0))
  await page.getByLabel('City').press('Enter')
  await page.evaluate(() => scrollTo(0, 0))
  const toast = page.locator('.Toastify__toast').last()
  await expect(toast).toContainText('User Updated Successfully')
  const header = await edges(page.getByRole('banner'))
  await expect.poll(async () => (await edges(toast)).y).toBeGreaterThanOrEqual(header.bottom)
  const menu = page.getByRole('button', { name: 'Dashboard menu' })
  const { bottom } = await edges(menu)
  await expect.poll(async () => (await edges(toast)).y).toBeGreaterThanOrEqual(bottom)
  await expect.poll(async () => 360 - (await edges(toast)).right).toBeLessThan(32)

  const close = await edges(toast.getByRole('button', { name: 'close' }))
  const text = await toast.evaluate((element) => {
    const range = document.createRange()
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const first = walker.nextNode()
    if (first) range.selectNodeContents(first)
    return range.getBoundingClientRect().right
  })
  expect(text).toBeLessThanOrEqual(close.x)
  expect(Math.min(close.width, close.height)).toBeGreaterThanOrEqual(24)
})

test('the notices of a first login and order leave the buttons of the orders free', async ({
  page,
  newBuyer,
  register,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/register?from=${encodeURIComponent('/purchase?q=Pry+Bar+560')}`)
  await register(newBuyer)
  await page.getByRole('article').first().getByRole('link', { name: 'Buy Now' }).click()
  await page.getByLabel('Address').fill('1 Anvil Street, Sheffield')
  await page.getByRole('button', { name: 'Purchase' }).click()
  await page.getByRole('link', { name: 'All my orders' }).click()
  const toasts = page.locator('.Toastify__toast')
  const row = page.getByRole('row').filter({ hasText: 'Pry Bar' })
  await expect(row).toBeVisible()
  await expect(toasts.last()).toContainText('Please Check you Dashboard Orders')
  const coversPay = async () => {
    const pay = await edges(row.getByRole('link', { name: 'Pay' }))
    const boxes = await Promise.all((await toasts.all()).map(edges))
    return boxes.some(
      (box) => box.x < pay.right && box.right > pay.x && box.y < pay.bottom && box.bottom > pay.y,
    )
  }
  await expect.poll(coversPay).toBe(false)
})
