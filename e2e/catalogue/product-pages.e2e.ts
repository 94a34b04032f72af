import { expect, test } from '#e2e/testing/fixtures.ts'

test('a card leads to the product’s page, and its Buy Now to the purchase form @gate', async ({ page }) => {
  await page.goto('/purchase')
  const card = page.getByRole('article').filter({ hasText: 'Claw Hammer 450 g' })
  await page.getByRole('link', { name: 'Page 2', exact: true }).click()
  await card.getByRole('heading').getByRole('link').click()
  await expect(page).toHaveURL(/\/tools\/claw-hammer-450-g-[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Claw Hammer 450 g')
  await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toHaveText(
    'All toolsHand ToolsHammersClaw Hammer 450 g',
  )
  const specifications = page.getByRole('region', { name: 'Specifications' })
  await expect(specifications.getByRole('row', { name: /^Head weight/ })).toContainText('450 g')
  const path = new URL(page.url()).pathname.replace(/.*-(?=[0-9a-f]{8}(-[0-9a-f]{4}){3}-)/, '')
  await page.getByLabel('Quantity', { exact: true }).fill('25')
  await page.getByRole('button', { name: 'Buy Now' }).click()
  const wanted = `/purchase/${path}?quantity=25`
  await expect(page).toHaveURL(`/login?from=${encodeURIComponent(wanted)}`)
})

test('the quantity chosen on the page is in the purchase form', async ({ page, signedInBuyer: _ }) => {
  await page.goto('/tools/category/hammers?view=sizes')
  await page.getByRole('link', { name: 'Claw Hammer 450 g', exact: true }).click()
  const quantity = page.getByLabel('Quantity', { exact: true })
  await quantity.fill('11')
  await page.getByRole('button', { name: 'Buy Now' }).click()
  await expect(quantity).toHaveJSProperty(
    'validationMessage',
    'Quantity must be at least 12, the minimum order',
  )
  await quantity.fill('37')
  await page.getByRole('button', { name: 'Buy Now' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Purchase Claw Hammer 450 g')
  await expect(page.getByLabel('Quantity')).toHaveValue('37')
})

test('lengths are shown in inches once chosen, and after a reload', async ({ page }) => {
  await page.goto('/tools/category/wrenches?view=sizes')
  await page.getByRole('link', { name: 'Combination Wrench 13 mm', exact: true }).click()
  const length = page.getByRole('region', { name: 'Specifications' }).getByRole('row', { name: /^Length/ })
  await expect(length).toContainText('178 mm')
  await page.getByRole('button', { name: 'in (inches)' }).click()
  await expect(length).toContainText('7.008 in')
  await page.reload()
  await expect(length).toContainText('7.008 in')
  await page.getByLabel('Breadcrumbs').getByRole('link', { name: 'Wrenches' }).click()
  await page.getByRole('link', { name: 'Table', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'Jaw width (in)' })).toBeVisible()
})

test('an image opens in full size, by keyboard too', async ({ page }) => {
  await page.goto('/tools/category/wrenches?view=sizes')
  await page.getByRole('link', { name: 'Combination Wrench 13 mm', exact: true }).click()
  await page.getByRole('link', { name: 'Zoom: Combination Wrench 13 mm' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Images of Combination Wrench 13 mm' })
  const image = dialog.getByRole('img')
  const width = async () => (await image.boundingBox())?.width ?? 0
  await expect(image).toBeVisible()
  const whole = await width()
  await page.keyboard.press('+')
  await expect.poll(width).toBeGreaterThan(whole * 1.5)
  await dialog.getByRole('button', { name: 'Zoom out' }).click()
  await expect.poll(width).toBe(whole)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('link', { name: 'Zoom: Combination Wrench 13 mm' })).toBeFocused()
})

test('recently viewed products are offered again', async ({ page }) => {
  await page.goto('/tools/category/pliers?view=sizes')
  const [first = '', second = ''] = await page.getByRole('article').getByRole('heading').allTextContents()
  const recent = page.getByRole('region', { name: 'Recently viewed' })
  await page.getByRole('link', { name: first, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(first)
  await expect(recent).toBeHidden()
  await page.getByLabel('Breadcrumbs').getByRole('link', { name: 'Pliers' }).click()
  await page.getByRole('link', { name: 'Each size' }).click()
  await page.getByRole('link', { name: second, exact: true }).click()
  await expect(recent.getByRole('link')).toHaveText([first])
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a product’s page has its details, its image and a way to order', async ({ page }) => {
    await page.goto('/tools')
    await page.getByRole('link', { name: 'Hammers' }).click()
    const sizes = page.getByRole('list', { name: 'Sizes of Claw Hammer' })
    await sizes.getByRole('link', { name: '450 g' }).click()
    await expect(page.getByRole('region', { name: 'Specifications' })).toContainText('450 g')
    await page.getByLabel('Quantity', { exact: true }).fill('25')
    await page.getByRole('button', { name: 'Buy Now' }).click()
    await expect(page).toHaveURL(/\/login\?from=%2Fpurchase%2F[0-9a-f-]{36}%3Fquantity%3D25$/)
  })
})
