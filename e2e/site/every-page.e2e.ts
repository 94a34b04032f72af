import type { Page } from '@playwright/test'
import { expectAccessible } from '#e2e/testing/accessibility.ts'
import { placeOrder, startPayment } from '#e2e/testing/api-helpers.ts'
import { expect, expectToast, openAdminElsewhere, openAsDemoAdmin, test } from '#e2e/testing/fixtures.ts'
import { buyerPages, pathOf, publicPages } from '#e2e/testing/pages.ts'
import { askForReturn, buyAndPay, ship, testShipping } from '#e2e/testing/shipping.ts'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
// There are two layouts and two sets of colours. A colour is the same token at every width, so each
// layout and each set of colours is tested once.
const SCREENS: { width: number; colorScheme?: 'light' | 'dark' }[] = [
  { width: 320 },
  { width: 360, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
]

// axe takes many seconds on a busy machine.
test.setTimeout(90_000)

// The pages whose parts the others are made of.
const inGate = (name: string) =>
  ['product', 'product-table', 'order-list', 'purchase-form', 'my-orders'].includes(name) ? ' @gate' : ''

for (const shown of publicPages) {
  test(`${shown.name}: accessible on every screen, in light and dark${inGate(shown.name)}`, async ({
    page,
  }) => {
    await page.goto(await pathOf(shown, page.request))
    await expectUsable(page)
  })
}

for (const shown of buyerPages) {
  test(`${shown.name}: accessible on every screen, in light and dark${inGate(shown.name)}`, async ({
    page,
    signedInBuyer,
  }) => {
    const order = await placeOrder(page.request, signedInBuyer)
    let path = (await pathOf(shown, page.request)).replace(':order', order)
    if (path.includes(':payment')) {
      const { id } = await startPayment(page.request, signedInBuyer, [order])
      path = path.replace(':payment', id)
    }
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(shown.heading)
    await expect(page.getByText(shown.shows).first()).toBeVisible()
    await expectUsable(page)
  })
}

test('manage-users: accessible on every screen, in light and dark', async ({ page }) => {
  await openAsDemoAdmin(page, '/dashboard/manage-users')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expectUsable(page)
  await page.getByRole('button', { name: 'Delete' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectUsable(page)
})

test('customer: accessible on every screen, in light and dark', async ({ page, signedInBuyer }) => {
  await placeOrder(page.request, signedInBuyer)
  await page.context().clearCookies()
  await openAsDemoAdmin(page, `/dashboard/manage-users?search=${signedInBuyer.email}`)
  await page.getByRole('main').getByRole('link', { name: signedInBuyer.name }).click()
  await expect(page.getByRole('heading', { name: 'Orders', exact: true })).toBeVisible()
  await expectUsable(page)
  await page.getByRole('button', { name: 'Change tax' }).click()
  await page.getByLabel('Treatment').selectOption('exempt')
  await expect(page.getByLabel('Certificate number')).toBeVisible()
  await expectUsable(page)
})

test('messages: accessible on every screen, in light and dark', async ({ page }) => {
  const message = `${'A long question. '.repeat(20)}${'a'.repeat(80)}`
  const data = { name: 'Wanda Widely', email: `${'w'.repeat(60)}@example.com`, message }
  expect((await page.request.post('/api/contact', { data })).ok()).toBe(true)
  await openAsDemoAdmin(page, '/dashboard/messages')
  await page.getByText('Wanda Widely', { exact: true }).first().click()
  await expect(page.getByLabel('Answer').first()).toBeVisible()
  await expectUsable(page)
})

test('manage-orders: accessible on every screen, in light and dark @gate', async ({
  page,
  signedInBuyer,
}) => {
  await placeOrder(page.request, signedInBuyer)
  await page.context().clearCookies()
  await openAsDemoAdmin(page, '/dashboard/manage-orders')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expectUsable(page)
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await expect(page.getByLabel('New note')).toBeVisible()
  await expectUsable(page)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Delete', disabled: false }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectUsable(page)
})

test('an admin’s dashboard: accessible on every screen, in light and dark', async ({ page }) => {
  await openAsDemoAdmin(page, '/dashboard')
  await expect(page.getByRole('region', { name: 'To do' }).getByRole('list')).toBeVisible()
  await page.getByText('Revenue of each hour').click()
  await expect(page.getByRole('columnheader', { name: 'Hour' })).toBeVisible()
  await expectUsable(page)
})

test('add-product: accessible on every screen, in light and dark', async ({ page }) => {
  await openAsDemoAdmin(page, '/dashboard/add-product')
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expect(page.getByText('Image is required')).toBeVisible()
  await expectUsable(page)
})

test('manage-products: accessible on every screen, in light and dark', async ({ page }) => {
  await openAsDemoAdmin(page, '/dashboard/manage-products?sort=quantity')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expectUsable(page)
  await page.goto('/dashboard/manage-products?search=FW-1013')
  await page.getByRole('link', { name: 'Update' }).first().click()
  await expect(page.getByText('Initial stock')).toBeVisible()
  await expectUsable(page)
})

test('a form with errors: accessible on every screen, in light and dark', async ({ page }) => {
  await page.goto('/register')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await expectUsable(page)
})

testShipping(
  'shipping, returns and their dialogs: accessible on every screen, in light and dark',
  async ({ page, baseURL, signedInBuyer }) => {
    testShipping.setTimeout(90_000)
    const TOOL = 'Try Square 200 mm'
    const [order] = await buyAndPay(page.request, signedInBuyer, [[TOOL, 'Claw Hammer 450 g']])
    if (!order) throw new Error('No order')
    const { number } = order
    const admin = await openAdminElsewhere(page, baseURL)
    await ship(admin.request, number, 2)
    await page.goto(`/dashboard/orders/${number}`)
    await page.getByRole('button', { name: 'Return tools …' }).click()
    await expect(page.getByRole('dialog').getByLabel(TOOL)).toBeVisible()
    await expectUsable(page)
    await askForReturn(page.request, signedInBuyer, order, 1)

    await admin.bringToFront()
    await admin.goto(`/dashboard/shipping?tab=part-shipped&search=${number}`)
    await admin.getByRole('button', { name: 'Parcels 1' }).click()
    await expect(admin.getByRole('button', { name: 'Cancel parcel' })).toBeVisible()
    await expectUsable(admin)
    await admin.goto('/dashboard/shipping/pack')
    await expect(admin.getByLabel('Scan an order')).toBeVisible()
    await expectUsable(admin)
    await admin.goto('/dashboard/returns')
    const entry = admin.getByRole('listitem').filter({ hasText: `${number}-R1` })
    await expect(entry).toBeVisible()
    await expectUsable(admin)
    await entry.getByRole('button', { name: 'Approve' }).click()
    await expectToast(admin, `Return ${number}-R1 is approved`)
    await admin.goto(`/dashboard/orders/${number}`)
    await admin.getByRole('button', { name: 'Receive …' }).click()
    await expect(admin.getByRole('dialog').getByLabel('Scrap')).toBeVisible()
    await expectUsable(admin)
    await admin.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await admin.getByRole('button', { name: 'Refund …' }).click()
    await admin.getByRole('dialog').getByLabel(TOOL).fill('3')
    await expect(admin.getByText('Left of the payment')).toBeVisible()
    await expectUsable(admin)
    await admin.context().close()
  },
)

/** Expects no horizontal overflow, no accessibility violations, and fields on phones that don't zoom. */
async function expectUsable(page: Page): Promise<void> {
  for (const { width, colorScheme } of SCREENS) {
    await page.setViewportSize({ width, height: 800 })
    const { scrollWidth, clientWidth } = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return { scrollWidth, clientWidth }
    })
    expect(scrollWidth, `width at ${width} px`).toBeLessThanOrEqual(clientWidth)
    const fields = page.locator('input:not([type=file]), select, textarea').filter({ visible: true })
    if (width < 768) {
      const sizes = await fields.evaluateAll((all) =>
        all.map((field) => Number.parseFloat(getComputedStyle(field).fontSize)),
      )
      expect(Math.min(16, ...sizes), `size of a field at ${width} px`).toBe(16)
    }
    if (!colorScheme) continue
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, WCAG, `${colorScheme} at ${width} px`)
  }
}
