import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '#e2e/testing/accessibility.ts'
import { signUp } from '#e2e/testing/api-helpers.ts'
import { expect, fillCard, test } from '#e2e/testing/fixtures.ts'
import {
  addPasted,
  expectPlaced,
  ORDER,
  orderOf,
  paste,
  pasteBox,
  payLater,
  placeAndPay,
  signUpVerified,
} from '#e2e/testing/order-list.ts'

// A declined card is 402.
test.use({ expectedRefusals: [402] })
test.setTimeout(90_000)

for (const width of [1280, 360]) {
  test(`15 tools are pasted, placed and paid in at most 6 clicks besides the card, ${width} pixels wide${width === 1280 ? ' @gate' : ''}`, async ({
    page,
    newBuyer,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await signUpVerified(page, newBuyer)
    await page.goto('/')
    let clicks = 0
    const click = async (target: Locator) => {
      clicks += 1
      await target.click()
    }
    await click(page.getByRole('button', { name: 'Order list, 0 lines' }))
    await click(page.getByRole('dialog').getByRole('link', { name: 'Paste an order' }))
    await expect(pasteBox(page)).toBeFocused()
    await page.keyboard.insertText(ORDER)
    await click(addPasted(page))
    await expect(page.getByText(/^(\d+ to check, )?2 could not be read\.$/)).toBeVisible()
    await expect(page.getByText('15 lines added')).toHaveCount(1)
    // Lines that can't be parsed stay visible, with the reason.
    await expect(page.getByRole('listitem').filter({ hasText: 'Hi Tom,' })).toContainText(
      'No SKU or quantity',
    )
    if (width === 360) await click(page.getByRole('button', { name: 'Place and pay', exact: true }))
    await expect(page.getByText(/^15 lines · 2\d\d pieces$/)).toBeVisible()
    await click(page.getByLabel('Address'))
    await page.getByLabel('Address').fill('1 Anvil Street')
    await fillCard(page, '4242 4242 4242 4242')
    await click(placeAndPay(page))
    await expect(page.getByText('Congratulation! Your payment is completed.').first()).toBeVisible()
    expect(clicks).toBeLessThanOrEqual(6)

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Paid')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByRole('button', { name: 'Order list, 0 lines' })).toBeVisible()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Invoice (PDF)' }).click(),
    ])
    expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
    await expectMailedInvoice(page, newBuyer.email)
    // The receipt stays after a reload, and leads to the next order.
    await page.reload()
    await expect(page.getByText(/^Order FW-\d+, 15 lines, \$/)).toBeVisible()
    await page.getByRole('link', { name: 'Order again' }).click()
    await expect(page.getByRole('button', { name: 'Order list, 15 lines' })).toBeVisible()
  })
}

/** The simulated inbox shows the invoice with the mail about the payment. */
async function expectMailedInvoice(page: Page, email: string): Promise<void> {
  const inbox = await page.context().newPage()
  await expect(async () => {
    await inbox.goto('/simulators/mail')
    const mails = inbox.locator('details', { hasText: `To ${email}` })
    await expect(mails.filter({ hasText: 'Attached: INV-' })).toHaveCount(1, { timeout: 1_000 })
  }).toPass()
  const mail = inbox.locator('details', { hasText: 'Attached: INV-' }).filter({ hasText: email })
  if ((await mail.getAttribute('open')) === null) await mail.locator('summary').click()
  const [file] = await Promise.all([
    inbox.waitForEvent('download'),
    mail.getByRole('link', { name: /^INV-\d{4}-\d{5}\.pdf$/ }).click(),
  ])
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
}

