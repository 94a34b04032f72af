import { confirmEmail } from '#e2e/testing/api-helpers.ts'
import { expect, logInAsAdmin, test } from '#e2e/testing/fixtures.ts'
import { dashboardMenus } from '#e2e/testing/pages.ts'
import { testAlone } from '#e2e/testing/test-alone.ts'

test('the login and registration pages show the signed-in user, with links to continue and to sign out', async ({
  page,
  signedInBuyer,
}) => {
  const main = page.getByRole('main')
  await page.goto('/register')
  await expect(main).toContainText(`You are signed in as Jane Buyer (${signedInBuyer.email}).`)
  await expect(main.getByLabel('Password')).toHaveCount(0)
  await page.goto('/login')
  await expect(main).toContainText(`You are signed in as Jane Buyer (${signedInBuyer.email}).`)
  await expect(main).not.toContainText('This page is for admins.')
  await main.getByRole('link', { name: 'Go to my dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Jane Buyer')

  await page.goto('/login?from=/blogs')
  await main.getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/blogs')

  await page.goto('/login')
  await main.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
})

test('a buyer on an admin page sees the reason @gate', async ({ page, signedInBuyer }) => {
  await page.goto('/dashboard/manage-users')
  await expect(page).toHaveURL('/login')
  const main = page.getByRole('main')
  await expect(main).toContainText(
    `You are signed in as Jane Buyer (${signedInBuyer.email}). This page is for admins.`,
  )
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  await main.getByRole('link', { name: 'Go to my dashboard' }).click()
  await page.getByRole('link', { name: 'My Orders' }).click()
  await expect(page.getByText('You have no orders yet.')).toBeVisible()
  // The reason belongs to that one page.
  await page.goBack()
  await page.goBack()
  await expect(main).toContainText('You are signed in as')
  await expect(main).not.toContainText('This page is for admins.')
})

// In a shop of its own: another test tries to delete the last admin, which must be refused.
testAlone(
  'the menu follows a changed role at the next navigation',
  async ({ page, browser, signedInBuyer }) => {
    await confirmEmail(page.request, signedInBuyer.email)
    await page.goto('/dashboard/orders')
    const menu = page.getByRole('navigation', { name: 'Dashboard' })
    await expect(menu.getByRole('link')).toHaveText(dashboardMenus.buyer)

    const owner = await (await browser.newContext()).newPage()
    await logInAsAdmin(owner, `/dashboard/manage-users?search=${signedInBuyer.email}`)
    const row = owner.getByRole('row').filter({ hasText: signedInBuyer.email })
    await row.getByRole('button', { name: 'Make as Admin' }).click()
    await owner.getByRole('dialog').getByRole('button', { name: 'Make admin' }).click()
    await expect(row.getByRole('button', { name: 'Admin', exact: true })).toBeDisabled()
    await menu.getByRole('link', { name: 'My Profile' }).click()
    await expect(menu.getByRole('link', { name: 'Manage Orders' })).toBeVisible()
    await expect(menu.getByRole('link', { name: 'My Orders' })).toHaveCount(0)

    await row.getByRole('button', { name: 'Demote' }).click()
    await owner.getByRole('dialog').getByRole('button', { name: 'Remove admin' }).click()
    await expect(row.getByRole('button', { name: 'Make as Admin' })).toBeVisible()
    await menu.getByRole('link', { name: 'Manage Orders' }).click()
    await expect(page.getByRole('main')).toContainText('This page is for admins.')
    await page.getByRole('link', { name: 'Go to my dashboard' }).click()
    await expect(menu.getByRole('link')).toHaveText(dashboardMenus.buyer)
    await owner.context().close()
  },
)
