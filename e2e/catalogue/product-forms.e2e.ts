import {
  ADD,
  bevel,
  fillIn,
  image,
  MANAGE,
  openAsAdmin,
  openEditor,
  stockField,
  test,
} from '#e2e/testing/admin-product-fixtures.ts'
import { findProduct, placeOrder } from '#e2e/testing/api-helpers.ts'
import { expect, expectToast, openAsDemoAdmin } from '#e2e/testing/fixtures.ts'

test.describe('errors', () => {
  // A file whose name and type claim an image, but whose content is none.
  test.use({ expectedRefusals: [415, 422] })

  test('each field shows its error, and typed text is kept @gate', async ({ page }) => {
    await openAsAdmin(page, ADD, 'Add Product')
    const add = page.getByRole('button', { name: 'Add Product' })
    // Emoji count as one character each.
    await page.getByLabel('Description').fill('🔨🔨')
    await expect(page.getByText('2 of 10 to 100 characters')).toBeVisible()
    await page.getByLabel('Description').fill('')
    await add.click()
    for (const text of ['Name', 'Price', 'Quantity', 'Minimum quantity', 'Description', 'Image']) {
      await expect(page.getByText(`${text} is required`, { exact: true })).toBeVisible()
    }
    await expect(page.getByLabel('Name')).toBeFocused()

    await fillIn(page, { ...bevel, Price: '4,99', 'Minimum quantity': '9', Description: 'Short' })
    await stockField(page).fill('0')
    await add.click()
    await expect(page.getByText('Minimun Per Price should up to $5')).toBeVisible()
    // The price is the first invalid field on the screen.
    await expect(page.getByLabel('Price')).toBeFocused()
    await expect(page.getByText('Quantity must be at least 1', { exact: true })).toBeVisible()
    await expect(page.getByText('Minimum quantity must be at least 10')).toBeVisible()
    await expect(page.getByText('Description has at least 10 characters')).toBeVisible()

    const imageField = page.getByLabel('Image', { exact: true })
    const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no image') }
    await imageField.setInputFiles(notes)
    await expect(page.getByText('notes.txt is not a JPEG, PNG, WebP or AVIF image.')).toBeVisible()
    await imageField.setInputFiles({
      name: 'x.png',
      mimeType: 'image/png',
      buffer: Buffer.alloc(5 * 1024 * 1024 + 1),
    })
    await expect(page.getByText('x.png has 5.1 MB; the maximum is 5 MB.')).toBeVisible()
    // The shop checks the content, not only the type.
    await imageField.setInputFiles({ ...notes, name: 'notes.png', mimeType: 'image/png' })
    await expect(imageField).toHaveAccessibleDescription(/The image/)
    await expect(imageField).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('Name')).toHaveValue(bevel.Name)
  })
})

test('an upload can be cancelled, and the form waits for it', async ({ page, context, browserName }) => {
  test.skip(browserName === 'firefox', 'Only Chromium can throttle the network')
  await openAsAdmin(page, ADD, 'Add Product')
  const slowLine = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 2_000 }
  const network = await context.newCDPSession(page)
  await network.send('Network.emulateNetworkConditions', slowLine)
  const imageField = page.getByLabel('Image', { exact: true })
  await imageField.setInputFiles(image('hacksaw'))
  await expect(page.getByText('Uploading the image …')).toBeVisible()
  await expect(page.getByAltText('Not uploaded yet')).toBeVisible()
  const sent = () =>
    page.getByRole('progressbar', { name: 'Sent' }).evaluate((bar: HTMLProgressElement) => bar.value)
  await expect.poll(sent).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(imageField).toBeFocused()
  await expect(page.getByRole('progressbar', { name: 'Sent' })).toHaveCount(0)

  await fillIn(page, { ...bevel, Name: 'Hacksaw, small' })
  await stockField(page).fill('30')
  await imageField.setInputFiles(image('hacksaw'))
  const add = page.getByRole('button', { name: 'Add Product' })
  await add.click()
  await expect(add).toBeDisabled()
  await expect(page.getByRole('progressbar', { name: 'Sent' })).toBeVisible()
  await network.send('Network.emulateNetworkConditions', { ...slowLine, uploadThroughput: -1 })
  await expectToast(page, 'Success Uploaded Product')
})

