import type { Page } from '@playwright/test'
import {
  ADD,
  addProduct,
  bevel,
  fillIn,
  image,
  openAsAdmin,
  openEditor,
  test as ownShopTest,
} from '#e2e/testing/admin-product-fixtures.ts'
import { endSessionsElsewhere, logInAgain, sendAfterSessionEnd } from '#e2e/testing/end-sessions.ts'
import { demoAdmin, expect, expectToast, logIn, test } from '#e2e/testing/fixtures.ts'

// A session that ended is 401.
test.use({ expectedRefusals: [401] })
ownShopTest.use({ expectedRefusals: [401] })

const WRENCH = 'Combination Wrench 13 mm'
const placeButton = (page: Page) => page.getByRole('button', { name: /^Place order, pay within/ })

/** Opens the order list with two lines that the shop has saved. */
async function openList(page: Page): Promise<void> {
  await page.goto('/order-list')
  await page.getByRole('textbox', { name: 'Paste an order' }).fill('FW-1013\t30\nFW-1250\t20')
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().endsWith('/api/order-list'),
  )
  await page.getByRole('button', { name: 'Add to the list' }).click()
  expect((await saved).ok()).toBe(true)
  await expect(page.getByText(/^2 lines · /)).toBeVisible()
}

test('an order list keeps its lines and its form, and is placed after the login @gate', async ({
  page,
  signedInBuyer,
}) => {
  await openList(page)
  await page.getByLabel('Address').fill('1 Anvil Street')
  await page.getByLabel('PO number (optional)').fill('PO-77')
  await endSessionsElsewhere(page, signedInBuyer)
  await placeButton(page).click()
  await expect(page.getByText(/^2 lines · /)).toBeVisible()
  await expect(page.getByLabel('PO number (optional)')).toHaveValue('PO-77')
  await logInAgain(page, signedInBuyer)
  await expect(page.getByText(/^2 lines · /)).toBeVisible()
  await expect(page.getByLabel('Address')).toHaveValue('1 Anvil Street')
  await expect(page.getByLabel('PO number (optional)')).toHaveValue('PO-77')
  await placeButton(page).click()
  await expect(page.getByRole('heading', { name: /^Order FW-\d+ placed$/ })).toBeVisible()
})

test('a quantity that was changed after the session ended is saved after the login', async ({
  page,
  browser,
  baseURL,
  signedInBuyer,
}) => {
  await openList(page)
  await endSessionsElsewhere(page, signedInBuyer)
  const quantity = page.getByLabel(`Quantity of ${WRENCH}`)
  await quantity.fill('40')
  await quantity.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Your session has ended.' })).toBeInViewport()
  await expect(quantity).toHaveValue('40')
  const saved = page.waitForResponse(
    (response) =>
      response.request().method() === 'PUT' && response.url().endsWith('/api/order-list') && response.ok(),
  )
  await logInAgain(page, signedInBuyer)
  await expect(quantity).toHaveValue('40')
  await saved
  const phone = await browser.newContext({
    baseURL,
    storageState: { ...(await page.context().storageState()), origins: [] },
  })
  const other = await phone.newPage()
  await other.goto('/order-list')
  await expect(other.getByLabel(`Quantity of ${WRENCH}`)).toHaveValue('40')
  await phone.close()
})

