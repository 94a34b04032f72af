import { expect, expectToast, test } from '#e2e/testing/fixtures.ts'

test('a visitor signs in with Google on the way to a product, and comes back as the same buyer @gate', async ({
  page,
}) => {
  const signIn = async (account: string) => {
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await page.getByRole('button', { name: account }).click()
  }
  await page.goto('/purchase')
  await page.getByRole('link', { name: 'Buy Now' }).first().click()
  await expect(page).toHaveURL(/\/login\?from=/)
  await signIn('Greta Forge')

  await expect(page).toHaveURL(/\/purchase\/[0-9a-f-]+$/)
  await expectToast(page, 'Successfully Logged User')
  await expect(page.getByLabel('Email')).toHaveValue('greta@gmail.example')
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toMatch(/^ey/)
  await page.getByLabel('Address').fill('1 Anvil Street, Sheffield')
  await page.getByRole('button', { name: 'Purchase' }).click()
  await expectToast(page, 'Success Purchead')
  // The page loads its orders, which would be refused after the sign-out.
  const latest = page.getByRole('region', { name: 'Your purchases' })
  await expect(latest.getByRole('listitem').first()).toBeVisible()

  await page.getByRole('navigation', { name: 'Main' }).getByText('Sign Out').click()
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
  await page.goto('/register?from=/dashboard/orders')
  await signIn('Greta Forge')
  await expect(page).toHaveURL(/\/dashboard\/orders$/)
  await expect(page.getByText('Not Paid yet')).toHaveCount(1)
})

test('cancelling at Google leads back to the login with a message and the destination', async ({ page }) => {
  await page.goto('/login?from=/blogs')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert')).toHaveText('Sign-in with Google was cancelled.')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByRole('button', { name: 'Otto Amboss' }).click()
  await expect(page).toHaveURL(/\/blogs$/)
})
