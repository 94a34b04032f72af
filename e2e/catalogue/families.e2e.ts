import type { Locator } from '@playwright/test'
import { expectAccessible } from '#e2e/testing/accessibility.ts'
import { callProducts, image, test } from '#e2e/testing/admin-product-fixtures.ts'
import { expect, expectToast, openAdminElsewhere } from '#e2e/testing/fixtures.ts'
import { expectPlaced, payLater, randomWord, signUpVerified } from '#e2e/testing/order-list.ts'

test.setTimeout(90_000)

test('an owner makes a family with a drawing, and a buyer orders four sizes of it in at most 6 presses', async ({
  page,
  baseURL,
  newBuyer,
}) => {
  const family = `Ring ${randomWord()}`
  const admin = await openAdminElsewhere(page, baseURL)
  const [{ imgURL }] = await (await admin.request.get('/api/products?size=1&page=0')).json()
  for (const size of ['6 mm', '8 mm', '10 mm', '13 mm', '17 mm']) {
    const numbers = { perPrice: 9.5, quantity: 100, minQuantity: 10, imgURL }
    const texts = { name: `${family} ${size}`, description: 'Forged for one test.', family, size }
    await callProducts(admin, 'post', '', { ...texts, ...numbers })
  }
  await admin.goto(`/dashboard/families?search=${family}`)
  await admin.getByRole('link', { name: family }).click()
  await expect(admin.getByRole('heading', { level: 1 })).toHaveText(family)
  await admin.getByLabel('Text', { exact: true }).fill('For **hex bolts**.')
  await admin.getByLabel('Drawing', { exact: true }).setInputFiles(image('steel-rule'))
  await expect(admin.getByRole('button', { name: 'Remove Drawing' })).toBeVisible()
  await expectAccessible(admin)
  await admin.getByRole('button', { name: 'Save family' }).click()
  await expectToast(admin, 'Family saved')
  await admin.getByRole('link', { name: 'View its page' }).click()
  await expect(admin.getByText('5 sizes · $9.50')).toBeVisible()
  const path = new URL(admin.url()).pathname
  await admin.context().close()

  await signUpVerified(page, newBuyer)
  await page.goto(path)
  await expect(page.getByText('hex bolts')).toBeVisible()
  await expect(page.getByRole('link', { name: `Zoom: ${family}` }).locator('img')).toBeVisible()
  let presses = 0
  const press = async (target: Locator) => {
    presses += 1
    await target.click()
  }
  const next = async () => {
    presses += 1
    await page.keyboard.press('Enter')
  }
  await press(page.getByRole('textbox', { name: `Quantity of ${family} 6 mm` }))
  for (const quantity of ['10', '20', '30']) {
    await page.keyboard.type(quantity)
    await next()
  }
  await page.keyboard.type('40')
  await expect(page.getByText('4 sizes: $950.00')).toBeVisible()
  await press(page.getByRole('button', { name: 'Buy', exact: true }))
  await page.getByLabel('Address').fill('1 Anvil Street')
  await press(payLater(page))
  await expectPlaced(page)
  expect(presses).toBeLessThanOrEqual(6)
})
