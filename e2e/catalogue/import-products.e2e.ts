import { expectAccessible } from '#e2e/testing/accessibility.ts'
import { expect, openAsDemoAdmin, test } from '#e2e/testing/fixtures.ts'

const DESCRIPTION = 'Blued steel blade, beech stock'

test('an owner imports a file, mends a row, applies it and undoes it by the keyboard', async ({ page }) => {
  const sku = `IMP-${crypto.randomUUID().slice(0, 8).toUpperCase()}`
  const file = [
    'Item no.,Name,Description,Price,Stock,Minimum order,Supplier',
    `${sku}-1,Large try square,"${DESCRIPTION}",25.00,40,5,Acme`,
    `${sku}-2,Small try square,"${DESCRIPTION}",2.00,40,5,Acme`,
  ].join('\n')
  await openAsDemoAdmin(page, '/dashboard/manage-products')
  await page.getByRole('link', { name: 'Import and export' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Import products')
  await expectAccessible(page)
  const buffer = Buffer.from(file)
  const chooser = page.waitForEvent('filechooser')
  await page.getByLabel('Choose a file').press('Enter')
  await (await chooser).setFiles({ name: 'tools.csv', mimeType: 'text/csv', buffer })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Import of tools.csv')
  await expect(page.getByText('Compared: 1 new, 1 refused. Nothing is changed yet.')).toBeVisible()
  const columns = page.getByRole('list', { name: 'Columns' })
  await expect(columns).toContainText('SKU ← Item no.')
  await expect(columns).toContainText('Ignored ← Supplier')
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Refused 1' }).press('Enter')
  await expect(page.getByText('Minimun Per Price should up to $5')).toBeVisible()
  await page.getByRole('button', { name: 'Fix row 3' }).press('Enter')
  await page.getByLabel('Price', { exact: true }).fill('20.00')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Compared: 2 new. Nothing is changed yet.')).toBeVisible()

  await page.getByRole('button', { name: 'Apply 2 rows' }).press('Enter')
  const asked = page.getByRole('dialog', { name: 'Apply 2 rows?' })
  await expect(asked).toContainText('2 products are added')
  await asked.getByRole('button', { name: 'Apply' }).press('Enter')
  await expect(page.getByText('Applied: 2 rows.')).toBeVisible()
  await page.getByRole('link', { name: 'New 2' }).press('Enter')
  await page.getByRole('link', { name: `${sku}-2` }).press('Enter')
  await expect(page.getByLabel('Price', { exact: true })).toHaveValue('20.00')
  await expect(page.getByText('Imported from a file')).toBeVisible()

  await page.goBack()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).press('Enter')
  await expect(page.getByText('Undone: 2 rows.')).toBeVisible()
  await page.getByRole('link', { name: 'All imports' }).press('Enter')
  await expect(page.getByRole('row', { name: 'tools.csv' }).first()).toContainText('Undone')
})

test('an owner brings an ERP’s file with prices per 100, and answers one question', async ({ page }) => {
  const sku = `ERP-${crypto.randomUUID().slice(0, 8).toUpperCase()}`
  const file = [
    'Artikelnummer;Bezeichnung;Kurztext;Preis;PE;ME;Bestand;Mindestmenge',
    `${sku}-1;Streichmaß;${DESCRIPTION};2.500,00;100;ST;40;5`,
    `${sku}-2;Winkel;${DESCRIPTION};30,00;1;KAR;40;5`,
  ].join('\n')
  await openAsDemoAdmin(page, '/dashboard/manage-products/import')
  await page
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'erp.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await expect(page.getByText('Choose what ME (KAR) is')).toBeVisible()
  await page.getByLabel(/^ME/).selectOption('Only rows of ST')
  await page.getByRole('button', { name: 'Apply columns' }).click()
  await expect(page.getByText('Compared: 1 new, 1 refused. Nothing is changed yet.')).toBeVisible()
  await expect(page.getByText('Prices divided by PE')).toBeVisible()
  await page.getByRole('link', { name: 'New 1' }).click()
  await expect(page.getByText('Price: $25.00')).toBeVisible()
  await page.getByRole('button', { name: 'Apply 1 row' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('Applied: 1 row.')).toBeVisible()
})
