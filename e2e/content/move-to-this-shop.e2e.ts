import { openAsAdmin, test } from '#e2e/testing/admin-product-fixtures.ts'
import { expect, expectToast } from '#e2e/testing/fixtures.ts'

test.use({ expectedRefusals: [404, 422] })

const file = (text: string) => ({
  name: 'addresses.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
})

test('an owner brings the addresses of an earlier web site and the next order number', async ({ page }) => {
  await openAsAdmin(page, '/dashboard/redirects', 'Old addresses')
  const chooser = page.getByLabel('Choose a file')
  await chooser.setInputFiles(file('/shop/old.php?id=3,https://elsewhere.example/'))
  await expect(page.getByRole('alert')).toContainText('Row 1: elsewhere.example is another host')
  await chooser.setInputFiles(file('Old,New\n/shop/old.php?id=3,/reviews\n'))
  await expectToast(page, '1 address saved')
  await expect(page.getByRole('row', { name: '/shop/old.php?id=3 /reviews' })).toBeVisible()
  await page.goto('/Shop/old.php?id=3')
  await expect(page).toHaveURL('/reviews')

  await page.goto('/dashboard/numbers')
  await page.getByLabel('Prefix of orders').fill('acme')
  await page.getByLabel('Next order').fill('1')
  await page.getByRole('button', { name: 'Save numbers' }).click()
  await expect(page.getByText('can only be raised, from')).toBeVisible()
  await page.getByLabel('Next order').fill('70,000')
  await page.getByRole('button', { name: 'Save numbers' }).click()
  await expectToast(page, 'Numbers saved')
  await expect(page.getByLabel('Prefix of orders')).toHaveValue('ACME-')
})
