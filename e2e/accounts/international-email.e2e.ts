import { expect, expectToast, logIn, test } from '#e2e/testing/fixtures.ts'

test('an international e-mail registers, is shown as typed, and gets its mail', async ({
  page,
  newBuyer,
  register,
}) => {
  const email = `müller-${crypto.randomUUID().slice(0, 8)}@exämple.de`
  await page.goto('/register?from=/dashboard/profile')
  await register({ ...newBuyer, email })
  await expectToast(page, 'Successfully Logged User')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.goto('/login')
  await expect(page.getByRole('main')).toContainText(`(${email})`)
  await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await logIn(page, { ...newBuyer, email: email.toUpperCase() })
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign Out' })).toBeVisible()
  await expect
    .poll(async () => (await page.request.get('/simulators/mail')).text())
    .toContain(email)
})

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
