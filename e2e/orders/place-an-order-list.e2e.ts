import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { addProduct, callProducts } from '#e2e/testing/admin-product-fixtures.ts'
import { mailedLink, signUp } from '#e2e/testing/api-helpers.ts'
import { expect, fillCard, openAdminElsewhere, test } from '#e2e/testing/fixtures.ts'

// The shop refuses a list whose stock another buyer took.
test.use({ expectedRefusals: [409] })
test.setTimeout(120_000)

/** 15 tools as a buyer would paste them, in three formats. */
const ORDER = `Hi Tom,
please send to the yard:
25x FW-1013
FW-1005, 10 pcs
FW-1110: 20
12 FW-1250
FW-1309 x 20
fw-4016 (24)
FW-4024\t12
FW-4075\t20
FW-4200 - 10
20 Stk FW-5180
15 FW-5200, 20 FW-6500
10 x FW-8150
24x FW-8600
FW-9300 10 pcs`

async function signUpVerified(page: Page, buyer: Parameters<typeof signUp>[1]): Promise<void> {
  await signUp(page.request, buyer)
  await page.goto(await mailedLink(page.request, buyer.email))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Only letters, so that a name can't be read as a SKU or a quantity. */
const randomWord = () =>
  crypto
    .randomUUID()
    .slice(0, 8)
    .replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))

const pasteBox = (page: Page) => page.getByRole('textbox', { name: 'Paste an order' })
const addPasted = (page: Page) => page.getByRole('button', { name: 'Add to the list' })
const placeButton = (page: Page) => page.getByRole('button', { name: /^Place order · \$/ })

/** The receipt of one order, with its number. */
async function expectPlaced(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: /^Order FW-\d+ placed$/ })).toBeFocused()
}

async function paste(page: Page, text: string): Promise<void> {
  await pasteBox(page).fill(text)
  await addPasted(page).click()
  await expect(page.getByText(/^\d+ lines? added/).last()).toBeFocused()
}

