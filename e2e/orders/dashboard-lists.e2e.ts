import type { Locator, Page } from '@playwright/test'
import { placeOrder } from '#e2e/testing/api-helpers.ts'
import { expect, expectHidden, fillCard, openAsDemoAdmin, test } from '#e2e/testing/fixtures.ts'

const TOOL = 'Hex Socket Set 1/2 in, 3 pcs'
const MANAGE_ORDERS = '/dashboard/manage-orders'

const rows = (page: Page) => page.locator('tbody tr')

/** The number of fully visible rows before scrolling. */
async function countVisibleRows(page: Page): Promise<number> {
  await expect(rows(page).first()).toBeVisible()
  return rows(page).evaluateAll(
    (all) => all.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length,
  )
}

async function boxOf(part: Locator) {
  const box = await part.boundingBox()
  if (!box) throw new Error('It is not on the screen')
  return box
}

test.describe('a list of many orders', () => {
  test.beforeEach(async ({ page, context, signedInBuyer }) => {
    for (let order = 0; order < 16; order++) {
      await placeOrder(page.request, signedInBuyer, TOOL)
    }
    await context.clearCookies()
    await openAsDemoAdmin(page, `${MANAGE_ORDERS}?search=${signedInBuyer.email}`)
    await expect(rows(page)).toHaveCount(16)
  })

  test('on a laptop it shows twelve at least, in lines of 40 px under a head that stays', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    expect(await countVisibleRows(page)).toBeGreaterThanOrEqual(12)
    const heights = await rows(page).evaluateAll((all) =>
      all.map((row) => row.getBoundingClientRect().height),
    )
    expect(new Set(heights)).toEqual(new Set([40]))
    const total = rows(page).first().locator('.order-total')
    await expect(total).toHaveText(/^\$[\d,.]+$/)
    await expect(total).toHaveCSS('text-align', 'right')
    await expect(total).toHaveCSS('font-variant-numeric', /tabular-nums/)

    // The heading takes one line with the tabs, and so do the filters.
    const middle = async (part: Locator) => {
      const { y, height } = await boxOf(part)
      return y + height / 2
    }
    const heading = page.getByRole('heading', { level: 1 })
    expect((await boxOf(heading)).height).toBeLessThan(40)
    const tabs = page.getByRole('navigation', { name: 'State of the orders' })
    expect(Math.abs((await middle(tabs)) - (await middle(heading)))).toBeLessThan(2)
    const search = await middle(page.getByRole('searchbox'))
    for (const name of ['Any date', 'Any buyer', 'Newest first', 'Ledger']) {
      expect(await middle(page.getByRole('button', { name })), name).toBeCloseTo(search, 0)
    }
    expect((await boxOf(page.getByRole('contentinfo'))).height).toBeLessThan(60)

    await page.setViewportSize({ width: 1280, height: 500 })
    const head = page.getByRole('columnheader', { name: 'Total' })
    // Not to the end, where the last rows push the head out.
    await rows(page).nth(10).scrollIntoViewIfNeeded()
    await page.mouse.wheel(0, 100)
    await expect.poll(async () => (await boxOf(head)).y).toBeCloseTo(0, 0)
  })

  test('a buyer’s name stands above the e-mail, and neither covers the other', async ({ page, newBuyer }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    const buyer = rows(page).first().locator('.order-buyer')
    await expect(buyer).toContainText(newBuyer.email)
    const name = await boxOf(buyer.locator('.order-buyer-name'))
    const email = await boxOf(buyer.locator('.order-buyer-email'))
    expect(name.y + name.height).toBeLessThanOrEqual(email.y + 1)
    await expect(buyer.getByRole('button')).toHaveCount(0)
  })

  test('on a phone an order takes three lines, with its buyer, and a tap shows the rest', async ({
    page,
    newBuyer,
  }) => {
    await page.setViewportSize({ width: 360, height: 760 })
    const row = rows(page).first()
    const box = await boxOf(row)
    expect(box.height).toBeLessThanOrEqual(92)
    await expect(row.getByRole('link', { name: /^FW-\d+$/ })).toBeVisible()
    for (const shown of [TOOL, 'Not Paid yet', newBuyer.name]) {
      await expect(row.getByText(shown)).toBeVisible()
    }
    const remove = row.getByRole('button', { name: 'Delete' })
    const email = row.getByText(newBuyer.email)
    await expect(remove).toBeHidden()
    await expect(email).toBeHidden()

    const details = row.getByRole('button', { name: /^Details of order FW-/ })
    await expect(details).toHaveAttribute('aria-expanded', 'false')
    // A tap anywhere on the lines works.
    await page.mouse.click(box.x + 40, box.y + 14)
    await expect(details).toHaveAttribute('aria-expanded', 'true')
    await expect(email).toBeVisible()
    await remove.click()
    const dialog = page.getByRole('dialog', { name: 'Delete this order?' })
    await expect(dialog).toContainText(newBuyer.email)
  })

  test('it prints as a table, without header, menu and buttons', async ({ page, newBuyer }) => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    // A4 with its margins.
    await page.setViewportSize({ width: 657, height: 980 })
    for (const part of ['header', 'footer', '[role=search]', 'nav', 'button', '.button']) {
      await expectHidden(page.locator(part))
    }
    await expect(page.getByRole('columnheader')).toHaveText([
      ...['Order', 'Date', 'Product', 'Buyer', 'Qty', 'Total', 'Payment status'],
    ])
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    const row = rows(page).first()
    const buyer = row.locator('.order-buyer')
    await expect(buyer).toContainText(newBuyer.email)
    // Whole, on three lines at most: nothing on paper has a tooltip.
    await expect(buyer.locator('.order-buyer-email')).toHaveCSS('white-space', 'normal')
    expect((await boxOf(buyer)).width).toBeGreaterThan(80)
    expect((await boxOf(row)).height).toBeLessThan(90)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(657)
  })
})

