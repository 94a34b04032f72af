import type { Page } from '@playwright/test'
import { type Buyer, placeOrder, startPayment } from '#e2e/testing/api-helpers.ts'
import { expect, expectToast, fillCard, test } from '#e2e/testing/fixtures.ts'

const PAID = 'Congratulation! Your payment is completed.'
// A payment that was cancelled elsewhere: 400 by the provider, 409 by the shop.
test.use({ expectedRefusals: [400, 402, 409] })
const payButton = (page: Page) => page.getByRole('button', { name: 'Pay' })

/** Places three orders and starts one payment of them; returns its path and amount. */
async function startPaymentOfThree(page: Page, buyer: Buyer) {
  const ids: string[] = []
  for (const name of ['Pry Bar 600 mm', 'Hex Key Set, 5 pcs', 'Pry Bar 600 mm']) {
    ids.push(await placeOrder(page.request, buyer, name))
  }
  const { id, total } = await startPayment(page.request, buyer, ids)
  return { path: `/dashboard/payments/${id}`, amount: total }
}

test('a buyer pays three orders with one card entry, on a phone @gate', async ({ page, signedInBuyer }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  const { path, amount } = await startPaymentOfThree(page, signedInBuyer)
  const total = amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' })
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 2, name: '3 orders' })).toBeVisible()
  const orders = page.getByRole('table', { name: 'What this payment pays' })
  await expect(orders.getByRole('row')).toHaveCount(5)
  await expect(orders.getByRole('row', { name: 'Hex Key Set, 5 pcs' })).toContainText('$')
  await expect(orders.getByRole('row').last()).toHaveText(`Total${total}`)
  await expect(payButton(page)).toHaveText(`Pay ${total}`)
  const isTooWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth
  expect(await page.evaluate(isTooWide)).toBe(false)

  // A declined card changes nothing, and the page works after a reload.
  await fillCard(page, '4000 0000 0000 0002')
  await payButton(page).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Your card was declined.')
  await page.reload()
  await fillCard(page, '4242 4242 4242 4242')
  await payButton(page).click()
  await expectToast(page, PAID)
  await expect(page).toHaveURL('/dashboard/orders')
  await expect(page.getByRole('cell', { name: 'Paid', exact: true })).toHaveCount(3)
  await expect(page.getByText('Not Paid yet')).toHaveCount(0)

  await page.goto(path)
  await expect(page.getByText('This payment is completed.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to my orders' }).click()
  await expect(page).toHaveURL('/dashboard/orders')

  // The payment's orders lead to each other, and all of them are ordered again at once.
  await page.getByRole('row').filter({ hasText: 'Hex Key Set' }).getByRole('link').first().click()
  const together = page.getByRole('region', { name: 'Paid together with' })
  await expect(together.getByRole('listitem')).toHaveText([/Pry Bar/, /Pry Bar/])
  expect(await page.evaluate(isTooWide)).toBe(false)
  await together.getByRole('link', { name: 'Order all 3 again' }).click()
  await expect(page.locator('.checkout-bar')).toContainText(total)
  await page.goto('/dashboard')
  await expect(page.getByRole('region', { name: 'Order list' })).toContainText(
    `2 lines, ${total} at today’s prices`,
  )
})

test('an order cancelled in another tab cancels the payment, and the rest stays payable', async ({
  page,
  context,
  signedInBuyer,
}) => {
  const { path } = await startPaymentOfThree(page, signedInBuyer)
  await page.goto(path)
  await fillCard(page, '4242 4242 4242 4242')
  const other = await context.newPage()
  await other.goto('/dashboard/orders')
  await other.getByRole('button', { name: 'Cancel' }).first().click()
  await other.getByRole('button', { name: 'Cancel order' }).click()
  await expectToast(other, 'Order Canceled Successfully')
  await payButton(page).click()
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('What is to be paid changed meanwhile. Nothing was charged.')
  await expect(page.getByRole('heading', { level: 2, name: '2 orders' })).toBeVisible()
  const total = await page.getByRole('row').last().getByRole('cell').textContent()
  await expect(payButton(page)).toHaveText(`Pay ${total}`)
  await fillCard(page, '4242 4242 4242 4242')
  await payButton(page).click()
  await expectToast(page, PAID)
  await expect(page).toHaveURL('/dashboard/orders')
  await expect(page.getByRole('cell', { name: 'Paid', exact: true })).toHaveCount(2)
  await expect(page.getByText('Not Paid yet')).toHaveCount(0)
})
