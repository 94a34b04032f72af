import type { Page } from '@playwright/test'
import { expectAccessible } from '#e2e/testing/accessibility.ts'
import { type Buyer, placeOrderOf } from '#e2e/testing/api-helpers.ts'
import { expect, expectToast, fillCard, openAdminElsewhere, test } from '#e2e/testing/fixtures.ts'

test.setTimeout(90_000)

/** Places an order of fifteen tools; returns its number and the tools' names. */
async function placeFifteen(page: Page, buyer: Buyer) {
  const products: { name: string }[] = await (await page.request.get('/api/products?size=15&page=0')).json()
  const names = products.map(({ name }) => name)
  const { number } = await placeOrderOf(page.request, buyer, names)
  return { number, names }
}

const orderRow = (page: Page, number: string) => page.getByRole('row').filter({ hasText: number })
const lineRows = (page: Page) => page.locator('tr.order-line-row')

/** Opens an order to its lines: on phones by its details, elsewhere by its number of tools. */
async function openLines(page: Page, number: string, width: number): Promise<void> {
  const name = width < 640 ? `Details of order ${number}` : / \+ 14 more$/
  const opener = orderRow(page, number).getByRole('button', { name })
  await expect(opener).toHaveAttribute('aria-expanded', 'false')
  await opener.click()
  await expect(opener).toHaveAttribute('aria-expanded', 'true')
}

async function expectNoOverflow(page: Page): Promise<void> {
  const hidden = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
  expect(hidden).toBe(0)
}

for (const width of [1280, 360]) {
  test(`an order of fifteen tools is one row that opens to its lines, is cancelled in part and paid, at ${width} pixels${width === 1280 ? ' @gate' : ''}`, async ({
    page,
    baseURL,
    signedInBuyer,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    const { number, names } = await placeFifteen(page, signedInBuyer)
    await page.goto('/dashboard/orders')
    await expect(page.getByText(/^1 unpaid, \$[\d,.]+$/)).toBeVisible()
    await expect(orderRow(page, number)).toContainText('+ 14 more')
    await openLines(page, number, width)
    await expect(lineRows(page)).toHaveCount(15)
    await expectNoOverflow(page)
    await expectAccessible(page)

    const line = lineRows(page).filter({ hasText: names[2] })
    await line.getByRole('button', { name: 'Cancel' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel this line?' })
    await expect(dialog).toContainText(names[2] ?? '')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel line' }).click()
    await expectToast(page, 'Order Canceled Successfully')
    await expect(line).toContainText('Cancelled')
    await expect(line.getByRole('button')).toHaveCount(0)
    const total = await orderRow(page, number).locator('.order-total').textContent()

    await orderRow(page, number).getByRole('link', { name: number }).click()
    const sheet = page.getByRole('article')
    await expect(sheet.getByRole('row')).toHaveCount(1 + 15 + 1)
    await expect(sheet.getByRole('row').last()).toContainText(total ?? '')
    await expect(page.getByRole('region', { name: 'History' })).toContainText(names[2] ?? '')
    await expectNoOverflow(page)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Pay', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Pay ${total}`)
    await fillCard(page, '4242 4242 4242 4242')
    await page.getByRole('button', { name: `Pay ${total}` }).click()
    await expectToast(page, 'Congratulation! Your payment is completed.')
    await page.goto('/dashboard/orders?state=paid')
    await expect(orderRow(page, number)).toContainText('Paid')
    await expect(orderRow(page, number).getByRole('button', { name: 'Cancel' })).toHaveCount(0)

    const admin = await openAdminElsewhere(page, baseURL)
    await admin.setViewportSize({ width, height: 900 })
    await admin.goto(`/dashboard/manage-orders?search=${number}`)
    await openLines(admin, number, width)
    await expect(lineRows(admin).filter({ hasText: 'Paid' })).toHaveCount(14)
    await expect(orderRow(admin, number).getByRole('button', { name: 'Delete', exact: true })).toBeDisabled()
    await expectNoOverflow(admin)
    await expectAccessible(admin)
    await admin.context().close()
  })
}

test('an admin deletes the unpaid lines of an order that is paid in part, which a dialog names @gate', async ({
  page,
  baseURL,
  signedInBuyer,
}) => {
  const [paid = '', ...unpaid] = ['Pry Bar 600 mm', 'Hex Key Set, 5 pcs', 'Claw Hammer 450 g']
  const { number, lines } = await placeOrderOf(page.request, signedInBuyer, [paid, ...unpaid])
  await page.goto(`/dashboard/orders/payment/${lines[0]?._id}`)
  await fillCard(page, '4242 4242 4242 4242')
  await page.getByRole('button', { name: 'Pay' }).click()
  await expectToast(page, 'Congratulation! Your payment is completed.')
  await expect(orderRow(page, number)).toContainText('Part paid')

  const admin = await openAdminElsewhere(page, baseURL)
  await admin.goto(`/dashboard/manage-orders?search=${number}`)
  await orderRow(admin, number).getByRole('button', { name: 'Delete', exact: true }).click()
  const dialog = admin.getByRole('dialog', { name: 'Delete this order?' })
  for (const name of unpaid) await expect(dialog.getByRole('listitem')).toContainText([name])
  await expect(dialog).not.toContainText(paid)
  await expect(dialog).toContainText('The other line stays.')
  await dialog.getByRole('button', { name: 'Delete order' }).click()
  await expectToast(admin, 'Successfully Deleted')
  await expect(orderRow(admin, number)).toContainText('Paid')
  await expect(orderRow(admin, number)).not.toContainText('Part paid')
  await admin.context().close()
})
