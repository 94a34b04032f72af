import type { Page } from '@playwright/test'
import { expectAccessible } from '#e2e/testing/accessibility.ts'
import {
  ADD,
  addProduct,
  allProducts,
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
import { expect, expectToast, openAsDemoAdmin } from '#e2e/testing/fixtures.ts'

const CATEGORIES = '/dashboard/categories'

// Slow: image processing and axe runs.
test.setTimeout(90_000)

const categoryRow = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })

/** Adds a category by the form, as a person does. */
async function addCategory(page: Page, name: string, below: string): Promise<void> {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Parent category').selectOption({ label: below })
  await page.getByRole('button', { name: 'Add category' }).click()
  await expect(categoryRow(page, name)).toBeVisible()
}

test('a product is described by the specifications of its category @gate', async ({ page }) => {
  await openAsAdmin(page, ADD, 'Add Product')
  await page.getByLabel('Image', { exact: true }).setInputFiles(image('combination-wrench-13'))
  await fillIn(page, { ...bevel, Name: 'Flare Nut Wrench 11 mm' })
  await stockField(page).fill('60')
  await page.getByLabel('Category').selectOption({ label: 'Wrenches' })
  const jawWidth = page.getByLabel('Jaw width, mm', { exact: true })
  await jawWidth.fill('11,5')
  await fillIn(page, { 'Length, mm': 'long', Standard: 'DIN 3118' })
  await page.getByLabel('Finish').selectOption('black oxide')
  await page.getByRole('button', { name: 'Add Product' }).click()
  const length = page.getByLabel('Length, mm')
  await expect(page.getByText('Length must be a number')).toBeVisible()
  await expect(length).toBeFocused()
  await length.fill('160')
  // Switching to another category and back keeps the typed values.
  await page.getByLabel('Category').selectOption({ label: 'Hammers' })
  await expect(jawWidth).toHaveCount(0)
  await page.getByLabel('Category').selectOption({ label: 'Wrenches' })
  await expect(jawWidth).toHaveValue('11.5')
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expectToast(page, 'Success Uploaded Product')

  await openEditor(page, 'Flare Nut Wrench 11 mm')
  await expect(page.getByLabel('Finish')).toHaveValue('black oxide')
  await expectAccessible(page)
  await page.getByLabel('Standard').fill('ISO 11529')
  await page.getByLabel('Finish').selectOption({ label: 'Not specified' })
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expectToast(page, 'Product Updated Successfully')
  const product = (await allProducts(page.request)).find(({ name }) => name.startsWith('Flare'))
  expect(product).toMatchObject({
    category: 'wrenches',
    specifications: { 'jaw-width': 11.5, length: 160, standard: 'ISO 11529' },
  })
})

test('the owner builds a category, orders it by keyboard, and describes it', async ({ page }) => {
  await openAsAdmin(page, MANAGE, 'Manage Product')
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Categories' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Categories')
  await addCategory(page, 'Anvils', 'Hand Tools')
  await expectAccessible(page)

  const names = () => page.getByRole('rowheader').allTextContents()
  const before = await names()
  const up = page.getByRole('button', { name: 'Move Anvils up' })
  await up.focus()
  await page.keyboard.press('Enter')
  await expect.poll(names).not.toEqual(before)
  await expect(up).toBeFocused()
  expect((await names()).indexOf('Anvils')).toBe(before.indexOf('Anvils') - 1)

  await categoryRow(page, 'Anvils').getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anvils')
  const add = page.getByRole('button', { name: 'Add a specification' })
  await add.click()
  const first = page.getByRole('group', { name: 'Specification 1' })
  await expect(first.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Weight')
  const weight = page.getByRole('group', { name: 'Weight' })
  await weight.getByLabel('Unit').fill('kg')
  await add.click()
  await page.keyboard.type('Horn')
  const horn = page.getByRole('group', { name: 'Horn' })
  await horn.getByLabel('Kind').selectOption('choice')
  await page.getByRole('button', { name: 'Save specifications' }).click()
  await expect(page.getByText('Add at least one choice')).toBeVisible()
  await expect(horn.getByLabel('Choices')).toBeFocused()
  await horn.getByLabel('Choices').fill('one\ntwo\n')
  await page.getByRole('button', { name: 'Move Horn up' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Move Horn up' })).toBeFocused()
  await page.getByRole('button', { name: 'Save specifications' }).click()
  await expectToast(page, 'The specifications were saved')
  await expectAccessible(page)
  const categories = await (await page.request.get('/api/categories')).json()
  const saved = categories.find(({ slug }: { slug: string }) => slug === 'anvils')
  expect(saved.specifications).toMatchObject([
    { key: 'horn', kind: 'choice', choices: ['one', 'two'] },
    { key: 'weight', kind: 'number', unit: 'kg' },
  ])
})

test.describe('changes that affect products', () => {
  // The removal is refused first, with the number of products.
  test.use({ expectedRefusals: [409] })

  test('a removed specification and a deleted category say what happens to products', async ({ page }) => {
    await openAsDemoAdmin(page, CATEGORIES)
    await addCategory(page, 'Scribers', 'Measuring and Clamping')
    await categoryRow(page, 'Scribers').getByRole('link', { name: 'Edit' }).click()
    await page.getByRole('button', { name: 'Add a specification' }).click()
    await page.keyboard.type('Tip')
    await page.getByRole('group', { name: 'Tip' }).getByLabel('Kind').selectOption('text')
    await page.getByRole('button', { name: 'Save specifications' }).click()
    await expectToast(page, 'The specifications were saved')

    for (const name of ['Scribing Needle One', 'Scribing Needle Two']) await addProduct(page, name)
    await page.goto(`${MANAGE}?search=Scribing%20Needle`)
    await page.getByLabel('Select Scribing Needle One').check()
    await expect(page.getByText('1 product selected')).toBeVisible()
    await page.getByLabel('Select all on this page').check()
    await page.getByLabel('New value: Category').selectOption('Measuring and Clamping > Scribers')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByRole('button', { name: 'Apply 2 rows' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText('Applied', { exact: false }).first()).toBeVisible()
    await page.goto(`${MANAGE}?search=Scribing%20Needle`)
    await expect(await rowOf(page, 'Scribing Needle Two')).toContainText('Scribers')

    await openEditor(page, 'Scribing Needle One')
    await page.getByLabel('Tip').fill('carbide')
    await page.getByRole('button', { name: 'Update', exact: true }).click()
    await expectToast(page, 'Product Updated Successfully')

    await page.goto(`${CATEGORIES}/scribers`)
    await page.getByRole('button', { name: 'Remove Tip' }).click()
    await page.getByRole('button', { name: 'Save specifications' }).click()
    const warning = page.getByRole('dialog')
    await expect(warning).toContainText('1 product would lose a value')
    await warning.getByRole('button', { name: 'Save and remove' }).click()
    await expectToast(page, 'The specifications were saved')

    await page.getByRole('link', { name: 'Back to all categories' }).click()
    await categoryRow(page, 'Scribers').getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Where do its 2 products go?').selectOption({ label: 'Measuring' })
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Delete category' }).click()
    await expectToast(page, 'Successfully Deleted')
    await expect(categoryRow(page, 'Scribers')).toHaveCount(0)
    const products = await allProducts(page.request)
    const scribers = products.filter(({ name }) => name.startsWith('Scribing Needle'))
    for (const product of scribers) expect(product).toMatchObject({ category: 'measuring' })
  })
})
