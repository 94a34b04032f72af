import { readFile } from 'node:fs/promises'
import { expectAccessible } from '#e2e/testing/accessibility.ts'
import { confirmEmail, payLines, placeOrder, placeOrderOf } from '#e2e/testing/api-helpers.ts'
import { expect, expectToast, openAsDemoAdmin, test } from '#e2e/testing/fixtures.ts'

const TOOL = 'Pin Punch Set, 6 pcs'

// axe takes many seconds on a busy machine.
test.setTimeout(90_000)

test('an owner sees what sold and what is low, and downloads the ledger', async ({ page, otherBuyer }) => {
  const order = await placeOrder(otherBuyer.request, otherBuyer, TOOL)
  await payLines(otherBuyer.request, otherBuyer, [order])

  await openAsDemoAdmin(page, '/dashboard')
  const main = page.getByRole('main')
  await expect(page.getByRole('region', { name: 'To do' }).getByRole('list')).toBeVisible()
  let overviews = 0
  page.on('request', (request) => {
    if (request.url().includes('/dashboard/overview')) overviews++
  })
  await main.getByRole('link', { name: '7 days' }).click()
  await expect(page).toHaveURL('/dashboard?days=7')
  await expect(main).toContainText(/Revenue\$\d[\d,]*\.\d\d.*7 days before: /)
  await main.locator('summary').click()
  await expect(main.getByRole('table').first().getByRole('row')).toHaveCount(1 + 7)
  await expect(page.getByRole('region', { name: 'Sells best, 7 days' })).toContainText('$')
  await expect(page.getByRole('region', { name: 'Runs out within 90 days' })).toBeVisible()
  expect(overviews, 'another span asks the card provider again').toBe(0)
  await expectAccessible(page)

  await main.getByRole('link', { name: /products? low on stock/ }).click()
  await expect(page).toHaveURL('/dashboard/manage-products?stock=low')
  await expect(page.getByLabel('Show')).toHaveValue('low')

  await page.goto('/dashboard?days=30')
  const documents = page.waitForEvent('download')
  await main.locator('dt:text("Revenue") + dd').getByRole('button').click()
  const sold = await readFile(await (await documents).path(), 'utf8')
  expect(sold).toMatch(/INV-\d{4}-\d{5},Invoice,/)
  await main.locator('dt:text("Orders placed") + dd').getByRole('link').click()
  await expect(page).toHaveURL(/manage-orders\?state=placed&since=[\d-]+&until=[\d-]+$/)
  await expect(main.getByRole('button', { name: 'Last 30 days' })).toBeVisible()
  await main.getByRole('button', { name: 'Last 30 days' }).click()
  await main.getByRole('link', { name: 'Any date' }).click()
  await expect(page).toHaveURL(/manage-orders\?state=placed$/)
  await expect(main.getByRole('button', { name: 'Any date' })).toBeVisible()
  await main.getByRole('button', { name: 'Ledger' }).click()
  const download = page.waitForEvent('download')
  await main.getByRole('button', { name: 'Download CSV' }).click()
  const csv = await readFile(await (await download).path(), 'utf8')
  expect(csv).toMatch(/^\ufeffNumber,Document,"Date, UTC"/)
  expect(csv).toMatch(/INV-\d{4}-\d{5},Invoice,/)
})

test('one customer is looked up, and exempted from tax @gate', async ({ page, otherBuyer }) => {
  const { request, name, email } = otherBuyer
  const order = await placeOrder(request, otherBuyer, TOOL)
  await payLines(request, otherBuyer, [order])
  await confirmEmail(request, email)
  const message = 'Where are my tools, and when do they come?'
  const sent = await request.post('/api/contact', { data: { name, email, message } })
  expect(sent.ok()).toBe(true)

  await openAsDemoAdmin(page, `/dashboard/manage-users?search=${email}`)
  const main = page.getByRole('main')
  await main.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page).not.toHaveURL(/@|%40/)
  const sums = main.getByRole('region', { name: 'Bought, without tax' })
  await expect(sums).toContainText(/This year\$[1-9].*All time\$[1-9].*Refunds, deducted\$0\.00/)
  await expect(main.getByRole('row').filter({ hasText: TOOL })).toContainText('Paid')
  await expect(main.getByRole('link', { name: 'All orders of this buyer (1)' })).toHaveAttribute(
    'href',
    /manage-orders\?buyer=[\da-f-]{36}$/,
  )
  await main.getByRole('region', { name: 'Messages' }).locator('summary').click()
  await expect(main.getByText(message).last()).toBeVisible()
  await expectAccessible(page)

  const dialog = page.getByRole('dialog', { name: 'Change the tax' })
  await main.getByRole('button', { name: 'Change tax' }).click()
  await dialog.getByLabel('Treatment').selectOption('exempt')
  await dialog.getByLabel('Certificate number').fill('EX-42')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'The tax is changed')
  await expect(main.getByText('Exempt, EX-42')).toBeVisible()
})

