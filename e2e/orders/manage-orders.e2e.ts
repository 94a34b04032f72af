import type { Locator, Page } from '@playwright/test'
import { findProduct, payLines, placeOrder, placeOrderOf, signUp } from '#e2e/testing/api-helpers.ts'
import { expect, expectToast, openAsDemoAdmin, test } from '#e2e/testing/fixtures.ts'

const TOOL = 'Flat File 200 mm, Cut 2'
// Used only here, because its stock is counted.
const COUNTED_TOOL = 'Vernier Caliper 150 mm'

// The response for an order that was cancelled or paid.
test.use({ expectedRefusals: [404, 409] })
const dataRows = (page: Page, product = TOOL) => page.getByRole('row').filter({ hasText: product })

async function search(page: Page, words: string): Promise<void> {
  const box = page.getByRole('searchbox')
  await box.fill(words)
  await box.press('Enter')
  await expect(page).toHaveURL(new RegExp(`search=${encodeURIComponent(words)}`))
}

test('an admin finds a buyer’s orders, deletes the unpaid one, and can not touch the paid one @gate', async ({
  page,
  browser,
  baseURL,
  otherBuyer,
}) => {
  const { request, email } = otherBuyer
  const paid = await placeOrder(request, otherBuyer, COUNTED_TOOL)
  const unpaid = await placeOrder(request, otherBuyer, COUNTED_TOOL)
  await payLines(request, otherBuyer, [paid])
  const { quantity: stock, minQuantity } = await findProduct(page.request, COUNTED_TOOL)

  await openAsDemoAdmin(page, '/dashboard/manage-orders')
  await search(page, email)
  await expect(dataRows(page, COUNTED_TOOL)).toHaveCount(2)
  await expect(dataRows(page, COUNTED_TOOL).first()).toContainText('Not Paid yet')
  const states = page.getByRole('navigation', { name: 'State of the orders' })
  await states.getByRole('link', { name: 'Paid 1', exact: true }).click()
  await expect(dataRows(page, COUNTED_TOOL)).toHaveCount(1)
  await expect(dataRows(page, COUNTED_TOOL)).toContainText('Paid')
  await expect(dataRows(page, COUNTED_TOOL)).not.toContainText('pi_')
  const remove = dataRows(page, COUNTED_TOOL).getByRole('button', { name: 'Delete' })
  await expect(remove).toBeDisabled()
  const status = await page.evaluate(async (id) => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('accessToken')}` }
    const init = { method: 'DELETE', headers }
    const { status } = await fetch(`/api/purchase/${id}`, init)
    return status
  }, paid)
  expect(status).toBe(409)

  await states.getByRole('link', { name: 'To pay 1', exact: true }).click()
  await expect(dataRows(page, COUNTED_TOOL)).toContainText('Not Paid yet')
  await expect(page.getByText('Orders 1', { exact: true })).toBeVisible()
  await remove.click()
  const dialog = page.getByRole('dialog', { name: 'Delete this order?' })
  await expect(dialog).toContainText(email)
  await dialog.getByRole('button', { name: 'Delete order' }).click()
  await expectToast(page, 'Successfully Deleted')
  await expect(page.getByText('No orders match this filter.')).toBeVisible()
  expect((await findProduct(page.request, COUNTED_TOOL)).quantity).toBe(stock + minQuantity)

  const theirs = await browser.newPage({ baseURL, storageState: await request.storageState() })
  await theirs.goto(`/dashboard/orders/${unpaid}`)
  await expect(theirs.getByRole('main')).toContainText('Cancelled')
  await theirs.close()
})

test('more orders than fit on a screen: page by page, for their buyer and for the admin', async ({
  page,
  context,
  signedInBuyer,
}) => {
  const numbers: string[] = []
  for (let order = 0; order < 22; order++) {
    numbers.unshift((await placeOrderOf(page.request, signedInBuyer, [TOOL])).number)
  }
  const shown = () => dataRows(page).getByRole('rowheader').getByRole('link').allTextContents()
  await page.goto('/dashboard/orders')
  await expect.poll(shown).toEqual(numbers.slice(0, 20))
  await page.getByRole('link', { name: 'Next', exact: true }).click()
  await expect.poll(shown).toEqual(numbers.slice(20))
  await page.reload()
  await expect.poll(shown).toEqual(numbers.slice(20))

  await context.clearCookies()
  await openAsDemoAdmin(page, `/dashboard/manage-orders?search=${signedInBuyer.email}`)
  const turn = (name: string) => page.getByRole('link', { name, exact: true }).click()
  await expect.poll(shown).toEqual(numbers.slice(0, 20))
  await expect(page.getByRole('link', { name: 'Previous' })).toHaveCount(0)
  await turn('Next')
  await expect.poll(shown).toEqual(numbers.slice(20))
  await turn('Previous')
  await expect.poll(shown).toEqual(numbers.slice(0, 20))
  await turn('Oldest')
  await expect.poll(shown).toEqual(numbers.slice(2))
  await turn('Newest')
  await expect.poll(shown).toEqual(numbers.slice(0, 20))
})

test('an order is a document for its buyer, on paper too, and is not there for others', async ({
  page,
  context,
  browserName,
  signedInBuyer,
}) => {
  const { number } = await placeOrderOf(page.request, signedInBuyer, [TOOL])
  await page.goto('/dashboard/orders')
  await dataRows(page).getByRole('link', { name: number }).click()
  await expect(page).toHaveURL(`/dashboard/orders/${number}`)
  const sheet = page.getByRole('article')
  for (const part of ['Forgewell', 'FW-1', '1 Anvil Street', '$8.80', '$176.00', 'Not Paid yet']) {
    await expect(sheet).toContainText(part)
  }
  // The extended support release of Firefox can't emulate print media.
  if (browserName !== 'firefox') await expectPaper(page, sheet)

  await context.clearCookies()
  const email = `other-${signedInBuyer.email}`
  await signUp(page.request, { ...signedInBuyer, email })
  await page.evaluate(() => localStorage.clear())
  await page.goto(`/dashboard/orders/${number}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no such order')
})

