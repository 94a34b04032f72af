import type { Page } from '@playwright/test'
import { signUp } from '#e2e/testing/api-helpers.ts'
import { expect, logIn, test } from '#e2e/testing/fixtures.ts'

const WRENCH = 'Combination Wrench 13 mm'
const addButton = (page: Page, name: string) =>
  page.getByRole('button', { name: `Add to list: ${name}`, exact: true })
const lineOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) })
test.use({ expectedRefusals: [404, 409] })

test('a visitor’s list goes with the user after the login, to every device @gate', async ({
  page,
  browser,
  baseURL,
  newBuyer,
}) => {
  await page.goto('/purchase')
  await expect(page.getByRole('button', { name: 'Order list, 0 lines' })).toBeVisible()
  await addButton(page, WRENCH).click()
  await expect(page.getByText('25 on the list')).toBeVisible()
  await page.getByRole('button', { name: 'Order list, 1 line' }).click()
  const drawer = page.getByRole('dialog', { name: 'Order list' })
  await expect(drawer).toContainText(WRENCH)
  await drawer.getByRole('link', { name: 'Open the list' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order list')
  await page.reload()
  await expect(lineOf(page, WRENCH)).toContainText('FW-1013')

  await page.goto('/register')
  await page.getByLabel('Name').fill(newBuyer.name)
  await page.getByLabel('Email').fill(newBuyer.email)
  await page.getByLabel('Password').fill(newBuyer.password)
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().endsWith('/api/order-list'),
  )
  await page.getByRole('button', { name: 'Register' }).click()
  expect((await saved).ok()).toBe(true)
  await expect(page.getByRole('button', { name: 'Order list, 1 line' })).toBeVisible()

  const phone = await browser.newContext({ baseURL, viewport: { width: 360, height: 800 } })
  const other = await phone.newPage()
  await other.goto('/login?from=/order-list')
  await logIn(other, newBuyer)
  await expect(lineOf(other, WRENCH)).toBeVisible()

  // Signing out clears the list in this browser.
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('button', { name: 'Order list, 0 lines' })).toBeVisible()
  await phone.close()
})

test('a removed line can be put back', async ({ page }) => {
  await page.goto('/purchase')
  await addButton(page, WRENCH).click()
  await page.goto('/order-list')
  await page.getByRole('button', { name: `Remove ${WRENCH}` }).click()
  await expect(lineOf(page, WRENCH)).toBeHidden()
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeFocused()
  await undo.press('Enter')
  await expect(lineOf(page, WRENCH)).toBeVisible()
})

test('two devices change the list without losing a line', async ({ page, browser, baseURL, newBuyer }) => {
  await signUp(page.request, newBuyer)
  await page.goto('/purchase')
  const phone = await browser.newContext({
    baseURL,
    storageState: await page.context().storageState(),
  })
  const other = await phone.newPage()
  await other.goto('/purchase')
  await addButton(page, WRENCH).click()
  await page.waitForResponse(
    (response) => response.url().endsWith('/api/order-list') && response.request().method() === 'PUT',
  )
  const merged = other.waitForResponse(
    (response) =>
      response.url().endsWith('/api/order-list') && response.request().method() === 'PUT' && response.ok(),
  )
  await addButton(other, 'Hex Key Set, 5 pcs').click()
  await expect(other.getByRole('button', { name: 'Order list, 2 lines' })).toBeVisible()
  await merged
  await page.goto('/order-list')
  await expect(page.getByRole('button', { name: 'Order list, 2 lines' })).toBeVisible()
  await phone.close()
})

test('a list is named, shared by a revocable link, and saved as CSV @gate', async ({
  page,
  browser,
  baseURL,
  newBuyer,
}) => {
  await signUp(page.request, newBuyer)
  await page.goto('/purchase')
  await addButton(page, WRENCH).click()
  await page.goto('/order-list')
  await page.getByLabel('Name for this list').fill('Van stock')
  await page.getByRole('button', { name: 'Save this list' }).click()
  await page.getByRole('button', { name: 'Share Van stock' }).click()
  const link = await page.getByRole('textbox', { name: 'Link to Van stock' }).inputValue()

  const other = await browser.newContext({ baseURL })
  const visitor = await other.newPage()
  await visitor.goto(link)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Van stock')
  await visitor.getByRole('button', { name: 'Add to my list' }).click()
  await visitor.getByRole('link', { name: 'Open the list' }).click()
  await expect(lineOf(visitor, WRENCH)).toBeVisible()
  const download = visitor.waitForEvent('download')
  await visitor.getByRole('button', { name: 'Download CSV' }).click()
  const file = await (await download).path()
  await visitor.getByRole('button', { name: `Remove ${WRENCH}` }).click()
  await visitor.getByLabel('or choose an Excel or CSV file').setInputFiles(file)
  await expect(lineOf(visitor, WRENCH)).toBeVisible()
  const tooLong = {
    name: 'all.csv',
    mimeType: 'text/csv',
    buffer: Buffer.alloc(60_000, 'FW-1013,12\n'),
  }
  await visitor.getByLabel('or choose an Excel or CSV file').setInputFiles(tooLong)
  await expect(visitor.getByRole('alert')).toContainText('more than 50,000 characters')

  await page.getByRole('button', { name: 'Take back the link to Van stock' }).click()
  await expect(page.getByRole('textbox', { name: 'Link to Van stock' })).toBeHidden()
  await visitor.goto(link)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('This link no longer works')
  await other.close()
})

test('a named list is renamed, replaced with the list, and deleted once confirmed', async ({
  page,
  newBuyer,
}) => {
  await signUp(page.request, newBuyer)
  await page.goto('/purchase')
  await addButton(page, WRENCH).click()
  await page.goto('/order-list')
  const mine = page.getByRole('region', { name: 'My lists' })
  for (const name of ['Van stock', 'Bench']) {
    await page.getByLabel('Name for this list').fill(name)
    await page.getByRole('button', { name: 'Save this list' }).click()
    await expect(mine.getByRole('status')).toHaveText(`${name} saved.`)
  }
  const rename = async (name: string) => {
    await page.getByRole('button', { name: 'Rename Van stock' }).click()
    await expect(page.getByLabel('New name of Van stock')).toBeFocused()
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
  }
  await rename('Bench')
  await expect(mine.getByRole('alert')).toHaveText('You have a list with this name.')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Rename Van stock' })).toBeFocused()
  await rename('Van north')
  await expect(mine.getByRole('status')).toHaveText('Van stock is now Van north.')
  await expect(page.getByRole('button', { name: 'Rename Van north' })).toBeFocused()

  await page.goto('/purchase')
  await addButton(page, 'Hex Key Set, 5 pcs').click()
  await page.goto('/order-list')
  const row = mine.getByRole('listitem').filter({ hasText: 'Van north' })
  await expect(row).toContainText('1 line')
  await row.getByRole('button', { name: 'Replace Van north with the list' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Its lines (1) are replaced with those of this list (2).')
  await dialog.getByRole('button', { name: 'Replace' }).click()
  await expect(row).toContainText('2 lines')
  await row.getByRole('button', { name: 'Delete Van north' }).click()
  await dialog.getByRole('button', { name: 'Delete list' }).click()
  await expect(mine.getByRole('listitem')).toHaveCount(1)
})
