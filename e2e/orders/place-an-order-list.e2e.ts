import type { Locator } from '@playwright/test'
import { addProduct, callProducts } from '#e2e/testing/admin-product-fixtures.ts'
import { expect, openAdminElsewhere, test } from '#e2e/testing/fixtures.ts'
import {
  addPasted,
  expectPlaced,
  openSheet,
  paste,
  pasteBox,
  payLater,
  randomWord,
  signUpVerified,
} from '#e2e/testing/order-list.ts'

// The shop refuses a list whose stock another buyer took.
test.use({ expectedRefusals: [409] })
for (const width of [1280, 360]) {
  test(`lines whose stock or price changed are fixed, one by one and all at once, ${width} pixels wide${width === 1280 ? ' @gate' : ''}`, async ({
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
    await openSheet(page)
    await page.getByLabel('Address').fill('1 Anvil Street')
    await expect(payLater(page)).toBeEnabled()

    await callProducts(admin, 'put', scarce._id, { quantity: 30 })
    await callProducts(admin, 'put', dearer._id, { perPrice: 11 })
    await callProducts(admin, 'delete', dropped._id)
    await admin.context().close()

    await payLater(page).click()
    const faults = page.getByRole('alert').filter({ hasText: 'Nothing was ordered' })
    await expect(faults).toContainText('Nothing was ordered: 3 lines need a change.')
    await expect(faults.getByRole('listitem')).toContainText([
      /: 40 → 15, over your limit for this tool$/,
      /: now \$11\.00 each$/,
      /: no longer for sale$/,
    ])
    await expect(faults).toBeFocused()
    await faults.getByRole('link').first().click()
    await expect(page.getByLabel(`Quantity of ${scarce.name}`)).toBeInViewport()
    await page.getByRole('button', { name: `Accept $11.00: ${dearer.name}` }).click()
    await expect(faults).toContainText('2 lines need a change.')
    await page.getByRole('button', { name: 'Remove 1 line, order 15 instead' }).click()
    await expect(page.getByLabel(`Quantity of ${dropped.name}`)).toBeHidden()
    await openSheet(page)
    await payLater(page).click()
    await expectPlaced(page)
    await expect(page.getByRole('listitem').filter({ hasText: dearer.name })).toContainText('$220.00')
  })
}

test('a list is ordered by keyboard alone', async ({ page, newBuyer }) => {
  await signUpVerified(page, newBuyer)
  await page.goto('/order-list')
  const press = async (target: Locator) => {
    for (let tabs = 0; tabs < 60; tabs++) {
      if (await target.evaluate((element) => element.matches(':focus'))) break
      await page.keyboard.press('Tab')
    }
    await expect(target).toBeFocused()
  }
  await press(pasteBox(page))
  await page.keyboard.insertText('25x FW-1013\n24x FW-8600')
  await press(addPasted(page))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Order list, 2 lines' })).toBeVisible()
  await press(page.getByLabel('Address'))
  await page.keyboard.type('1 Anvil Street')
  await press(payLater(page))
  await page.keyboard.press('Enter')
  await expectPlaced(page)
  await press(page.getByLabel('Card number'))
  await page.keyboard.type('4242424242424242')
  await press(page.getByLabel('Expiration date'))
  await page.keyboard.type('1234')
  await press(page.getByLabel('CVC'))
  await page.keyboard.type('123')
  await press(page.getByRole('button', { name: /^Pay \$/ }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Paid')
})

for (const width of [1280, 360]) {
  test(`an order and a whole month are ordered again, and differences are reported, ${width} pixels wide${width === 1280 ? ' @gate' : ''}`, async ({
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
    await openSheet(page)
    await page.getByLabel('Address').fill('1 Anvil Street')
    await payLater(page).click()
    await expectPlaced(page)
    await callProducts(admin, 'put', marker._id, { perPrice: 11, minQuantity: 24 })
    await admin.context().close()

    await page.getByRole('link', { name: 'View the order' }).click()
    await page.getByRole('main').getByRole('link', { name: 'My Orders' }).last().click()
    await page.getByRole('button', { name: 'Reorder a past month' }).click()
    await page.getByRole('button', { name: 'Order this month again' }).click()
    await expect(page.getByRole('button', { name: 'Order list, 2 lines' })).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'The price was' })).toContainText(
      `“${marker.name}” The price was $9.50 and is now $11.00. Raised to 24, the minimum order.`,
    )
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.goto('/dashboard/orders')
    await page.getByRole('row').filter({ hasText: '+ 1 more' }).getByRole('link').first().click()
    await page.getByRole('link', { name: 'Order again' }).click()
    const pieces = page.getByText(/^2 lines · \d+ pieces$/)
    await expect(page.getByText('2 lines added.')).toBeVisible()
    const ordered = (await pieces.textContent()) ?? ''
    // A reload adds nothing again.
    await page.reload()
    await expect(page.getByRole('button', { name: 'Order list, 2 lines' })).toBeVisible()
    await expect(pieces).toHaveText(ordered)
  })
}
