import { expect, expectToast, test } from '#e2e/testing/fixtures.ts'

test('forms name the letters that documents can’t show', async ({ page, signedInBuyer: _ }) => {
  await page.goto('/dashboard/profile')
  const company = page.getByLabel('Company (optional)')
  await company.fill('株式会社')
  await expect(company).toHaveAccessibleDescription(
    'Invoices and other documents can’t show \u2068株 式 会 社\u2069. Please add Latin letters beside them.',
  )
  await page.getByLabel('Name').fill('Zoë Ζωή Зоя')
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription('')
  // A note, not a refusal.
  await page.getByRole('button', { name: 'Update' }).click()
  await expectToast(page, 'User Updated Successfully')
})
