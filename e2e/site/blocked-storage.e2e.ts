import { expect, expectToast, test } from '#e2e/testing/fixtures.ts'

test('logging in and out works when the browser blocks all storage', async ({ page, newBuyer, register }) => {
  await page.addInitScript(() => {
    for (const storage of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, storage, {
        configurable: true,
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
    }
  })
  await page.goto('/register?from=/dashboard')
  await register(newBuyer)
  await expectToast(page, 'Successfully Logged User')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Jane Buyer')
  await page.getByRole('link', { name: 'My Orders' }).click()
  await expect(page.getByText('You have no orders yet.')).toBeVisible()
  await page.getByRole('link', { name: 'My Profile' }).click()
  await page.getByLabel('City').fill('Malmö')
  await page.getByRole('button', { name: 'Update' }).click()
  await expectToast(page, 'User Updated Successfully')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
})
