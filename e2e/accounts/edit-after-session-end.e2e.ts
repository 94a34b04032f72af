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
import { endSessionsElsewhere, logInAgain } from '#e2e/testing/end-sessions.ts'
import { demoAdmin, expect, expectToast, test } from '#e2e/testing/fixtures.ts'

// A session that ended is 401.
test.use({ expectedRefusals: [401] })
ownShopTest.use({ expectedRefusals: [401] })

const WRENCH = 'Combination Wrench 13 mm'
const placeButton = (page: Page) => page.getByRole('button', { name: /^Place, pay later/ })

/** Opens the order list with two lines that the shop has saved. */
async function openList(page: Page): Promise<void> {
  await page.goto('/order-list')
  await page.getByRole('textbox', { name: 'Paste an order' }).fill('FW-1013\t30\nFW-1250\t20')
  const saved = page.waitForResponse(
    (response) =>
      response.request().method() === 'PUT' && response.url().endsWith('/api/order-list'),
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
  await expect(
    page.getByRole('alert').filter({ hasText: 'Your session has ended.' }),
  ).toBeInViewport()
  await expect(quantity).toHaveValue('40')
  const saved = page.waitForResponse(
    (response) =>
      response.request().method() === 'PUT' &&
      response.url().endsWith('/api/order-list') &&
      response.ok(),
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
        response.request().method() === 'PUT' &&
        response.url().endsWith('/api/order-list') &&
        response.ok(),
    )
    const other = await context.newPage()
    await other.goto('/login')
    await other.getByLabel('Email').fill(signedInBuyer.email)
    await other.getByLabel('Password').fill(signedInBuyer.password)
    await other.getByRole('button', { name: 'Login' }).click()
    await expect(notice).toBeHidden()
    await saved
    await expect(quantity).toHaveValue('40')
  })
})

test('a list’s name, its new name and a pasted text stay', async ({ page, signedInBuyer }) => {
  await openList(page)
  const name = page.getByLabel('Name for this list')
  await name.fill('Van stock')
  await page.getByRole('button', { name: 'Paste an order' }).click()
  await page.getByRole('textbox', { name: 'Paste an order' }).fill('FW-2210, 10')
  await endSessionsElsewhere(page, signedInBuyer)
  await page.getByRole('button', { name: 'Save this list' }).click()
  await logInAgain(page, signedInBuyer)
  await expect(page.getByRole('textbox', { name: 'Paste an order' })).toHaveValue('FW-2210, 10')
  await expect(name).toHaveValue('Van stock')
  await page.getByRole('button', { name: 'Save this list' }).click()
  await expect(page.getByText('Van stock saved.')).toBeVisible()

  await page.getByRole('button', { name: 'Rename Van stock' }).click()
  const newName = page.getByLabel('New name of Van stock')
  await newName.fill('Truck stock')
  await endSessionsElsewhere(page, signedInBuyer)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await logInAgain(page, signedInBuyer)
  await expect(newName).toHaveValue('Truck stock')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Van stock is now Truck stock.')).toBeVisible()
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

ownShopTest(
  'a changed product and its further images are saved after the login',
  async ({ page }) => {
    await openAsAdmin(page, '/dashboard', /^Welcome/)
    const product = await addProduct(page, 'Scriber of one session')
    await openEditor(page, product.name)
    const description = page.getByLabel('Description')
    await description.fill('Hardened, ground and blued.')
    await endSessionsElsewhere(page, demoAdmin())
    await page.getByRole('button', { name: 'Update', exact: true }).click()
    await logInAgain(page, demoAdmin())
    await expect(description).toHaveValue('Hardened, ground and blued.')
    await page.getByRole('button', { name: 'Update', exact: true }).click()
    await expectToast(page, 'Product Updated Successfully')

    await page.getByLabel('Add an image').setInputFiles(image('combination-wrench-13'))
    await expect(page.getByText('Image 1', { exact: true })).toBeVisible()
    await endSessionsElsewhere(page, demoAdmin())
    await page.getByRole('button', { name: 'Update', exact: true }).click()
    await logInAgain(page, demoAdmin())
    await expect(page.getByText('Image 1', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Update', exact: true }).click()
    await expectToast(page, 'Product Updated Successfully')
  },
)

ownShopTest('categories and specifications are saved after the login', async ({ page }) => {
  await openAsAdmin(page, '/dashboard/categories', 'Categories')
  await page.getByLabel('Name').fill('Anvils of one session')
  await page.getByLabel('Parent category').selectOption({ label: 'Hand Tools' })
  await endSessionsElsewhere(page, demoAdmin())
  await page.getByRole('button', { name: 'Add category' }).click()
  await logInAgain(page, demoAdmin())
  await expect(page.getByLabel('Name')).toHaveValue('Anvils of one session')
  await expect(page.getByLabel('Parent category').locator('option:checked')).toHaveText(
    'Hand Tools',
  )
  await page.getByRole('button', { name: 'Add category' }).click()
  await expectToast(page, 'Anvils of one session was added')

  await page
    .getByRole('row', { name: /Anvils of one session/ })
    .getByRole('link', { name: 'Edit' })
    .click()
  await page.getByRole('button', { name: 'Add a specification' }).click()
  const specification = page.locator('fieldset').getByLabel('Name')
  await specification.fill('Weight')
  await endSessionsElsewhere(page, demoAdmin())
  await page.getByRole('button', { name: 'Save specifications' }).click()
  await logInAgain(page, demoAdmin())
  await expect(specification).toHaveValue('Weight')
  await page.getByRole('button', { name: 'Save specifications' }).click()
  await expectToast(page, 'The specifications were saved')
})

ownShopTest('synonyms are saved after the login, in the set that was edited', async ({ page }) => {
  await openAsAdmin(page, '/dashboard/search', 'Synonyms')
  const words = page.getByLabel('Words that mean the same')
  await words.fill('swage, combination wrench')
  await page.getByRole('button', { name: 'Add Words' }).click()
  await expectToast(page, 'Synonyms saved')
  const row = page.getByRole('row', { name: 'swage, combination wrench' })
  await row.getByRole('button', { name: 'Edit' }).click()
  await words.fill('swage, claw hammer')
  await endSessionsElsewhere(page, demoAdmin())
  await page.getByRole('button', { name: 'Save Words' }).click()
  await logInAgain(page, demoAdmin())
  await expect(words).toHaveValue('swage, claw hammer')
  await page.getByRole('button', { name: 'Save Words' }).click()
  await expect(page.getByRole('row', { name: 'swage, claw hammer' })).toBeVisible()
  await expect(row).toHaveCount(0)
})
