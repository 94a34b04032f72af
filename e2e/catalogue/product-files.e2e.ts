import { expectAccessible } from '#e2e/testing/accessibility.ts'
import {
  ADD,
  addProduct,
  bevel,
  fillIn,
  image,
  MANAGE,
  openAsAdmin,
  openEditor,
  stockField,
  test,
} from '#e2e/testing/admin-product-fixtures.ts'
import { expect, expectToast, openAsDemoAdmin } from '#e2e/testing/fixtures.ts'
import { pdf } from '#server/testing/documents.ts'

// Slow: image processing and axe runs.
test.setTimeout(90_000)

test('further images and documents are added, ordered and removed @gate', async ({ page }) => {
  await openAsDemoAdmin(page, MANAGE)
  const { _id: id } = await addProduct(page, 'Documented Scriber')
  await openEditor(page, 'Documented Scriber')
  const editor = page.getByRole('region', { name: 'Further images and documents' })
  const imageInput = editor.getByLabel('Add an image')
  const images = editor.getByRole('list', { name: 'Further images' }).getByRole('listitem')
  await imageInput.setInputFiles(image('try-square'))
  await expect(images).toHaveCount(1)
  await imageInput.setInputFiles(image('steel-rule'))
  await expect(images).toHaveCount(2)
  const sources = () =>
    images.locator('img').evaluateAll((all: HTMLImageElement[]) => all.map(({ src }) => src))
  const [first, second] = await sources()
  await editor.getByRole('button', { name: 'Move image 2 up' }).press('Enter')
  await expect.poll(sources).toEqual([second, first])

  const document = editor.getByLabel('Add a document')
  await document.setInputFiles({ ...image('try-square'), name: 'photo.webp' })
  await expect(editor.getByText('photo.webp is not a PDF file.')).toBeVisible()
  const buffer = Buffer.from(await pdf('Data sheet'))
  await document.setInputFiles({ name: 'Sheet.pdf', mimeType: 'application/pdf', buffer })
  const title = editor.getByLabel('Title of document 1')
  await expect(title).toHaveValue('Sheet')
  await title.fill('')
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(title).toHaveAccessibleDescription('Title is required')
  await expect(title).toBeFocused()
  await title.fill('Data sheet')
  await expect(page.getByText('Unsaved changes')).toBeInViewport()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expectToast(page, 'Product Updated Successfully')
  const details = await (await page.request.get(`/api/products/details/${id}`)).json()
  expect(details.images).toHaveLength(2)
  expect(details.documents).toMatchObject([{ title: 'Data sheet' }])
  const served = await page.request.get(details.documents[0].url)
  expect(served.headers()['content-disposition']).toBe('attachment')

  await editor.getByRole('button', { name: 'Remove image 1' }).click()
  await editor.getByRole('button', { name: 'Remove document 1' }).click()
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expectToast(page, 'Product Updated Successfully')
  await expect(page.getByText('Unsaved changes')).toBeHidden()
  await page.reload()
  await expect(images).toHaveCount(1)

  // One button drops all changes of the form.
  const price = page.getByLabel('Price')
  const before = await price.inputValue()
  await price.fill('99.00')
  await editor.getByRole('button', { name: 'Remove image 1' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(images).toHaveCount(1)
  await expect(price).toHaveValue(before)
  await expect(page.getByText('Unsaved changes')).toBeHidden()
})

test('a product is added with its images and documents', async ({ page }) => {
  await openAsAdmin(page, ADD, 'Add Product')
  const files = page.getByRole('region', { name: 'Further images and documents' })
  await fillIn(page, { ...bevel, Name: 'Bevel with a data sheet' })
  await stockField(page).fill('40')
  await page.getByLabel('Image', { exact: true }).setInputFiles(image('try-square'))
  await files.getByLabel('Add an image').setInputFiles(image('steel-rule'))
  const buffer = Buffer.from(await pdf('Data sheet'))
  const sheet = { name: 'Sheet.pdf', mimeType: 'application/pdf', buffer }
  await files.getByLabel('Add a document').setInputFiles(sheet)
  // Waits for the uploads.
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expectToast(page, 'Success Uploaded Product')
  await expect(files.getByRole('listitem')).toHaveCount(0)
  await page.getByRole('alert').getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Update Bevel with a data sheet')
  await expect(files.getByRole('list', { name: 'Further images' })).toBeVisible()
  await expect(files.getByLabel('Title of document 1')).toHaveValue('Sheet')
})
