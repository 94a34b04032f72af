import { findProduct, signUp } from '#e2e/testing/api-helpers.ts'
import { expect, expectToast, openAsDemoAdmin } from '#e2e/testing/fixtures.ts'
import { testWithRealLimits } from '#e2e/testing/test-alone.ts'

const TOOL = 'Pry Bar 600 mm'

// Links that are requested too soon, and orders beyond the share of unverified buyers.
testWithRealLimits.use({ expectedRefusals: [409, 429] })

testWithRealLimits(
  'a buyer whose order needs a confirmed e-mail reads so before and after; an admin releases the stock',
  async ({ page, signedInBuyer: _ }) => {
    const { _id } = await findProduct(page.request, TOOL)
    await page.goto(`/purchase/${_id}`)
    const main = page.getByRole('main')
    await expect(main).toContainText('A first order of up to $500 is always accepted.')
    const order = async (quantity: string) => {
      await page.getByLabel('Quantity').fill(quantity)
      await page.getByLabel('Address').fill('1 Anvil Street, Sheffield')
      await page.getByRole('button', { name: 'Purchase', exact: true }).click()
    }
    await order('100')
    await expect(main).toContainText('You can hold more once your e-mail address is confirmed.')
    const banner = page.getByRole('complementary', { name: 'Confirm your e-mail' })
    await banner.getByRole('button', { name: 'Send the link again' }).click()
    // The mail of the sign-up went out a moment ago.
    await expectToast(page, 'You can request another one from')
    await order('10')
    await expectToast(page, 'Success Purchead')

    await page.context().clearCookies()
    await openAsDemoAdmin(page, '/dashboard/held-stock')
    await page
      .getByRole('row', { name: 'unconfirmed e-mails' })
      .getByRole('button', { name: 'Cancel all of them' })
      .click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('1 buyer')
    await dialog.getByRole('button', { name: 'Cancel orders' }).click()
    await expectToast(page, 'Lines cancelled: 1')
    await expect(page.getByText('No stock is held in unpaid orders.')).toBeVisible()
  },
)

testWithRealLimits(
  'a registration with a mailbox that has just got a link shows when the next one can be sent',
  async ({ page, context, newBuyer, register }) => {
    await signUp(context.request, { ...newBuyer, email: 'one+first@example.com' })
    await context.clearCookies()
    await page.goto('/register')
    await register({ ...newBuyer, email: 'one+again@example.com' })
    const banner = page.getByRole('complementary', { name: 'Confirm your e-mail' })
    await expect(banner).toContainText('no link was sent to one+again@example.com')
    await expect(banner).toContainText('You can request one from')
    await banner.getByRole('button', { name: 'Send the link again' }).click()
    await expectToast(page, 'You can request another one from')
  },
)