test('an owner looks through the orders of a buyer in the panel, and leaves a note @gate', async ({
  page,
  context,
  signedInBuyer,
}) => {
  const numbers: string[] = []
  for (let order = 0; order < 3; order++) {
    numbers.unshift((await placeOrderOf(page.request, signedInBuyer, [TOOL])).number)
  }
  await context.clearCookies()
  await page.setViewportSize({ width: 1280, height: 800 })
  await openAsDemoAdmin(page, `/dashboard/manage-orders?buyer=${signedInBuyer.email}`)
  const [first = '', second = '', third = ''] = numbers
  const panel = (number: string) => page.getByRole('dialog', { name: `Order ${number}` })
  const row = (number: string) => page.getByRole('row').filter({ hasText: number })
  await row(first).getByText(signedInBuyer.name).click()
  await expect(panel(first)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`order=${first}$`))
  await expect(panel(first).getByRole('heading', { name: `Order ${first}` })).toBeFocused()
  await expect(panel(first)).toContainText('1 Anvil Street, Sheffield')
  await expect(panel(first).getByRole('heading', { name: 'History' })).toBeVisible()
  await expectAccessible(page)

  await page.keyboard.press('j')
  await expect(panel(second)).toBeVisible()
  const note = panel(second).getByLabel('New note')
  await note.fill('Just jot: call before delivery')
  await panel(second).getByRole('button', { name: 'Add note' }).click()
  await expect(panel(second).getByRole('listitem').filter({ hasText: 'Just jot' })).toContainText(
    /Forgewell Admin/,
  )
  await expect(note).toHaveValue('')
  await page.reload()
  await expect(panel(second)).toContainText('Just jot: call before delivery')
  await page.keyboard.press('j')
  await expect(panel(third)).toBeVisible()
  await page.keyboard.press('k')
  await panel(second).getByRole('button', { name: 'Delete note: Just jot' }).click()
  await expect(panel(second)).not.toContainText('Just jot')
  // The list beside it stays in use.
  await row(first).getByRole('link', { name: first }).click()
  await expect(panel(first)).toBeVisible()

  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row(first).getByRole('link', { name: first })).toBeFocused()
  await row(second).getByRole('link', { name: second }).click()
  await expect(panel(second)).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row(second).getByRole('link', { name: second })).toBeFocused()

  await page.setViewportSize({ width: 360, height: 740 })
  await row(third).getByRole('link', { name: third }).click()
  await expect(panel(third)).toBeVisible()
  await expectAccessible(page)
  expect((await panel(third).boundingBox())?.width).toBe(360)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the desk shows thirteen orders at once, and counts and sums what it finds', async ({
  page,
  context,
  signedInBuyer,
}) => {
  for (let order = 0; order < 14; order++) {
    const { lines } = await placeOrderOf(page.request, signedInBuyer, [TOOL])
    // With two badges, its row is as high as the others.
    if (order === 13) await payLines(page.request, signedInBuyer, [lines[0]?._id ?? ''])
  }
  await context.clearCookies()
  await page.setViewportSize({ width: 1280, height: 800 })
  await openAsDemoAdmin(page, `/dashboard/manage-orders?search=${signedInBuyer.email}`)
  const rows = page.getByRole('main').getByRole('row')
  await expect(rows).toHaveCount(1 + 14)
  await expect(rows.nth(13)).toBeInViewport({ ratio: 1 })
  const tabs = page.getByRole('navigation', { name: 'State of the orders' })
  await expect(tabs.getByRole('link')).toHaveText([
    ...['All 14', 'To pay 13', 'Paid 1', 'To pack 1', 'Part shipped 0'],
    ...['Shipped 0', 'Blocked 0', 'Returns 0', 'Cancelled 0'],
  ])
  await expect(page.getByText('Orders 14', { exact: true })).toBeVisible()
  await expect(page.getByText('Pieces 140', { exact: true })).toBeVisible()
  await expect(page.getByText('Total $2,366.00', { exact: true })).toBeVisible()

  const newest = await rows.nth(1).getByRole('link').first().textContent()
  await page.getByRole('button', { name: 'Newest first' }).click()
  await page.getByRole('link', { name: 'Oldest first' }).click()
  await expect(page).toHaveURL(/sort=oldest/)
  await expect(rows.nth(14)).toContainText(newest ?? '')
  await page.getByRole('button', { name: 'Oldest first' }).click()
  await page.getByRole('link', { name: 'Buyer, A to Z' }).click()
  await expect(page).toHaveURL(/sort=buyer/)
  await expect(page.getByRole('button', { name: 'Buyer, A to Z' })).toBeVisible()
  await page.getByRole('button', { name: 'Any buyer' }).click()
  await page.getByRole('link', { name: signedInBuyer.email }).click()
  await expect(page).toHaveURL(/buyer=/)
  await expect(rows).toHaveCount(1 + 14)
  await tabs.getByRole('link', { name: 'Cancelled' }).click()
  await expect(page.getByText('No orders match this filter.')).toBeVisible()
})
