import type { Page } from '@playwright/test'
import { expectAccessible } from '#e2e/testing/accessibility.ts'
import { expect, test } from '#e2e/testing/fixtures.ts'
import { workbook } from '#server/testing/workbooks.ts'

const WRENCH = 'Combination Wrench 13 mm'
const quantityOf = (page: Page, name: string) => page.getByLabel(`Quantity of ${name}`)
const pasteBox = (page: Page) => page.getByRole('textbox', { name: 'Paste an order' })

test('a pasted quantity is confirmed when it is not certain @gate', async ({ page }) => {
  await page.goto('/purchase')
  await page.getByRole('button', { name: 'Order list, 0 lines' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Paste an order' }).click()
  await expect(pasteBox(page)).toBeFocused()
  await page.keyboard.insertText('FW-1013\t1,250.00\nca. 30 FW-1250\nFW-1110')
  await page.getByRole('button', { name: 'Add to the list' }).click()
  await expect(page.getByText('1 to check, 1 to confirm.')).toBeVisible()
  await expect(quantityOf(page, WRENCH)).toHaveValue('1250')
  await expect(page.getByText('No quantity given: 20, the minimum order')).toBeVisible()
  await expect(page.getByText('Its quantity is not understood. How many?')).toBeVisible()
  const quantity = page.getByLabel('Quantity for ca. 30 FW-1250')
  await expect(quantity).toHaveValue('30')
  await quantity.fill('40-50')
  await page.getByRole('button', { name: 'Add ca. 30 FW-1250' }).click()
  await expect(page.getByText('Quantity must be a whole number')).toBeVisible()
  await quantity.fill('40')
  await page.getByRole('button', { name: 'Add ca. 30 FW-1250' }).click()
  await expect(page.getByText('1 line added.')).toBeVisible()
  await expect(quantityOf(page, 'Adjustable Wrench 250 mm')).toHaveValue('40')
})

test('which column is the quantity is asked once, shown and remembered @gate', async ({ page }) => {
  await page.goto('/order-list')
  const add = page.getByRole('button', { name: 'Add to the list' })
  await pasteBox(page).fill('Part No.,Qty,Order Qty,UOM\nFW-1013,4,200,EA\nFW-1250,2,30,C')
  await add.click()
  await expect(page.getByText('Which column is the quantity to order: “Qty” or “Order Qty”?')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Apply columns' }).click()
  await expect(quantityOf(page, WRENCH)).toHaveValue('200')
  await expect(page.getByRole('list', { name: 'Columns' })).toHaveText(
    /SKU ← Part No\..*Quantity ← Order Qty.*Unit ← UOM.*Ignored ← /,
  )
  await expect(page.getByText('30 “C” of 100 = 3,000 pieces?')).toBeVisible()
  await page.getByRole('button', { name: 'Change' }).click()
  await page.getByRole('combobox', { name: /^Order Qty/ }).selectOption('Ignored')
  await page.getByRole('combobox', { name: /^Qty/ }).selectOption('Quantity')
  await page.getByRole('button', { name: 'Apply columns' }).click()
  await expect(page.getByText('Raised to 25, the minimum order')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Paste an order' }).click()
  await pasteBox(page).fill('Part No.,Qty,Order Qty,UOM\nFW-1110,50,7,EA')
  await add.click()
  await expect(quantityOf(page, 'Double Open-End Wrench 17 x 19 mm')).toHaveValue('50')
})

test('an order form is sent back with three rows filled, and packs are asked about once', async ({
  page,
}) => {
  await page.goto('/order-list')
  const form = [
    'SKU,Name,VPE,Menge',
    'FW-1013,Combination Wrench 13 mm,10,4',
    'FW-1020,Combination Wrench 20 mm,10,',
    'FW-1250,Adjustable Wrench 250 mm,5,12',
    'FW-1309,Hex Key Set,10,-',
    'FW-1110,Double Open-End Wrench 17 x 19 mm,10,6',
  ].join('\n')
  await pasteBox(page).fill(form)
  await page.getByRole('button', { name: 'Add to the list' }).click()
  await expect(
    page.getByText('Does “Menge” count pieces, or packs with “VPE”, as 4 × 10 = 40 pieces?'),
  ).toBeVisible()
  await page.getByRole('combobox', { name: /^VPE/ }).selectOption('Pieces in each')
  await page.getByRole('button', { name: 'Apply columns' }).click()
  await expect(page.getByText('3 lines added.')).toBeVisible()
  await expect(page.getByText('2 rows skipped: 2 without a quantity')).toBeVisible()
  await expect(quantityOf(page, WRENCH)).toHaveValue('40')
  await expect(quantityOf(page, 'Adjustable Wrench 250 mm')).toHaveValue('60')
})

test('an Excel workbook and a Windows CSV are read, other files are refused by name @gate', async ({
  page,
}) => {
  await page.goto('/order-list')
  const choose = async (name: string, buffer: Buffer) => {
    const file = page.getByLabel('or choose an Excel or CSV file')
    // The panel closes when a file was read.
    if (await file.isHidden()) await page.getByRole('button', { name: 'Paste an order' }).click()
    await file.setInputFiles({ name, mimeType: '', buffer })
  }
  const order = [
    ['SKU', 'Quantity'],
    ['FW-1013', 1250],
  ]
  await choose('order.xlsx', workbook({ Order: order, Prices: [['FW-1013', 7.9]] }))
  await page
    .getByRole('group', { name: 'Which sheet has the order?' })
    .getByRole('button', { name: 'Order', exact: true })
    .click()
  await expect(page.getByText('1 line added.')).toBeVisible()
  await expect(quantityOf(page, WRENCH)).toHaveValue('1250')
  await choose('order.csv', Buffer.from('Schl\xfcssel;12', 'latin1'))
  await expect(page.getByText('Schlüssel;12')).toBeVisible()
  await choose('order.pdf', Buffer.from('%PDF-1.7'))
  await expect(page.getByText('This is a PDF file. Choose an Excel, OpenDocument or CSV file.')).toBeVisible()
  await choose('empty.csv', Buffer.from(''))
  await expect(page.getByText('There is nothing to read in it.')).toBeVisible()
  await pasteBox(page).fill('  \n ')
  await page.getByRole('button', { name: 'Add to the list' }).click()
  await expect(page.getByText('There is nothing to read in it.')).toBeVisible()
})