test.describe('in two tabs', () => {
  // Both tabs save the list; the later one reads the newer version and saves again.
  test.use({ expectedRefusals: [401, 409] })

  test('a login in another tab ends the notice and saves the list', async ({
    page,
    context,
    signedInBuyer,
  }) => {
    await openList(page)
    await endSessionsElsewhere(page, signedInBuyer)
    const quantity = page.getByLabel(`Quantity of ${WRENCH}`)
    await quantity.fill('40')
    await quantity.press('Enter')
    const notice = page.getByRole('alert').filter({ hasText: 'Your session has ended.' })
    await expect(notice).toBeVisible()
    // Whichever tab is first.
    const saved = context.waitForEvent(
      'response',
      (response) =>
        response.request().method() === 'PUT' && response.url().endsWith('/api/order-list') && response.ok(),
    )
    const other = await context.newPage()
    await other.goto('/login')
    await logIn(other, signedInBuyer)
    await expect(notice).toBeHidden()
    await saved
    await expect(quantity).toHaveValue('40')
  })
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a list’s name, its new name and a pasted text stay', async ({ page, signedInBuyer }) => {
  await openList(page)
  await button(page, 'Paste an order').click()
  await sendAfterSessionEnd(page, signedInBuyer, {
    fields: [
      [page.getByRole('textbox', { name: 'Paste an order' }), 'FW-2210, 10'],
      [page.getByLabel('Name for this list'), 'Van stock'],
    ],
    send: button(page, 'Save this list'),
    done: 'Van stock saved.',
  })
  await button(page, 'Rename Van stock').click()
  await sendAfterSessionEnd(page, signedInBuyer, {
    fields: [[page.getByLabel('New name of Van stock'), 'Truck stock']],
    send: button(page, 'Save'),
    done: 'Van stock is now Truck stock.',
  })
})

ownShopTest('a new product keeps its fields', async ({ page }) => {
  await openAsAdmin(page, ADD, 'Add Product')
  await fillIn(page, bevel)
  await endSessionsElsewhere(page, demoAdmin())
  await page.getByLabel('Image', { exact: true }).setInputFiles({
    name: 'bevel.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no image'),
  })
  await logInAgain(page, demoAdmin())
  for (const [label, value] of Object.entries(bevel)) {
    await expect(page.getByLabel(label)).toHaveValue(value)
  }
})

ownShopTest('a changed product and its further images are saved', async ({ page }) => {
  await openAsAdmin(page, '/dashboard', /^Welcome/)
  const product = await addProduct(page, 'Scriber of one session')
  await openEditor(page, product.name)
  const update = { send: button(page, 'Update'), done: 'Product Updated Successfully' }
  await sendAfterSessionEnd(page, demoAdmin(), {
    fields: [[page.getByLabel('Description'), 'Hardened, ground and blued.']],
    ...update,
  })
  await page.getByLabel('Add an image').setInputFiles(image('combination-wrench-13'))
  const added = page.getByText('Image 1', { exact: true })
  await expect(added).toBeVisible()
  await sendAfterSessionEnd(page, demoAdmin(), { fields: [], ...update })
  await expect(added).toBeVisible()
})

ownShopTest('categories and specifications are saved', async ({ page }) => {
  await openAsAdmin(page, '/dashboard/categories', 'Categories')
  await sendAfterSessionEnd(page, demoAdmin(), {
    fields: [
      [page.getByLabel('Name'), 'Anvils of one session'],
      [page.getByLabel('Parent category'), 'hand-tools'],
    ],
    send: button(page, 'Add category'),
    done: 'Anvils of one session was added',
  })
  const row = page.getByRole('row', { name: /Anvils of one session/ })
  await row.getByRole('link', { name: 'Edit' }).click()
  await button(page, 'Add a specification').click()
  await sendAfterSessionEnd(page, demoAdmin(), {
    fields: [[page.locator('fieldset').getByLabel('Name'), 'Weight']],
    send: button(page, 'Save specifications'),
    done: 'The specifications were saved',
  })
})

ownShopTest('synonyms are saved in the set that was edited', async ({ page }) => {
  await openAsAdmin(page, '/dashboard/search', 'Synonyms')
  const words = page.getByLabel('Words that mean the same')
  await words.fill('swage, combination wrench')
  await button(page, 'Add Words').click()
  await expectToast(page, 'Synonyms saved')
  const row = page.getByRole('row', { name: 'swage, combination wrench' })
  await row.getByRole('button', { name: 'Edit' }).click()
  await sendAfterSessionEnd(page, demoAdmin(), {
    fields: [[words, 'swage, claw hammer']],
    send: button(page, 'Save Words'),
    done: 'swage, claw hammer',
  })
  await expect(row).toHaveCount(0)
})