for (const width of [1280, 360]) {
  test(`15 tools are pasted, placed and paid in at most 12 clicks and one card entry, ${width} pixels wide`, async ({
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
    await click(page.getByRole('link', { name: 'Paste an order' }))
    await click(pasteBox(page))
    await pasteBox(page).fill(ORDER)
    await click(addPasted(page))
    await expect(page.getByText('15 lines added, 2 not read.')).toBeVisible()
    await expect(page.getByText('Total, 15 lines')).toBeVisible()
    // Lines that can't be parsed stay visible, with the reason.
    await expect(page.getByRole('listitem').filter({ hasText: 'Hi Tom,' })).toContainText(
      'no SKU and no quantity',
    )
    await click(page.getByLabel('Address'))
    await page.getByLabel('Address').fill('1 Anvil Street')
    await click(placeButton(page))
    await expectPlaced(page)
    await click(page.getByRole('link', { name: /^Pay \$[\d,.]+$/ }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Pay for order FW-\d+$/)
    await click(page.getByLabel('Card number'))
    await fillCard(page, '4242 4242 4242 4242')
    await click(page.getByRole('button', { name: /^Pay \$/ }))
    await expect(page.getByText('Congratulation! Your payment is completed.').first()).toBeVisible()
    expect(clicks).toBeLessThanOrEqual(12)
    await expect(page.getByRole('button', { name: 'Order list, 0 lines' })).toBeVisible()
    await expectMailedInvoice(page, newBuyer.email)
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

for (const width of [1280, 360]) {
  test(`lines whose stock or price changed are fixed, one by one and all at once, ${width} pixels wide`, async ({
    page,
    baseURL,
    newBuyer,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    const admin = await openAdminElsewhere(page, baseURL)
    const names = ['Scarce Scriber', 'Dearer Scriber', 'Dropped Scriber', 'Steady Scriber']
    const [scarce, dearer, dropped] = await Promise.all(
      names.map((name) => addProduct(admin, `${name} ${randomWord()}`)),
    )
    if (!scarce || !dearer || !dropped) throw new Error('The tools were not added')
    await signUpVerified(page, newBuyer)
    await page.goto('/order-list')
    await paste(page, `40 ${scarce.name}\n20 ${dearer.name}\n20 ${dropped.name}\n25x FW-1013`)
    await page.getByLabel('Address').fill('1 Anvil Street')
    await expect(placeButton(page)).toBeEnabled()

    await callProducts(admin, 'put', scarce._id, { quantity: 30 })
    await callProducts(admin, 'put', dearer._id, { perPrice: 11 })
    await callProducts(admin, 'delete', dropped._id)
    await admin.context().close()

    await placeButton(page).click()
    await expect(page.getByRole('alert')).toContainText(
      'Nothing was ordered: 3 lines need a change.',
    )
    await page.getByRole('button', { name: `Accept $11.00: ${dearer.name}` }).click()
    await expect(page.getByRole('alert')).toContainText('2 lines need a change.')
    await page.getByRole('button', { name: 'Fix all 2' }).click()
    await expect(page.getByLabel(`Quantity of ${dropped.name}`)).toBeHidden()
    await placeButton(page).click()
    await expectPlaced(page)
    await expect(page.getByRole('listitem').filter({ hasText: dearer.name })).toContainText(
      '$220.00',
    )
  })
}

test('uncertain names are confirmed, and a paste is undone', async ({ page }) => {
  await page.goto('/order-list')
  await paste(
    page,
    '12 adjustable wrench 250\n15 ruber mallets\n25 FW-1013\n7 left-handed spanners',
  )
  await expect(page.getByText('1 line added, 2 to confirm, 1 not read.')).toBeVisible()
  await page.setViewportSize({ width: 360, height: 800 })
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(360)
  await expect(page.getByLabel('Tool for 15 ruber mallets')).toContainText('Rubber Mallet 75 mm')
  await page.getByRole('button', { name: 'Add 12 adjustable wrench 250' }).click()
  await expect(page.getByText('Total, 2 lines')).toBeVisible()
  await expect(
    page.getByRole('listitem').filter({ hasText: '7 left-handed spanners' }),
  ).toContainText('No tool has this name.')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Total, 1 line')).toBeVisible()
})

test('a list is ordered by keyboard alone', async ({ page, newBuyer }) => {
  await signUpVerified(page, newBuyer)
  await page.goto('/order-list')
  const press = async (target: Locator) => {
    for (let tabs = 0; tabs < 60; tabs++) {
      if (await target.evaluate((element) => element === document.activeElement)) break
      await page.keyboard.press('Tab')
    }
    await expect(target).toBeFocused()
  }
  await press(pasteBox(page))
  await page.keyboard.insertText('25x FW-1013\n24x FW-8600')
  await press(addPasted(page))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Total, 2 lines')).toBeVisible()
  await press(page.getByLabel('Address'))
  await page.keyboard.type('1 Anvil Street')
  await press(placeButton(page))
  await page.keyboard.press('Enter')
  await expectPlaced(page)
  await press(page.getByRole('link', { name: /^Pay \$/ }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Pay for order FW-\d+$/)
})

for (const width of [1280, 360]) {
  test(`an order and a whole month are ordered again, and differences are told, ${width} pixels wide`, async ({
    page,
    baseURL,
    newBuyer,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    const admin = await openAdminElsewhere(page, baseURL)
    const marker = await addProduct(admin, `Line Marker ${randomWord()}`)
    await signUpVerified(page, newBuyer)
    await page.goto('/order-list')
    await paste(page, `20 ${marker.name}\n25x FW-1013`)
    await page.getByLabel('Address').fill('1 Anvil Street')
    await placeButton(page).click()
    await expectPlaced(page)
    await callProducts(admin, 'put', marker._id, { perPrice: 11, minQuantity: 24 })
    await admin.context().close()

    await page.getByRole('link', { name: 'View the order' }).click()
    await page.getByRole('main').getByRole('link', { name: 'My Orders' }).last().click()
    await page.getByRole('button', { name: 'Order this month again' }).click()
    await expect(page.getByText('Total, 2 lines')).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'The price was' })).toContainText(
      `${marker.name} The price was $9.50 and is now $11.00. Raised to 24, the minimum order.`,
    )
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.goto('/dashboard/orders')
    await page.getByRole('row').filter({ hasText: '2 tools' }).getByRole('link').first().click()
    await page.getByRole('link', { name: 'Order again' }).click()
    const total = page.getByText('Total, 2 lines')
    await expect(total).toContainText(/\$[1-9]/)
    const ordered = (await total.textContent()) ?? ''
    // A reload adds nothing again.
    await page.reload()
    await expect(total).toHaveText(ordered)
  })
}
