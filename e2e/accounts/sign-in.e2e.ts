import type { Page } from '@playwright/test'
import { expect, expectToast, logIn, test } from '#e2e/testing/fixtures.ts'

// A refused login is 401, an invalid one 422, one over the limit 429; an expired token is 401 once
// and is then renewed.
test.use({ expectedRefusals: [401, 422, 429] })

test('a refused login and registration say why, in the form @gate', async ({ page, newBuyer, register }) => {
  await page.goto('/login')
  await logIn(page, newBuyer)
  await expect(page.getByText('User is not Found, Please create new account')).toBeVisible()
  await page.getByLabel('Password').fill('short')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Min length is 6')).toBeVisible()

  await page.goto('/register')
  await register({ ...newBuyer, name: 'Jo' })
  await expect(page.getByText('Minimun length is 6')).toBeVisible()
  await register({ ...newBuyer, name: 'Josephine of the Forge' })
  await expect(page.getByText('Maximun Length is 19')).toBeVisible()
  await register(newBuyer)
  await expectToast(page, 'Successfully Logged User')

  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
  await page.goto('/register')
  await register(newBuyer)
  await expect(page.getByText('Email alreay exits, please login')).toBeVisible()
  await page.goto('/login')
  await logIn(page, { ...newBuyer, password: 'wrong horse' })
  await expect(page.getByText('Password is not Match')).toBeVisible()
  await page.getByLabel('Password').fill(newBuyer.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expectToast(page, 'Successfully Logged User')
})

test('a demo offers its logins, which fill the form in', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Fill in the demo admin' })).toBeVisible()
  await page.getByRole('button', { name: 'Fill in the demo buyer' }).click()
  await expect(page.getByLabel('Email')).toHaveValue('buyer@forgewell.example')
  await page.getByRole('button', { name: 'Login' }).click()
  await expectToast(page, 'Successfully Logged User')
})

test('an expired token is renewed silently @gate', async ({ page, newBuyer, register }) => {
  await page.goto('/register?from=/dashboard')
  await register(newBuyer)
  await expect(page.getByRole('heading', { name: /Welcome/ })).toBeVisible()
  const first = await storedToken(page)
  expect(first).toBeTruthy()

  await page.evaluate(() => localStorage.setItem('accessToken', 'one that ran out'))
  await page.getByRole('link', { name: 'My Orders' }).click()
  await expect(page.getByText('You have no orders yet.')).toBeVisible()
  expect(await storedToken(page)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
})

test('signing out discards the token @gate', async ({ page, newBuyer, register }) => {
  await page.goto('/register')
  await register(newBuyer)
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
  expect(await storedToken(page)).toBeNull()
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/login\?from=%2Fdashboard/)
})

test('signing out in one tab signs out the other', async ({ page, context, newBuyer, register }) => {
  await page.goto('/register?from=/dashboard')
  await register(newBuyer)
  await expect(page.getByRole('heading', { name: /Welcome/ })).toBeVisible()
  const other = await context.newPage()
  await other.goto('/dashboard')
  await expect(other.getByRole('heading', { name: /Welcome/ })).toBeVisible()
  await expect(other.locator('html[data-hydrated]')).toBeAttached()

  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
  await expect(other).toHaveURL(/\/login\?from=%2Fdashboard/)
})

function storedToken(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('accessToken'))
}
