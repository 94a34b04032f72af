import { expectAccessible } from '#e2e/testing/accessibility.ts'
import { confirmEmail } from '#e2e/testing/api-helpers.ts'
import { expect, expectToast, logInAsAdmin, test } from '#e2e/testing/fixtures.ts'
import { dashboardMenus } from '#e2e/testing/pages.ts'
import { testAlone } from '#e2e/testing/test-alone.ts'

// axe takes many seconds on a busy machine.
test.setTimeout(90_000)

test('a user edits the profile, and the header’s name follows @gate', async ({
  page,
  newBuyer,
  register,
}) => {
  await page.goto('/register?from=/dashboard')
  await register(newBuyer)
  await expect(page.getByRole('heading', { name: 'Welcome, Jane Buyer' })).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Dashboard' })
  await expect(menu.getByRole('link')).toHaveText(dashboardMenus.buyer)
  await page.getByRole('link', { name: 'your profile' }).click()

  await expect(page.getByLabel('Email')).toHaveValue(newBuyer.email)
  await expect(page.getByLabel('Email')).not.toBeEditable()
  await page.getByLabel('Name').fill('Jane the Smith')
  await page.getByLabel('Phone').fill('+46 40 123')
  await page.getByLabel('Country').selectOption('Sweden')
  await page.getByLabel('City').fill('Malmö')
  await page.getByLabel('Address').fill('1 Anvil Street')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Update' }).click()
  await expectToast(page, 'User Updated Successfully')
  await expect(page.getByRole('banner')).toContainText('Jane the Smith')

  await page.reload()
  await expect(page.getByLabel('Name')).toHaveValue('Jane the Smith')
  await expect(page.getByLabel('Country')).toHaveValue('Sweden')
  await expect(page.getByLabel('City')).toHaveValue('Malmö')
})

// In a shop of its own, whose only admin stays the last one.
testAlone.describe('with an admin', () => {
  testAlone.use({ expectedRefusals: [409] })

  testAlone(
    'users are found, promoted, demoted and deleted, but never the last admin',
    async ({ page, browser, newBuyer }) => {
      const theirs = await browser.newPage()
      await theirs.goto('/register')
      await theirs.getByLabel('Name').fill(newBuyer.name)
      await theirs.getByLabel('Email').fill(newBuyer.email)
      await theirs.getByLabel('Password').fill(newBuyer.password)
      await theirs.getByRole('button', { name: 'Register' }).click()
      await expect(theirs.getByRole('button', { name: 'Sign Out' })).toBeVisible()
      await confirmEmail(theirs.request, newBuyer.email)

      // In Firefox, keys don't press buttons on a page behind another one.
      await page.bringToFront()
      await logInAsAdmin(page, '/dashboard')
      const menu = page.getByRole('navigation', { name: 'Dashboard' })
      await expect(menu.getByRole('link')).toHaveText(dashboardMenus.admin)
      await menu.getByRole('link', { name: 'Manage Users' }).click()
      const search = page.getByRole('searchbox', { name: 'Name or e-mail' })
      const findThem = async (words: string) => {
        await search.fill(words)
        await search.press('Enter')
        await expect(page.getByRole('row')).toHaveCount(2)
      }

      await findThem(newBuyer.email)
      const row = page.getByRole('row').filter({ hasText: newBuyer.email })
      // Promoting a user needs a confirmation, and Enter cancels it.
      const promotion = page.getByRole('dialog', { name: 'Make this user an admin?' })
      await row.getByRole('button', { name: 'Make as Admin' }).press('Enter')
      await expect(promotion).toContainText(`Jane Buyer (${newBuyer.email}) will be able to`)
      await expect(promotion.getByRole('listitem')).toHaveCount(3)
      await expectAccessible(page)
      await page.keyboard.press('Enter')
      await expect(promotion).toBeHidden()
      await expect(row.getByRole('button', { name: 'Admin', exact: true })).toHaveCount(0)
      await row.getByRole('button', { name: 'Make as Admin' }).click()
      await promotion.getByRole('button', { name: 'Make admin' }).click()
      await expectToast(page, 'Success to Create an Admin')
      await expect(row.getByRole('button', { name: 'Admin', exact: true })).toBeDisabled()

      const demotion = page.getByRole('dialog', { name: 'Remove this admin?' })
      await row.getByRole('button', { name: 'Demote' }).click()
      await expect(demotion).toContainText(`Jane Buyer (${newBuyer.email}) keeps the account`)
      await demotion.getByRole('button', { name: 'Remove admin' }).click()
      await expectToast(page, 'This user is no longer an admin')
      await expect(row.getByRole('button', { name: 'Make as Admin' })).toBeVisible()

      const dialog = page.getByRole('dialog', { name: 'Delete this user?' })
      await row.getByRole('button', { name: 'Delete' }).press('Enter')
      await expect(dialog).toContainText(newBuyer.email)
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(row.getByRole('button', { name: 'Delete' })).toBeFocused()

      await row.getByRole('button', { name: 'Delete' }).click()
      await dialog.getByRole('button', { name: 'Delete user' }).click()
      await expectToast(page, 'Successfully Deleted')
      await expect(page.getByText('No user matches this search.')).toBeVisible()
      await expectAccessible(page)
      await theirs.goto('/dashboard')
      await expect(theirs).toHaveURL(/\/login/)
      await theirs.close()

      await findThem('admin@forgewell.example')
      await page.getByRole('button', { name: 'Delete' }).click()
      await dialog.getByRole('button', { name: 'Delete user' }).click()
      await expectToast(page, 'The last admin can’t be deleted.')
      await page.getByRole('button', { name: 'Demote' }).click()
      const own = page.getByRole('dialog', { name: 'Give up your own admin role?' })
      await own.getByRole('button', { name: 'Give up my role' }).click()
      await expect(own.getByRole('alert')).toHaveText('The last admin can’t be demoted.')
      await own.getByRole('button', { name: 'Cancel' }).click()
      await expect(page.getByRole('row')).toHaveCount(2)
    },
  )
})