test('leaving with unsaved text asks for confirmation', async ({ page }) => {
  await openAsAdmin(page, ADD, 'Add Product')
  const menu = page.getByRole('navigation', { name: 'Dashboard' })
  const leave = page.getByRole('dialog', { name: 'Leave without saving?' })
  await fillIn(page, { Name: bevel.Name })
  await menu.getByRole('link', { name: 'Manage Product' }).click()
  await expect(leave).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(leave).toBeHidden()
  await expect(page.getByLabel('Name')).toHaveValue(bevel.Name)
  await menu.getByRole('link', { name: 'Manage Product' }).click()
  await leave.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage Product')
  await menu.getByRole('link', { name: 'Add Product' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add Product')
  await menu.getByRole('link', { name: 'Manage Product' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage Product')
})

test.describe('two windows', () => {
  test.use({ expectedRefusals: [404, 409] })

  test('a stale form shows the newer values and lets the admin choose', async ({ page, context }) => {
    await openAsAdmin(page, MANAGE, 'Manage Product')
    const product = 'Rubber Mallet 75 mm'
    await openEditor(page, product)
    const other = await context.newPage()
    await openEditor(other, product)
    await fillIn(other, { Price: '21', Description: 'Changed in the other window.' })
    await other.getByRole('button', { name: 'Update' }).click()
    await expectToast(other, 'Product Updated Successfully')

    await page.bringToFront()
    await fillIn(page, { Price: '22', 'Minimum quantity': '7' })
    const update = page.getByRole('button', { name: 'Update' })
    await update.click()
    await expect(page.getByRole('heading', { name: 'This product changed' })).toBeFocused()
    await expect(page.getByLabel('Description')).toHaveValue('Changed in the other window.')
    await update.click()
    await expect(page.getByText('Choose which value to keep for each field above.')).toBeVisible()
    const price = page.getByRole('group', { name: 'Price' })
    await price.getByLabel('Use theirs: $21.00').check()
    await expect(page.getByLabel('Price')).toHaveValue('21.00')
    await price.getByLabel('Keep mine: $22.00').check()
    await update.click()
    await expectToast(page, 'Product Updated Successfully')

    await page.reload()
    await expect(page.getByLabel('Price')).toHaveValue('22.00')
    await expect(page.getByLabel('Minimum quantity')).toHaveValue('7')
    await expect(page.getByLabel('Description')).toHaveValue('Changed in the other window.')
  })

  test('a sale during a stock correction is preserved', async ({ page, otherBuyer }) => {
    const product = 'F-Clamp 300 x 120 mm'
    await openAsAdmin(page, MANAGE, 'Manage Product')
    await openEditor(page, product)
    const before = Number(await stockField(page).inputValue())
    await placeOrder(otherBuyer.request, otherBuyer, product)

    await stockField(page).fill(String(before + 5000))
    await page.getByRole('button', { name: 'Update' }).click()
    const stock = page.getByRole('group', { name: 'Quantity', exact: true })
    const left = before - 12
    await stock.getByLabel(`Use theirs: ${left.toLocaleString('en-US')}`).check()
    await expect(stockField(page)).toHaveValue(String(left))
    expect((await findProduct(page.request, product)).quantity).toBe(left)
    await stockField(page).fill(String(left + 5000))
    await page.getByRole('button', { name: 'Update' }).click()
    await expectToast(page, 'Product Updated Successfully')
    expect((await findProduct(page.request, product)).quantity).toBe(left + 5000)
  })

  test('editing a deleted product shows a message', async ({ page }) => {
    await openAsDemoAdmin(page, `${MANAGE}/0198c0de-0000-7000-8000-000000000000`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('No such product')
    await page.getByRole('link', { name: 'All products' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage Product')
  })
})

test.describe('without a connection', () => {
  test.use({ expectedErrors: ['net::ERR_INTERNET_DISCONNECTED'] })

  test('typed text is preserved until the connection is back', async ({ page, context }) => {
    await openAsAdmin(page, ADD, 'Add Product')
    const imageField = page.getByLabel('Image', { exact: true })
    const file = image('hacksaw')
    await fillIn(page, { ...bevel, Name: 'Coping Saw' })
    await stockField(page).fill('30')
    await context.setOffline(true)
    await imageField.setInputFiles(file)
    await expect(page.getByText('The image failed to upload.')).toBeVisible()
    await context.setOffline(false)
    await imageField.setInputFiles(file)
    await expect(page.getByAltText('Current image')).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Add Product' }).click()
    await expectToast(page, 'Something went wrong')
    await expect(page.getByLabel('Name')).toHaveValue('Coping Saw')
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Add Product' }).click()
    await expectToast(page, 'Success Uploaded Product')
  })
})
