import type { Browser } from '@playwright/test'
import { findProduct, placeOrder, signUp } from '#e2e/testing/api-helpers.ts'
import { expect, expectToast, openAsDemoAdmin } from '#e2e/testing/fixtures.ts'
import { testWithRealLimits } from '#e2e/testing/test-alone.ts'

const TOOL = 'Pry Bar 600 mm'

// Links that are requested too soon, and orders beyond the share of unverified buyers.
testWithRealLimits.use({ expectedRefusals: [409, 429] })

/** Orders the minimum as ever new buyers, until the shop refuses it; returns how many orders it took. */
async function exhaustShare(browser: Browser, baseURL: string | undefined): Promise<number> {
  for (let placed = 0; ; placed++) {
    const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
    const email = `${crypto.randomUUID()}@example.com`
    const buyer = { name: 'Eve Hoarder', email, password: 'correct horse' }
    await signUp(context.request, buyer)
    const isPlaced = await placeOrder(context.request, buyer, TOOL).then(
      () => true,
      () => false,
    )
    await context.close()
    if (!isPlaced) return placed
  }
}

testWithRealLimits(
  'a buyer whose order needs a confirmed e-mail gets the link again there; an admin releases the stock',
  async ({ page, browser, baseURL, signedInBuyer: _ }) => {
    const placed = await exhaustShare(browser, baseURL)
    expect(placed).toBeGreaterThan(0)
    const { _id } = await findProduct(page.request, TOOL)
    await page.goto(`/purchase/${_id}`)
    await page.getByLabel('Address').fill('1 Anvil Street, Sheffield')
    await page.getByRole('button', { name: 'Purchase', exact: true }).click()
    const refusal = page.getByRole('main').getByRole('alert')
    await expect(refusal).toContainText('Confirm your e-mail to order this')
    await refusal.getByRole('button', { name: 'Send the link again' }).click()
    // The mail of the sign-up went out a moment ago.
    await expectToast(page, 'You can request another one from')

    await page.context().clearCookies()
    await openAsDemoAdmin(page, '/dashboard/held-stock')
    await page.getByRole('button', { name: 'Cancel all of unverified buyers' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(`${placed} buyer`)
    await expect(dialog).toContainText(`${placed} unpaid order`)
    await dialog.getByRole('button', { name: 'Cancel orders' }).click()
    await expectToast(page, `Lines cancelled: ${placed}`)
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
