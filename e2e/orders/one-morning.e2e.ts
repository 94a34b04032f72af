import type { Locator } from '@playwright/test'
import { payLines, placeOrder } from '#e2e/testing/api-helpers.ts'
import { expect, expectToast, openAsDemoAdmin } from '#e2e/testing/fixtures.ts'
import { testShipping as test } from '#e2e/testing/shipping.ts'

const TOOL = 'Pin Punch Set, 6 pcs'
const writers = ['Ada Writer', 'Ben Writer', 'Cleo Writer']

test('an owner’s morning: what sold, what is low, three messages, five prices and one customer', async ({
  page,
  otherBuyer,
}) => {
  const { request } = otherBuyer
  const order = await placeOrder(request, otherBuyer, TOOL)
  await payLines(request, otherBuyer, [order])
  for (const name of writers) {
    const data = { name, email: 'writer@example.com', message: `A question of ${name}` }
    expect((await request.post('/api/contact', { data })).ok()).toBe(true)
  }

  await openAsDemoAdmin(page, '/dashboard/profile')
  let [clicks, loads] = [0, 0]
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads++
  })
  const click = async (control: Locator) => {
    clicks++
    await control.click()
  }
  const clicked = () => {
    const count = clicks
    clicks = 0
    return count
  }
  const main = page.getByRole('main')
  const menu = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link')

  await click(page.getByRole('banner').getByRole('link', { name: 'Dashboard' }))
  await expect(page.getByRole('region', { name: 'Sells best, today' })).toContainText(TOOL)
  await expect(main).toContainText(/Revenue\$[1-9].*Payments1/)
  expect(clicked(), 'what sells').toBe(1)

  const low = main.getByRole('link', { name: /products? low on stock/ })
  const count = Number((await low.innerText()).match(/\d+/)?.[0])
  await click(low)
  await expect(main.getByText(`Products ${count}`, { exact: true })).toBeVisible()
  expect(clicked(), 'what is low').toBe(1)

  await click(menu.filter({ hasText: 'Messages' }))
  for (const name of writers) {
    const entry = page.getByRole('listitem').filter({ hasText: name })
    await click(entry.getByText(name, { exact: true }))
    await entry.getByLabel('Answer').fill(`Hello ${name}, we do.`)
    await click(entry.getByRole('button', { name: 'Send answer' }))
    await expect(entry).toHaveCount(0)
  }
  await expect(page.getByText('There are no new messages.')).toBeVisible()
  expect(clicked(), 'three messages').toBe(7)

  await click(menu.filter({ hasText: 'Manage Product' }))
  const prices = page.getByRole('textbox', { name: /^Price of/ })
  for (const [index, price] of ['21.00', '22.00', '23.00', '24.00', '25.00'].entries()) {
    await click(prices.nth(index))
    await page.keyboard.type(price)
  }
  const bar = page.getByRole('region', { name: 'Changes of this list' })
  await click(bar.getByRole('button', { name: 'Save 5 changes' }))
  await expectToast(page, 'Product Updated Successfully')
  expect(clicked(), 'five prices').toBeLessThanOrEqual(7)

  await click(menu.filter({ hasText: 'Manage Users' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage Users')
  const search = main.getByRole('searchbox')
  await search.fill(otherBuyer.email)
  await search.press('Enter')
  await expect(main.getByRole('row')).toHaveCount(2)
  await click(main.getByRole('link', { name: otherBuyer.name }))
  const sums = main.getByRole('region', { name: 'Bought, without tax' })
  await expect(sums).toContainText(/This year\$[1-9]/)
  await expect(main.getByRole('row').filter({ hasText: TOOL })).toContainText('Paid')
  expect(clicked(), 'one customer').toBe(2)
  expect(loads, 'page loads').toBe(0)
})