test('a declined card leaves the order placed, and is tried again after a reload @gate', async ({
  page,
  newBuyer,
}) => {
  await signUpVerified(page, newBuyer)
  await page.goto('/order-list')
  await paste(page, '25x FW-1013\n24x FW-8600')
  await page.getByLabel('Address').fill('1 Anvil Street')
  await placeAndPay(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Enter the card first' })).toBeVisible()
  await expectAccessible(page)
  await fillCard(page, '4000 0000 0000 0002')
  await placeAndPay(page).dblclick()
  const declined = page.getByRole('alert').filter({ hasText: 'Your card was declined.' })
  await expect(declined).toBeVisible()
  const panel = page.getByRole('region', { name: 'Place the order' })
  await expect(panel).toContainText(/Order FW-\d+ is placed\. Held until/)
  await expect(page.getByRole('button', { name: /^Try again: pay \$/ })).toBeEnabled()
  await expectAccessible(page)
  await page.reload()
  await expect(panel).toContainText(/Order FW-\d+ is placed\./)
  await fillCard(page, '4000 0025 0000 3155')
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await page.getByRole('button', { name: 'Fail authentication' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'unable to authenticate' })).toBeVisible()
  await page.getByRole('button', { name: /^Try again: pay \$/ }).click()
  await page.getByRole('button', { name: 'Complete authentication' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Paid')
  await page.getByRole('link', { name: 'My Orders' }).last().click()
  // One order, in spite of two clicks and a reload.
  await expect(page.getByRole('row').filter({ hasText: '+ 1 more' })).toHaveCount(1)
})

test('an order whose answer was lost in a reload is not placed twice', async ({ page, newBuyer }) => {
  await signUpVerified(page, newBuyer)
  await page.goto('/order-list')
  await paste(page, '25x FW-1013')
  await page.getByLabel('Address').fill('1 Anvil Street')
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/orders'))
  await Promise.all([sent, payLater(page).click()])
  await page.reload()
  // The list is still there, unless the answer was faster than the reload.
  const placed = page.getByRole('heading', { name: /^Order FW-\d+ placed$/ })
  await expect(payLater(page).or(placed).or(page.getByText('The list is empty.'))).toBeVisible()
  if (await payLater(page).isVisible()) {
    await payLater(page).click()
    await expectPlaced(page)
  }
  await page.goto('/dashboard/orders')
  await expect(page.getByRole('row').filter({ hasText: 'FW-1013' })).toHaveCount(1)
})

for (const isVerified of [true, false]) {
  test(`nothing moves while 30 lines load, and both buttons are on the first screen, e-mail ${isVerified ? '' : 'not '}confirmed`, async ({
    page,
    newBuyer,
  }) => {
    await (isVerified ? signUpVerified(page, newBuyer) : signUp(page.request, newBuyer))
    await page.goto('/order-list')
    await paste(page, await orderOf(page, 30))
    await page.addInitScript(() => {
      Object(globalThis).shifts = []
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { value, sources } = Object(entry)
          const nodes = sources.map(({ node }: { node: Element }) => node?.className)
          Object(globalThis).shifts.push({ value, nodes })
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    // A slow line shows each state of the page.
    const network = await page.context().newCDPSession(page)
    const line = { offline: false, downloadThroughput: -1, uploadThroughput: -1 }
    await network.send('Network.emulateNetworkConditions', { ...line, latency: 300 })
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.reload()
      await expect(page.getByText(/^30 lines · /)).toBeAttached()
      await expect(page.getByLabel('Card number')).toBeAttached()
      await expect(page.getByText(/^Place and pay \$/)).toBeAttached()
      expect(await page.evaluate(() => Object(globalThis).shifts)).toEqual([])
    }
    await expect(page.getByRole('complementary', { name: 'Confirm your e-mail' })).toHaveCount(
      isVerified ? 0 : 1,
    )
    // Without an address, so that its fields are open, and with the error of the first one.
    await placeAndPay(page).click()
    await expect(page.getByText('Address is Required to Reach out your products')).toBeVisible()
    for (const button of [placeAndPay(page), payLater(page)]) {
      expect((await button.boundingBox())?.y).toBeLessThanOrEqual(640)
    }
  })
}

test('an A4 page prints 25 lines of the list', async ({ page }) => {
  await page.goto('/order-list')
  await paste(page, await orderOf(page, 30))
  await page.emulateMedia({ media: 'print' })
  // Its 180 x 267 mm between the margins.
  await page.setViewportSize({ width: 680, height: 1009 })
  const line = page.getByRole('region', { name: 'Lines' }).getByRole('listitem').nth(24)
  const box = await line.boundingBox()
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(1009)
})