test('every list of an admin fits a tablet, with all that can be done in sight', async ({
  page,
  context,
  signedInBuyer,
}) => {
  await placeOrder(page.request, signedInBuyer, TOOL)
  await context.clearCookies()
  await page.setViewportSize({ width: 768, height: 1024 })
  await openAsDemoAdmin(page, '/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Welcome, /)
  const own = `?search=${signedInBuyer.email}`
  for (const list of [`manage-orders${own}`, `manage-users${own}`, 'manage-products']) {
    await page.goto(`/dashboard/${list}`)
    expect(await countVisibleRows(page), list).toBeGreaterThan(0)
    await expectNothingAtTheSide(page, list)
    expect((await boxOf(rows(page).first())).height, list).toBe(40)
    await expect(rows(page).first().getByRole('button', { name: 'Delete' })).toBeInViewport({
      ratio: 1,
    })
  }
  await page.goto(`${MANAGE_ORDERS}?search=${signedInBuyer.email}`)
  const buyer = rows(page).first().locator('.order-buyer')
  for (const part of [signedInBuyer.name, signedInBuyer.email]) {
    const shown = await boxOf(buyer.getByText(part, { exact: true }))
    const cell = await boxOf(buyer)
    expect(shown.width, part).toBeGreaterThan(30)
    expect(shown.x + shown.width, part).toBeLessThanOrEqual(cell.x + cell.width)
    expect(shown.y + shown.height, part).toBeLessThanOrEqual(cell.y + cell.height)
  }
})

/** Expects no overflow of the page or a cell, except in texts that end in an ellipsis. */
async function expectNothingAtTheSide(page: Page, list: string): Promise<void> {
  const hidden = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const frame = document.querySelector('.table-frame')?.getBoundingClientRect()
    const parts = document.querySelectorAll('tbody :is(a, button, time, .status-badge, .money-status)')
    const outside = [...parts].filter((part) => {
      const { width, right } = part.getBoundingClientRect()
      const cell = part.closest('td, th')?.getBoundingClientRect()
      return width > 0 && (right > (frame?.right ?? 0) || right > (cell?.right ?? 0) + 1)
    })
    return [...(scrollWidth > clientWidth ? ['page'] : []), ...outside.map((one) => one.outerHTML)]
  })
  expect(hidden, list).toEqual([])
}

test('on a phone every search says in full what it searches', async ({ page, context, signedInBuyer }) => {
  await placeOrder(page.request, signedInBuyer, TOOL)
  await context.clearCookies()
  await page.setViewportSize({ width: 360, height: 760 })
  await openAsDemoAdmin(page, '/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Welcome, /)
  for (const list of ['manage-orders', 'manage-users', 'manage-products']) {
    await page.goto(`/dashboard/${list}`)
    await expect(rows(page).first(), list).toBeVisible()
    const filter = page.getByRole('button', { name: 'Filter' })
    if (list === 'manage-orders') await filter.click()
    const search = page.getByRole('main').getByRole('searchbox')
    const room = await search.evaluate((field: HTMLInputElement) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(field)
      const text = document.createElement('canvas').getContext('2d')
      if (!text) throw new Error('There is no canvas')
      text.font = font
      const width = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
      return width - text.measureText(field.placeholder).width
    })
    expect(room, list).toBeGreaterThan(0)
  }
})

test.describe('my orders, read in German', () => {
  test.use({ locale: 'de-DE' })

  test('each has its number and day; a paid one has a quiet Pay that is off', async ({
    page,
    signedInBuyer,
  }) => {
    const paid = await placeOrder(page.request, signedInBuyer, TOOL)
    await placeOrder(page.request, signedInBuyer, TOOL)
    await page.goto(`/dashboard/orders/payment/${paid}`)
    await fillCard(page, '4242 4242 4242 4242')
    await page.getByRole('button', { name: 'Pay' }).click()
    await expect(page).toHaveURL('/dashboard/orders')

    const [unpaidRow, paidRow] = [rows(page).nth(0), rows(page).nth(1)]
    await expect(paidRow.getByRole('rowheader')).toHaveText(/^FW-\d+$/)
    const day = paidRow.getByRole('time')
    await expect(day).toHaveText(/^\d{1,2}\. \p{L}+\.?$/u)
    await expect(day).toHaveAttribute('title', /\d\d:\d\d:\d\d/)
    const pay = paidRow.getByRole('button', { name: 'Pay' })
    await expect(pay).toBeDisabled()
    await expect(pay).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
    await expect(unpaidRow.getByRole('link', { name: 'Pay' })).toBeVisible()
    await expect(paidRow).not.toContainText('pi_')
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNothingAtTheSide(page, `my orders at ${width}`)
    }
  })
})