test.describe('the second call of a cancel', () => {
  test.use({ expectedErrors: ['net::ERR_FAILED'] })

  // Aborts only this request; no simulator fault can.
  test('the notice says when the stock is unknown', async ({ page, context, signedInBuyer }) => {
    await placeOrder(page.request, signedInBuyer, TOOL)
    await placeOrder(page.request, signedInBuyer, TOOL)
    await page.route('**/api/products/quantity/*', (route) => route.abort())
    await page.goto('/dashboard/orders')
    await page.getByRole('button', { name: 'Cancel' }).first().click()
    await page.getByRole('button', { name: 'Cancel order' }).click()
    await expectToast(page, 'Order Cenceled but Not update Quantity')
    await expect(dataRows(page)).toHaveCount(1)

    await context.clearCookies()
    await openAsDemoAdmin(page, `/dashboard/manage-orders?search=${signedInBuyer.email}`)
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete order' }).click()
    await expectToast(page, 'Error from the Updated Quantity')
    await expect(page.getByText('No orders match this filter.')).toBeVisible()
  })
})

test.describe('an admin’s day', () => {
  test.use({ expectedErrors: ['net::ERR_FAILED'] })

  test('it shows the pending work, or a retry button beside the sales', async ({
    page,
    context,
    signedInBuyer,
  }) => {
    await placeOrder(page.request, signedInBuyer, TOOL)
    await context.clearCookies()
    // Aborts only this request; no simulator fault can.
    await page.route('**/api/dashboard/overview', (route) => route.abort())
    await openAsDemoAdmin(page, '/dashboard')
    await expect(page.getByRole('main').getByRole('alert')).toContainText('The overview failed to load.')
    // The sales depend on neither it nor the card provider.
    await expect(page.getByRole('region', { name: 'Sells best, today' })).toBeVisible()
    await page.unroute('**/api/dashboard/overview')
    await page.getByRole('button', { name: 'Try again' }).click()
    const tasks = page.getByRole('region', { name: 'To do' }).getByRole('listitem')
    await expect(tasks).toHaveCount(12)
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
    await expect(tasks.filter({ hasText: '0 failed refunds' }).getByRole('link')).toHaveCount(0)

    await tasks.getByRole('link', { name: /unpaid order/ }).click()
    await expect(page).toHaveURL('/dashboard/manage-orders?state=unpaid')
    await expect(dataRows(page).first()).toContainText('Not Paid yet')
  })
})

/** Checks that only the sheet is printed, in black on white. */
async function expectPaper(page: Page, sheet: Locator): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const part of [
    ...[page.getByRole('banner'), page.getByRole('contentinfo')],
    ...[page.getByRole('navigation'), page.getByRole('button', { name: 'Print' })],
  ]) {
    await expect(part.first()).toBeHidden()
  }
  await expect(sheet).toBeVisible()
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(sheet.getByRole('heading')).toHaveCSS('color', 'rgb(0, 0, 0)')
  await page.emulateMedia({ media: 'screen' })
}
