import { expectAccessible } from '#e2e/testing/accessibility.ts'
import { confirmEmail } from '#e2e/testing/api-helpers.ts'
import { expect, expectToast, logInAsAdmin, test } from '#e2e/testing/fixtures.ts'

test.use({ expectedRefusals: [422] })

test('an admin exempts a buyer from tax, and the form needs the certificate @gate', async ({
  page,
  browser,
  newBuyer,
}) => {
  const theirs = await browser.newPage()
  await theirs.goto('/register')
  await theirs.getByLabel('Name').fill(newBuyer.name)
  await theirs.getByLabel('Email').fill(newBuyer.email)
  await theirs.getByLabel('Password').fill(newBuyer.password)
  await theirs.getByRole('button', { name: 'Register' }).click()
  await expect(theirs.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  await confirmEmail(theirs.request, newBuyer.email)
  await theirs.close()

  await page.bringToFront()
  await logInAsAdmin(page, `/dashboard/manage-users?search=${encodeURIComponent(newBuyer.email)}`)
  await page.getByRole('main').getByRole('link', { name: newBuyer.name }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the tax' })
  const change = page.getByRole('button', { name: 'Change tax' })
  await change.click()
  await expect(dialog).toContainText(`Jane Buyer (${newBuyer.email})`)
  const treatment = dialog.getByLabel('Treatment')
  await expect(treatment).toHaveValue('standard')
  await treatment.selectOption('exempt')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('The number is required')
  await expectAccessible(page)
  await dialog.getByLabel('Certificate number').fill('EX-42')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'The tax is changed')

  await change.click()
  await expect(treatment).toHaveValue('exempt')
  await expect(dialog.getByLabel('Certificate number')).toHaveValue('EX-42')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
})
