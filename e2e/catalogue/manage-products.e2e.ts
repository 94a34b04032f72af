import {
  bevel,
  fillIn,
  image,
  MANAGE,
  openAsAdmin,
  openEditor,
  rowOf,
  stockField,
  test,
} from '#e2e/testing/admin-product-fixtures.ts'
import { placeOrder } from '#e2e/testing/api-helpers.ts'
import { expect, expectToast, openAsDemoAdmin } from '#e2e/testing/fixtures.ts'

test('a product with an image is in the shop; the next one is dropped in @gate', async ({ page }) => {
  await openAsDemoAdmin(page, '/dashboard')
  const menu = page.getByRole('navigation', { name: 'Dashboard' })
  await menu.getByRole('link', { name: 'Add Product' }).click()
  await page.getByLabel('Image', { exact: true }).setInputFiles(image('try-square'))
  await fillIn(page, bevel)
  await stockField(page).fill('40')
  await page.getByRole('button', { name: 'Add Product' }).dblclick()
  await expectToast(page, 'Success Uploaded Product')
  await expect(page.getByRole('alert').getByRole('button')).toContainText(['View', 'Edit'])

  const name = page.getByLabel('Name')
  await expect(name).toBeFocused()
  await expect(name).toHaveValue('')
  const add = page.getByRole('button', { name: 'Add Product' })
  await expect(add).toBeDisabled()
  await add.click({ force: true })
  await expect(page.locator('[aria-invalid="true"]')).toHaveCount(0)
  await fillIn(page, { ...bevel, Name: 'Marking Gauge' })
  await stockField(page).fill('60')
  const dropped = await page.evaluateHandle(
    (bytes) => {
      const carried = new DataTransfer()
      carried.items.add(new File([Uint8Array.from(bytes)], 'gauge.webp', { type: 'image/webp' }))
      return carried
    },
    [...image('steel-rule').buffer],
  )
  const dropZone = page.getByText('or drop it on this page')
  await dropZone.dispatchEvent('dragover', { dataTransfer: dropped })
  await dropZone.dispatchEvent('drop', { dataTransfer: dropped })
  await expect(page.getByAltText('Current image')).toHaveAttribute('src', /^\/media\/\w+\.webp$/)
  await page.getByRole('button', { name: 'Add Product' }).click()
  const added = page.getByRole('region', { name: 'Just added' })
  await expect(added.getByRole('link')).toHaveText(['Marking Gauge', bevel.Name])

  for (const product of [bevel.Name, 'Marking Gauge']) {
    await page.goto(`/purchase?q=${product}`)
    const card = page.getByRole('article').filter({ hasText: product })
    await expect(card).toContainText('$18.75')
    await card.scrollIntoViewIfNeeded()
    const isShown = (image: SVGElement | HTMLElement) => (image as HTMLImageElement).naturalWidth
    await expect.poll(() => card.getByRole('img').evaluate(isShown)).toBeGreaterThan(0)
  }
})

test('price and stock change, and the movements say why @gate', async ({ page, otherBuyer }) => {
  await openAsAdmin(page, MANAGE, 'Manage Product')
  await openEditor(page, 'Combination Wrench 13 mm')
  const stock = stockField(page)
  const movements = page.getByRole('region', { name: 'Stock movements' }).getByRole('row')
  const last = movements.nth(1)
  await expect(last).toContainText('Initial stock')
  const before = Number(await stock.inputValue())

  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('There are no changes to save.')).toBeVisible()
  await stock.fill('9')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Quantity must be at least 10')).toBeVisible()

  // Whole prices, typed with a comma too.
  await expect(page.getByLabel('Price')).toHaveValue('7.90')
  await page.getByLabel('Price').fill('8,4')
  await page.getByLabel('Price').blur()
  await expect(page.getByLabel('Price')).toHaveValue('8.40')
  await stock.fill(String(before + 70))
  await page.getByRole('button', { name: 'Update' }).click()
  await expectToast(page, 'Product Updated Successfully')
  await expect(last).toContainText('+70')
  await expect(last).toContainText('Corrected by an admin')

  await placeOrder(otherBuyer.request, otherBuyer)
  await page.reload()
  await expect(stock).toHaveValue(String(before + 70 - 25))
  await expect(last).toContainText('−25')
  await expect(last).toContainText('Order')
  await expect(last).toContainText(otherBuyer.name)

  await page.getByRole('link', { name: 'View in shop' }).click()
  await expect(page.getByRole('article')).toContainText('$8.40')
})

test('a deleted product can be restored @gate', async ({ page }) => {
  await openAsAdmin(page, MANAGE, 'Manage Product')
  const product = 'Spirit Level 400 mm'
  const row = await rowOf(page, product)
  const isInShop = async () => {
    const products: { name: string }[] = await (await page.request.get('/api/products/')).json()
    return products.some(({ name }) => name.includes(product))
  }
  const dialog = page.getByRole('dialog', { name: 'Delete this product?' })
  await row.getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(dialog).toContainText(product)
  await page.keyboard.press('Escape')
  await expect(row.getByRole('button', { name: 'Delete' })).toBeFocused()

  await row.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete product' }).click()
  await expectToast(page, 'Succesfully Product Delete')
  await expect(row).toHaveCount(0)
  expect(await isInShop()).toBe(false)
  await page.getByRole('button', { name: `Undo: ${product}` }).click()
  await expect(row).toBeVisible()
  expect(await isInShop()).toBe(true)

  // Without the toast of the first deletion, which has the same button.
  await page.reload()
  await row.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete product' }).click()
  await page.getByRole('alert').getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(row).toBeVisible()
  await expect(page.getByText('Deleted:')).toHaveCount(0)
})

test('an unpaid order is deleted, and its stock returns', async ({ page, otherBuyer }) => {
  const product = 'Circular Saw Blade 210 mm, 24 T'
  await placeOrder(otherBuyer.request, otherBuyer, product)
  await openAsAdmin(page, MANAGE, 'Manage Product')
  await openEditor(page, product)
  const before = Number(await stockField(page).inputValue())
  const movements = page.getByRole('region', { name: 'Stock movements' })
  await movements.getByRole('link', { name: 'Order' }).first().click()
  await expect(page.getByRole('row').filter({ hasText: otherBuyer.email })).toBeVisible()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete order' }).click()
  await expectToast(page, 'Successfully Deleted')

  await openEditor(page, product)
  await expect(stockField(page)).toHaveValue(String(before + 10))
  await expect(movements.getByRole('row').nth(1)).toContainText('+10')
  await expect(movements.getByRole('row').nth(1)).toContainText('Order cancelled')
})
