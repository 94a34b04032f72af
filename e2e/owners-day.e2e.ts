import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { placeOrder, signUp } from './buyer-calls.ts'
import { expect, expectToast, logInAsAdmin } from './fixtures.ts'
import { test } from './own-shop.ts'

const pictures = join(import.meta.dirname, '../db/seed/pictures')
const picture = (name: string) => readFileSync(join(pictures, `${name}.webp`))

const ADD = '/dashboard/add-product'
const MANAGE = '/dashboard/manage-products'

async function fillIn(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value)
}

/** The row of a tool, found by the list's own search. */
async function rowOf(page: Page, name: string): Promise<Locator> {
  await page.goto(`${MANAGE}?search=${encodeURIComponent(name)}`)
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
  await expect(row).toBeVisible()
  return row
}

async function openEditor(page: Page, name: string): Promise<void> {
  await (await rowOf(page, name)).getByRole('link', { name: 'Update' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Update ${name}`)
}

const bevel = {
  ...{ Name: 'Sliding Bevel 250 mm', Description: 'Rosewood stock, blued blade.' },
  ...{ Price: '18.75', 'Minimum quantity': '12' },
}

test.describe('adding tools', () => {
  // What is no picture, though it says so.
  test.use({ expectedRefusals: [415, 422] })

  test('each field says what it wants, and nothing typed is lost', async ({ page }) => {
    await logInAsAdmin(page, ADD)
    const add = page.getByRole('button', { name: 'Add Product' })
    await add.click()
    for (const text of ['Name', 'Price', 'Quantity', 'Minimum quantity', 'Description', 'Image']) {
      await expect(page.getByText(`${text} is required`, { exact: true })).toBeVisible()
    }
    await expect(page.getByLabel('Name')).toBeFocused()

    await fillIn(page, { ...bevel, Price: '4.99', 'Minimum quantity': '9', Description: 'Short' })
    await page.getByLabel('Quantity', { exact: true }).fill('0')
    await add.click()
    await expect(page.getByText('Minimun Per Price should up to $5')).toBeVisible()
    await expect(page.getByText('Quantity must be at least 1')).toBeVisible()
    await expect(page.getByText('Minimum quantity must be at least 10')).toBeVisible()
    await expect(page.getByText('Description has at least 10 characters')).toBeVisible()

    const image = page.getByLabel('Image')
    const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') }
    await image.setInputFiles(notes)
    await expect(page.getByText('notes.txt is no JPEG, PNG, WebP or AVIF picture.')).toBeVisible()
    await image.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.alloc(5_000_001) })
    await expect(page.getByText('x.png has 5.1 MB; 5 MB is the most.')).toBeVisible()
    // The shop looks inside.
    await image.setInputFiles({ ...notes, name: 'notes.png', mimeType: 'image/png' })
    await expect(image).toHaveAccessibleDescription(/picture/i)
    await expect(image).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('Name')).toHaveValue(bevel.Name)
  })

  test('a tool with a picture is in the shop; the next one is dropped in', async ({ page }) => {
    await logInAsAdmin(page, '/dashboard')
    const menu = page.getByRole('navigation', { name: 'Dashboard' })
    await menu.getByRole('link', { name: 'Add Product' }).click()
    await page.getByLabel('Image').setInputFiles({
      ...{ name: 'bevel.webp', mimeType: 'image/webp', buffer: picture('try-square') },
    })
    await fillIn(page, bevel)
    await page.getByLabel('Quantity', { exact: true }).fill('40')
    await page.getByRole('button', { name: 'Add Product' }).click()
    await expectToast(page, 'Success Uploaded Product')

    const name = page.getByLabel('Name')
    await expect(name).toBeFocused()
    await expect(name).toHaveValue('')
    await fillIn(page, { ...bevel, Name: 'Marking Gauge' })
    await page.getByLabel('Quantity', { exact: true }).fill('60')
    const dropped = await page.evaluateHandle((bytes) => {
      const carried = new DataTransfer()
      carried.items.add(new File([Uint8Array.from(bytes)], 'gauge.webp', { type: 'image/webp' }))
      return carried
    }, [...picture('steel-rule')])
    const place = page.getByText('or drop it on this page')
    await place.dispatchEvent('dragover', { dataTransfer: dropped })
    await place.dispatchEvent('drop', { dataTransfer: dropped })
    await expect(page.getByAltText('As it is shown now')).toHaveAttribute('src', /^\/media\/\w+\.webp$/)
    await page.getByRole('button', { name: 'Add Product' }).click()
    const added = page.getByRole('region', { name: 'Added just now' })
    await expect(added.getByRole('link')).toHaveText(['Marking Gauge', bevel.Name])

    await page.goto('/purchase?size=all')
    for (const tool of [bevel.Name, 'Marking Gauge']) {
      const card = page.getByRole('article').filter({ hasText: tool })
      await expect(card).toContainText('$18.75')
      await card.scrollIntoViewIfNeeded()
      const isShown = (image: SVGElement | HTMLElement) => (image as HTMLImageElement).naturalWidth
      await expect.poll(() => card.getByRole('img').evaluate(isShown)).toBeGreaterThan(0)
    }
  })
})

test('price and stock change, and the movements say why', async ({ page, browser, newBuyer }) => {
  await logInAsAdmin(page, MANAGE)
  await openEditor(page, 'Combination Wrench 13 mm')
  const stock = page.getByLabel('Quantity', { exact: true })
  const movements = page.getByRole('region', { name: 'Stock movements' }).getByRole('row')
  const last = movements.nth(1)
  await expect(last).toContainText('First stock')
  const before = Number(await stock.inputValue())

  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Nothing is changed yet.')).toBeVisible()
  await stock.fill('9')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Quantity must be at least 10')).toBeVisible()

  await page.getByLabel('Price').fill('8.4')
  await stock.fill(String(before + 70))
  await page.getByRole('button', { name: 'Update' }).click()
  await expectToast(page, 'Product Updated Successfully')
  await expect(last).toContainText('+70')
  await expect(last).toContainText('Counted by an admin')

  const theirs = await browser.newContext()
  await signUp(theirs.request, newBuyer)
  await placeOrder(theirs.request, newBuyer)
  await theirs.close()
  await page.reload()
  await expect(stock).toHaveValue(String(before + 70 - 25))
  await expect(last).toContainText('−25')
  await expect(last).toContainText('Order')
  await expect(last).toContainText(newBuyer.name)

  await page.getByRole('link', { name: 'See it in the shop' }).click()
  await expect(page.getByRole('article')).toContainText('$8.40')
})

test('a tool that was deleted by mistake comes back', async ({ page }) => {
  await logInAsAdmin(page, MANAGE)
  const tool = 'Spirit Level'
  const row = await rowOf(page, tool)
  const isInShop = async () => {
    const tools: { name: string }[] = await (await page.request.get('/api/products/')).json()
    return tools.some(({ name }) => name.includes(tool))
  }
  const dialog = page.getByRole('dialog', { name: 'Delete this product?' })
  await row.getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(dialog).toContainText(tool)
  await page.keyboard.press('Escape')
  await expect(row.getByRole('button', { name: 'Delete' })).toBeFocused()

  await row.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete product' }).click()
  await expectToast(page, 'Succesfully Product Delete')
  await expect(row).toHaveCount(0)
  expect(await isInShop()).toBe(false)
  await page.getByRole('button', { name: `Undo: ${tool}` }).click()
  await expect(row).toBeVisible()
  expect(await isInShop()).toBe(true)

  await row.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete product' }).click()
  await page.getByRole('alert').getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(row).toBeVisible()
  await expect(page.getByText('Deleted:')).toHaveCount(0)
})

test.describe('two windows', () => {
  test.use({ expectedRefusals: [404, 409] })

  test('a stale form shows the newer values, and one chooses', async ({ page, context }) => {
    await logInAsAdmin(page, MANAGE)
    const tool = 'Rubber Mallet'
    await openEditor(page, tool)
    const other = await context.newPage()
    await openEditor(other, tool)
    await fillIn(other, { Price: '21', Description: 'Changed in the other window.' })
    await other.getByRole('button', { name: 'Update' }).click()
    await expectToast(other, 'Product Updated Successfully')

    await fillIn(page, { Price: '22', 'Minimum quantity': '7' })
    const update = page.getByRole('button', { name: 'Update' })
    await update.click()
    await expect(page.getByRole('heading', { name: 'This product changed' })).toBeFocused()
    await expect(page.getByLabel('Description')).toHaveValue('Changed in the other window.')
    await update.click()
    await expect(page.getByText('Choose for each field above which value stays.')).toBeVisible()
    const price = page.getByRole('group', { name: 'Price' })
    await price.getByLabel('Take theirs: $21.00').check()
    await expect(page.getByLabel('Price')).toHaveValue('21')
    await price.getByLabel('Keep mine: $22.00').check()
    await update.click()
    await expectToast(page, 'Product Updated Successfully')

    await page.reload()
    await expect(page.getByLabel('Price')).toHaveValue('22')
    await expect(page.getByLabel('Minimum quantity')).toHaveValue('7')
    await expect(page.getByLabel('Description')).toHaveValue('Changed in the other window.')
  })

  test('an editor of a tool that is gone says so', async ({ page }) => {
    await logInAsAdmin(page, `${MANAGE}/0198c0de-0000-7000-8000-000000000000`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('No such product')
    await page.getByRole('link', { name: 'All products' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage Product')
  })
})

test.describe('without a connection', () => {
  test.use({ expectedErrors: ['net::ERR_INTERNET_DISCONNECTED'] })

  test('what was typed waits until it is back', async ({ page, context }) => {
    await logInAsAdmin(page, ADD)
    const image = page.getByLabel('Image')
    const file = { name: 'saw.webp', mimeType: 'image/webp', buffer: picture('hacksaw') }
    await fillIn(page, { ...bevel, Name: 'Coping Saw' })
    await page.getByLabel('Quantity', { exact: true }).fill('30')
    await context.setOffline(true)
    await image.setInputFiles(file)
    await expect(page.getByText('The picture did not arrive.')).toBeVisible()
    await context.setOffline(false)
    await image.setInputFiles(file)
    await expect(page.getByAltText('As it is shown now')).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Add Product' }).click()
    await expectToast(page, 'Something went wrong')
    await expect(page.getByLabel('Name')).toHaveValue('Coping Saw')
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Add Product' }).click()
    await expectToast(page, 'Success Uploaded Product')
  })
})
