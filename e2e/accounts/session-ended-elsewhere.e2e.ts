import type { Locator } from '@playwright/test'
import { findProduct, signUp } from '#e2e/testing/api-helpers.ts'
import { endSessionsElsewhere, logInAgain } from '#e2e/testing/end-sessions.ts'
import { demoAdmin, expect, expectToast, logIn, logInAsAdmin, test } from '#e2e/testing/fixtures.ts'

// A session that ended is 401.
test.use({ expectedRefusals: [401] })

test('a purchase goes on after the login @gate', async ({ page, signedInBuyer }) => {
  const product = await findProduct(page.request)
  const quantity = String(product.minQuantity + 1)
  await page.goto(`/purchase/${product._id}`)
  await page.getByLabel('Address').fill('1 Anvil Street, Sheffield')
  await page.getByLabel('Quantity').fill(quantity)
  await endSessionsElsewhere(page, signedInBuyer)
  await page.getByRole('button', { name: 'Purchase', exact: true }).click()
  await logInAgain(page, signedInBuyer)
  await expect(page).toHaveURL(`/purchase/${product._id}`)
  await expect(page.getByLabel('Address')).toHaveValue('1 Anvil Street, Sheffield')
  await expect(page.getByLabel('Quantity')).toHaveValue(quantity)
  await page.getByRole('button', { name: 'Purchase', exact: true }).click()
  await expectToast(page, 'Success Purchead')
  // The next form starts empty.
  await page.goto(`/purchase/${product._id}`)
  await expect(page.getByLabel('Quantity')).toHaveValue(String(product.minQuantity))
})

test('a review keeps its text after the session ended', async ({ page, signedInBuyer }) => {
  await page.goto('/dashboard/review')
  await page.getByRole('radio', { name: '4 stars' }).press('Space')
  const review = page.getByLabel('Review', { exact: true })
  await review.fill('Sixty files, and every one of them cuts.')
  await endSessionsElsewhere(page, signedInBuyer)
  await page.getByRole('button', { name: 'Add Review' }).click()
  // The notice of the failure does not cover the way back to the login.
  const failure = page.getByText('Failed to Add Review, Please Check the Internet')
  const loginAgain = page.getByRole('link', { name: 'Log in again' })
  await expect(failure).toBeVisible()
  await expect(loginAgain).toBeVisible()
  const bottomOf = async (link: Locator) => {
    const { y = 0, height = 0 } = (await link.boundingBox()) ?? {}
    return y + height
  }
  await expect
    .poll(async () => ((await failure.boundingBox())?.y ?? 0) - (await bottomOf(loginAgain)))
    .toBeGreaterThan(0)
  await logInAgain(page, signedInBuyer)
  await expect(review).toHaveValue('Sixty files, and every one of them cuts.')
  await expect(page.getByRole('radio', { name: '4 stars' })).toBeChecked()
  await page.getByRole('button', { name: 'Add Review' }).click()
  await expectToast(page, 'Review Added')
})

test('a sign-out in another tab keeps the typed text for the same user only', async ({
  page,
  context,
  signedInBuyer,
  browser,
}) => {
  await page.goto('/dashboard/profile')
  await page.getByLabel('City').fill('Malmö')
  const other = await context.newPage()
  await other.goto('/')
  await other.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await other.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(/\/login\?from=/)

  const otherBuyer = { ...signedInBuyer, name: 'Otto Other', email: `x-${signedInBuyer.email}` }
  const theirs = await browser.newContext()
  await signUp(theirs.request, otherBuyer)
  await theirs.close()
  await logIn(page, otherBuyer)
  await expect(page.getByLabel('Email')).toHaveValue(otherBuyer.email)
  await expect(page.getByLabel('City')).toHaveValue('')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.getByRole('link', { name: 'Login' }).click()
  await page.goto('/login?from=/dashboard/profile')
  await logIn(page, signedInBuyer)
  await expect(page.getByLabel('City')).toHaveValue('Malmö')
})

test('no secret is stored in the browser', async ({ page, newBuyer, register }) => {
  await page.goto('/register')
  await register(newBuyer)
  await expectToast(page, 'Successfully Logged User')
  const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
  expect(stored).not.toContain(newBuyer.password)
})

test('a page whose session ends while it loads leads to the login and back', async ({
  page,
  signedInBuyer,
}) => {
  await page.goto('/')
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  // The page has checked the session already when it asks for the profile.
  await page.route('**/api/users/*', async (route) => {
    if (route.request().method() === 'GET') await ended
    await route.fallback()
  })
  const asked = page.waitForRequest(
    (request) => request.method() === 'GET' && request.url().includes('/api/users/'),
  )
  await page.goto('/dashboard/profile')
  await asked
  await endSessionsElsewhere(page, signedInBuyer)
  resolve()
  await logIn(page, signedInBuyer)
  await expect(page).toHaveURL('/dashboard/profile')
  await expect(page.getByLabel('Name')).toHaveValue(signedInBuyer.name)
})

test('the list of products stays and says that the session has ended', async ({ page }) => {
  await logInAsAdmin(page, '/dashboard/manage-products')
  const price = page.getByRole('textbox', { name: /^Price of/ }).first()
  await price.fill('77.70')
  await endSessionsElsewhere(page, demoAdmin())
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await expect(page.getByText('Your session has ended.')).toBeVisible()
  await expect(price).toHaveValue('77.70')
  await expect(page).toHaveURL(/\/dashboard\/manage-products/)
})
