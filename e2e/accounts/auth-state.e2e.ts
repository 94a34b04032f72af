import type { Page } from '@playwright/test'
import { expect, expectToast, logIn, test } from '#e2e/testing/fixtures.ts'

// The console messages for an unknown session and a failed request.
test.use({ expectedRefusals: [401], expectedErrors: ['net::ERR_INTERNET_DISCONNECTED'] })

/** Delays requests until `release` is called. */
async function hold(page: Page, method: string, url: string): Promise<{ release: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    if (route.request().method() === method) await promise
    await route.fallback()
  })
  return { release: () => resolve() }
}

/** A full spinner, and nothing of the layout (product 4.1). */
async function expectSpinnerAlone(page: Page): Promise<void> {
  await expect(page.getByRole('status').getByText('Loading')).toBeVisible()
  for (const part of ['banner', 'main', 'contentinfo'] as const) {
    await expect(page.getByRole(part)).toHaveCount(0)
  }
  const box = await page.locator('.full-spinner').boundingBox()
  expect(box).toMatchObject({ x: 0, y: 0, ...page.viewportSize() })
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('during a login and a sign-out, a full spinner replaces the layout @gate', async ({
  page,
  context,
  signedInBuyer,
}) => {
  await context.clearCookies()
  await page.goto('/login?from=/blogs')
  const exchange = await hold(page, 'PUT', '**/api/users/*')
  await logIn(page, signedInBuyer)
  await expectSpinnerAlone(page)
  exchange.release()
  await expect(heading(page)).toHaveText('Blogs')
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await expectToast(page, 'Successfully Logged User')

  const ending = await hold(page, 'POST', '**/api/auth/sign-out')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expectSpinnerAlone(page)
  ending.release()
  await expect(heading(page)).toHaveText('GET HIGH QUALITY TOOLS')
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
})

test('the spinner shows on the way back from Google, from the first HTML on', async ({ page }) => {
  const exchange = await hold(page, 'PUT', '**/api/users/*')
  await page.goto('/login?from=/blogs')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  const slow = await hold(page, 'GET', '**/assets/*.js')
  await page.getByRole('button', { name: 'Greta Forge' }).click()
  await expectSpinnerAlone(page)
  slow.release()
  await expectSpinnerAlone(page)
  exchange.release()
  await expect(heading(page)).toHaveText('Blogs')
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible()
})

test('the spinner also shows in another tab, which keeps typed text', async ({
  page,
  context,
  signedInBuyer,
}) => {
  await page.goto('/contact')
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await page.getByLabel('Message').fill('Do you engrave anvils?')
  const asking = await hold(page, 'GET', '**/*.data*')
  const other = await context.newPage()
  await other.goto('/dashboard')
  await expect(heading(other)).toHaveText(`Welcome, ${signedInBuyer.name}`)
  await other.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await other.getByRole('button', { name: 'Sign Out' }).click()
  await expect(other.getByRole('link', { name: 'Login' })).toBeVisible()

  await expectSpinnerAlone(page)
  asking.release()
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
  await expect(page.getByLabel('Message')).toHaveValue('Do you engrave anvils?')
})

test('a session that ended elsewhere leaves no half signed-in page', async ({
  page,
  context,
  signedInBuyer,
}) => {
  await page.goto('/dashboard')
  await expect(heading(page)).toHaveText(`Welcome, ${signedInBuyer.name}`)
  await context.clearCookies()
  await page.getByRole('link', { name: 'My Orders' }).click()
  await expect(heading(page)).toHaveText('Login')
  await expect(page.getByRole('button', { name: 'Sign Out' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
})

test('without a connection, a login and a sign-out show an error and change nothing', async ({
  page,
  context,
  signedInBuyer,
}) => {
  await page.goto('/')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await context.setOffline(false)
  await expectToast(page, 'Something went wrong')
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()

  await context.clearCookies()
  await page.goto('/login')
  await page.getByLabel('Email').fill(signedInBuyer.email)
  await page.getByLabel('Password').fill(signedInBuyer.password)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Something went wrong')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Login' }).click()
  await expectToast(page, 'Successfully Logged User')
})
