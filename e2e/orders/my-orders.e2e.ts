import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addProduct, callProducts } from '#e2e/testing/admin-product-fixtures.ts'
import { placeOrder } from '#e2e/testing/api-helpers.ts'
import { expect, expectToast, fillCard, openAdminElsewhere, test } from '#e2e/testing/fixtures.ts'
import { textOfPdf } from '#server/testing/documents.ts'

const [HAMMER, BAR] = ['Adjustable Wrench 250 mm', 'Pry Bar 600 mm']
const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('rowheader') })
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Orders' }).getByRole('link', { name })

/** Presses a download button, and returns the file. */
async function download(page: Page, button: string | RegExp): Promise<Buffer> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ])
  return readFile(await file.path())
}

for (const width of [1280, 360]) {
  test(`orders are found, selected, paid together and invoiced at ${width} pixels${width === 1280 ? ' @gate' : ''}`, async ({
    page,
    signedInBuyer,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    for (const product of [HAMMER, BAR, BAR]) await placeOrder(page.request, signedInBuyer, product)
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Jane Buyer')
    await expect(page.getByText(/^3 orders to pay, \$[\d,.]+$/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Pay all 3' })).toBeVisible()
    await page.getByRole('link', { name: 'All open orders' }).click()

    await expect(page.getByText(/^3 unpaid, \$[\d,.]+$/)).toBeVisible()
    await expect(tab(page, 'Open')).toHaveText('Open 3')
    if (width === 360) await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('searchbox').fill('pry')
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(/state=open&search=pry/)
    await expect(rows(page)).toHaveCount(2)
    await page.goBack()
    await expect(rows(page)).toHaveCount(3)
    await page.goForward()
    await expect(rows(page)).toHaveCount(2)

    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await expect(page.getByRole('status').filter({ hasText: '2 selected' })).toBeVisible()
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBe(0)
    await page.getByRole('button', { name: 'Pay selected' }).click()
    await expect(page.getByRole('heading', { level: 2, name: '2 orders' })).toBeVisible()
    await fillCard(page, '4242 4242 4242 4242')
    await page.getByRole('button', { name: 'Pay' }).click()
    await expectToast(page, 'Congratulation! Your payment is completed.')

    await page.goto('/dashboard/orders?state=paid')
    await expect(rows(page)).toHaveCount(2)
    await expect(tab(page, 'Paid')).toHaveText('Paid 2')
    const csv = (await download(page, 'CSV')).toString()
    expect(csv.trim().split('\r\n')).toHaveLength(3)
    expect(csv).toContain(BAR)

    await rows(page).first().getByRole('link', { name: /^FW-/ }).click()
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText(/^Order FW-/)
    const number = (await heading.innerText()).replace('Order ', '')
    const text = await textOfPdf(await download(page, /^Invoice INV-/))
    expect(text).toMatch(/Invoice INV-\d{4}-\d{5}/)
    expect(text).toContain(number)
    expect(text.match(/Pry Bar 600 mm/g)).toHaveLength(2)
    expect(text).toContain('Jane Buyer')
  })
}

test.describe('several orders are cancelled at once', () => {
  test('each by itself, with its own result', async ({ page, signedInBuyer }) => {
    for (const product of [HAMMER, BAR, BAR]) await placeOrder(page.request, signedInBuyer, product)
    await page.goto('/dashboard/orders')
    for (const index of [0, 1]) await rows(page).nth(index).getByRole('checkbox').check()
    const zip = await download(page, 'Download documents')
    expect(zip.subarray(0, 2).toString()).toBe('PK')
    await page.getByRole('button', { name: 'Cancel selected' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel orders' }).click()
    await expect(page.getByText(/^FW-\d+: Order Canceled Successfully$/)).toHaveCount(2)
    await expect(rows(page)).toHaveCount(1)
    await expect(tab(page, 'Cancelled')).toHaveText('Cancelled 2')
  })
})

test('all orders found can be selected, beyond the page, and their sum is shown', async ({
  page,
  baseURL,
  signedInBuyer,
}) => {
  const admin = await openAdminElsewhere(page, baseURL)
  const scriber = await addProduct(admin, `Bulk Scriber ${crypto.randomUUID()}`)
  await callProducts(admin, 'put', scriber._id, { quantity: 2000, perPrice: 5 })
  await admin.context().close()
  for (let count = 0; count < 21; count++) {
    await placeOrder(page.request, signedInBuyer, scriber.name)
  }
  await placeOrder(page.request, signedInBuyer, HAMMER)
  await page.goto('/dashboard/orders?search=bulk')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  const status = page.getByRole('status').filter({ hasText: 'selected' })
  await expect(status).toContainText('20 selected')
  await page.getByRole('button', { name: 'Select all 21 found' }).click()
  await expect(status).toContainText('21 selected')
  // The selection stays while its pages are turned.
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).getByRole('checkbox')).toBeChecked()
  await rows(page).getByRole('checkbox').uncheck()
  await expect(status).toContainText('20 selected')
  await page.getByRole('button', { name: 'Pay selected' }).click()
  await expect(page.getByRole('heading', { level: 2, name: '20 orders' })).toBeVisible()
})

test('the dates are chosen by keyboard', async ({ page, signedInBuyer }) => {
  await placeOrder(page.request, signedInBuyer, BAR)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/dashboard/orders')
  const dates = page.getByRole('button', { name: 'Any date' })
  const panel = page.getByRole('group', { name: 'Date of the order' })
  await dates.press('Enter')
  await expect(panel).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(dates).toBeFocused()

  await page.keyboard.press('Enter')
  for (let times = 0; times < 3; times++) await page.keyboard.press('Tab')
  await expect(panel.getByRole('link', { name: 'Last 7 days' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/since=\d{4}-\d\d-\d\d&until=/)
  await expect(panel).toBeHidden()
  await expect(page.getByRole('button', { name: 'Last 7 days' })).toBeVisible()
  await expect(rows(page)).toHaveCount(1)

  await page.getByRole('button', { name: 'Last 7 days' }).click()
  await panel.getByLabel('From').fill('2020-01-01')
  await panel.getByLabel('To').fill('2020-01-31')
  await panel.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByText('No orders match this search.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Jan 1, 2020 – Jan 31, 2020' })).toBeVisible()
})

test('a new buyer’s start names three next steps', async ({ page, signedInBuyer: _ }) => {
  await page.goto('/dashboard')
  const steps = page.getByRole('region', { name: 'Your first order' })
  await expect(steps.getByRole('listitem')).toHaveCount(3)
  await steps.getByRole('link', { name: 'Browse our tools' }).click()
  await expect(page).toHaveURL('/purchase')
})

test('all unpaid orders are paid together from the start page', async ({ page, signedInBuyer }) => {
  for (const product of [HAMMER, BAR]) await placeOrder(page.request, signedInBuyer, product)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Pay all 2' }).click()
  await expect(page).toHaveURL(/\/dashboard\/payments\/./)
  await expect(page.getByText(HAMMER).first()).toBeVisible()
})
