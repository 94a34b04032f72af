import type { Locator } from '@playwright/test'
import { expect, test } from '#e2e/testing/fixtures.ts'
import { demoProducts } from '#operations/seed/demo-products.ts'

test('going back before hydration shows the page of the URL', async ({ page }) => {
  await page.goto('/purchase')
  const first = page.getByRole('article').first()
  await page.getByRole('link', { name: 'Page 2', exact: true }).click()
  await expect(first).toContainText('Precision Screwdriver Set, 6 pcs')
  await page.reload({ waitUntil: 'domcontentloaded' })
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL('/purchase')
  await expect(first).toContainText('Combination Wrench 13 mm')
})

test('a page holds 10, 20, 20 or all products: the option 15 carries 20 @gate', async ({ page }) => {
  await page.goto('/purchase?size=10&page=2')
  const products = page.getByRole('article')
  const size = page.getByLabel('Per page')
  const chosen = size.locator('option:checked')
  await expect(size.getByRole('option')).toHaveText(['10', '15', '20', 'All'])

  await size.selectOption({ label: '15' })
  await expect(page).toHaveURL('/purchase?size=20&label=15&page=0')
  await expect(products).toHaveCount(20)
  await expect(page.getByText('Total Tools Found 20')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Page/ })).toHaveCount(Math.ceil(demoProducts.length / 20))
  await expect(chosen).toHaveText('15')
  await expect(size).toHaveValue('20')
  await page.getByRole('link', { name: 'Page 2', exact: true }).click()
  await expect(page).toHaveURL('/purchase?size=20&label=15&page=1')
  await expect(page.getByRole('heading', { name: 'End Mill Set, 3 pcs' })).toBeVisible()
  await expect(chosen).toHaveText('15')

  await size.selectOption({ label: '20' })
  await expect(page).toHaveURL('/purchase?size=20&page=0')
  await expect(chosen).toHaveText('20')
  await expect(products).toHaveCount(20)
  await page.goBack()
  await expect(chosen).toHaveText('15')
  await page.reload()
  await expect(chosen).toHaveText('15')
  await page.goForward()
  await expect(chosen).toHaveText('20')

  await size.selectOption({ label: 'All' })
  await expect(page).toHaveURL('/purchase?size=all&page=0')
  const found = page.getByText(/^Total Tools Found [1-9]\d\d$/)
  await expect(found).toBeVisible()
  const all = Number((await found.innerText()).replace(/\D/g, ''))
  expect(all).toBeGreaterThanOrEqual(demoProducts.length)
  await page.keyboard.press('End')
  await expect(page.locator(`[aria-posinset="${all}"]`)).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0)
  await page.goBack()
  await expect(products).toHaveCount(20)
})

test('a size chosen before the page’s script runs is not lost', async ({ page }) => {
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const size = document.querySelector<HTMLSelectElement>('select[name=size]')
      if (location.search !== '' || !size) return
      size.selectedIndex = 2
      size.dispatchEvent(new Event('change', { bubbles: true }))
    })
  })
  await page.goto('/purchase')
  await expect(page).toHaveURL('/purchase?size=20&page=0')
  await expect(page.getByRole('article')).toHaveCount(20)
  await expect(page.getByLabel('Per page').locator('option:checked')).toHaveText('20')
})

test('a card shows its product’s details, and a visitor who buys logs in first @gate', async ({ page }) => {
  await page.goto('/purchase')
  const card = page.getByRole('article').first()
  await expect(card).toMatchAriaSnapshot(`
    - img
    - heading "Combination Wrench 13 mm" [level=2]
    - paragraph
    - term: Minimun Quantity
    - definition: "25"
    - term: Quantity
    - definition: /^[\\d,]+$/
    - term: Price
    - definition: $7.90
    - 'link "Buy Now: Combination Wrench 13 mm"'
  `)
  const buy = card.getByRole('link', { name: 'Buy Now' })
  const path = (await buy.getAttribute('href')) ?? ''
  await buy.click()
  await expect(page).toHaveURL(`/login?from=${encodeURIComponent(path)}`)
})

test('a press on the text of a card opens its product’s page', async ({ page }) => {
  await page.goto('/purchase')
  const card = page.getByRole('article').first()
  const { x, y } = await middleOf(card.getByRole('paragraph').first())
  await page.mouse.move(x, y)
  await page.mouse.down()
  // The pressed state is painted before the button is released.
  await page.evaluate(drawTwoFrames)
  await page.mouse.up()
  await expect(page).toHaveURL(/\/tools\/combination-wrench-13-mm-[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Combination Wrench 13 mm')
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true })

  test('a tap on the image of a card opens its product', async ({ page }) => {
    await page.goto('/purchase')
    const { x, y } = await middleOf(page.getByRole('article').first().getByRole('img'))
    await page.touchscreen.tap(x, y)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Combination Wrench 13 mm')
  })
})

async function middleOf(shown: Locator): Promise<{ x: number; y: number }> {
  await shown.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await shown.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return { x: x + width / 2, y: y + height / 2 }
}

async function drawTwoFrames(): Promise<void> {
  for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
}
