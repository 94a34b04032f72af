import { addProduct } from '#e2e/testing/admin-product-fixtures.ts'
import { callAs, withCookies } from '#e2e/testing/api-helpers.ts'
import { demoAdmin, expect, openAdminElsewhere, openAsDemoAdmin, test } from '#e2e/testing/fixtures.ts'
import { expectPlaced, openSheet, payLater, randomWord, signUpVerified } from '#e2e/testing/order-list.ts'

// The shop refuses the wrong row.
test.use({ expectedRefusals: [422] })

test('a key account buys at contract prices, with a lower one taken by one press @gate', async ({
  page,
  baseURL,
  newBuyer,
}) => {
  const admin = await openAdminElsewhere(page, baseURL)
  const tool = await addProduct(admin, `Contract Scriber ${randomWord()}`)
  await signUpVerified(page, newBuyer)
  const call = await callAs(withCookies(admin.request), demoAdmin())
  const company = await call('POST', '/companies', {
    name: `Keys & Co ${randomWord()}`,
    member: newBuyer.email,
  })
  const list = await call('POST', '/price-lists', {
    name: 'Contract 17',
    for: { company: company._id },
    contract: true,
  })
  await call('PUT', `/price-lists/${list._id}/rows`, {
    rows: [
      { sku: tool.sku, minQuantity: 1, perPrice: 9.5 },
      { sku: tool.sku, minQuantity: 15, perPrice: 8.9 },
    ],
  })
  await call('POST', `/price-lists/${list._id}/publish`)
  await admin.context().close()

  await page.goto(`/purchase?q=${encodeURIComponent(tool.name)}`)
  const card = page.getByRole('article').filter({ hasText: tool.name })
  await expect(card).toContainText('$9.50 from $8.90')
  await card.getByRole('link', { name: tool.name }).first().click()
  const ladder = page.getByRole('list', { name: 'Prices by quantity' })
  await expect(ladder.getByRole('button')).toHaveText(['10+ $9.50', '15+ $8.90'])
  await page
    .getByRole('button', { name: /^Add to list/ })
    .first()
    .click()

  await page.goto('/order-list')
  const line = page.getByRole('listitem').filter({ hasText: tool.name })
  await expect(line).toContainText('$9.50 each')
  await line.getByRole('button', { name: '5 more pieces: $0.60 less each, saves $9.00' }).click()
  await expect(line).toContainText('$8.90 each')
  await expect(line).toContainText('$133.50')
  await openSheet(page)
  await page.getByLabel('Address').fill('1 Anvil Street')
  await payLater(page).click()
  await expectPlaced(page)
  await expect(page.getByRole('listitem').filter({ hasText: tool.name })).toContainText('$133.50')
})

test('an owner pastes a price list, is told which row is wrong, and sees why a price is what it is @gate', async ({
  page,
  baseURL,
}) => {
  const admin = await openAdminElsewhere(page, baseURL)
  const tool = await addProduct(admin, `Listed Scriber ${randomWord()}`)
  await admin.context().close()
  await openAsDemoAdmin(page, '/dashboard/companies')
  const name = `Listed & Co ${randomWord()}`
  await page.getByRole('button', { name: 'New company' }).click()
  await page.getByLabel('Name of a new company').fill(name)
  await page.getByRole('button', { name: 'Add company' }).click()
  await page.getByRole('link', { name: 'Prices', exact: true }).click()
  await page.getByRole('button', { name: 'New price list' }).click()
  await page.getByLabel('Name of a new price list').fill('Prices 2026')
  await page.getByRole('button', { name: 'Add price list' }).click()
  const add = page.getByRole('button', { name: 'Add a row' })
  await add.evaluate((box, text) => {
    const data = new DataTransfer()
    data.setData('text', text)
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
  }, `SKU\tFrom\tPrice\n${tool.sku}\t1\t9.00\n${tool.sku}\t20\t9.50\nX-NONE\t1\t5`)
  const pasted = page.getByRole('dialog', { name: 'Paste prices' })
  await expect(pasted.getByText('0 read, 1 unknown SKU, 2 to be corrected')).toBeVisible()
  await pasted.getByRole('button', { name: 'Take 3 rows' }).click()
  const unknown = page.getByRole('row', { name: /X-NONE/ })
  await expect(unknown.getByText('There is no tool X-NONE.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove X-NONE' }).click()
  await page.getByRole('button', { name: 'Save 2 changes' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing was changed' })).toBeVisible()
  await expect(page.getByText('$9.50 is more than from 1.')).toBeVisible()
  const second = page.getByLabel(`Price or percentage of ${tool.sku}, step 2`)
  await second.fill('8.50')
  await page.getByRole('button', { name: 'Save 2 changes' }).click()
  await expect(page.getByText('Not saved yet')).toBeHidden()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Active', { exact: true })).toBeVisible()

  const why = page.getByRole('region', { name: 'What is paid' })
  await why.getByLabel('SKU').fill(tool.sku)
  await why.getByLabel('Pieces').fill('25')
  await expect(why.getByRole('status')).toContainText('$8.50 each')
  await expect(why.getByRole('listitem').first()).toHaveText('Prices 2026, from 20: $8.50')

  // A file of the next prices is shown as changes before it is saved.
  const buffer = Buffer.from(`SKU,From,Price\n${tool.sku},1,8.80\n${tool.sku},20,8.40\nX-NONE,1,1`)
  const file = { name: 'prices.csv', mimeType: 'text/csv', buffer }
  await page.getByLabel('Import a file').setInputFiles(file)
  const review = page.getByRole('region', { name: 'Changes of prices.csv' })
  await expect(review.getByRole('cell', { name: 'There is no tool X-NONE.' })).toBeVisible()
  await review.getByRole('button', { name: 'Changed 2' }).click()
  await expect(review.getByRole('cell', { name: '$8.50 → $8.40' })).toBeVisible()
  await review.getByRole('button', { name: 'Save 2 changes' }).click()
  await expect(second).toHaveValue('8.40')

  await page.getByRole('button', { name: 'Copy as next year’s' }).click()
  await page.getByLabel('New list starts on').fill('2027-01-01')
  await page.getByRole('button', { name: 'Copy price list' }).click()
  await expect(page.getByRole('heading', { name: 'Prices 2027', level: 1 })).toBeVisible()
  await expect(page.getByLabel(`Price or percentage of ${tool.sku}`, { exact: true })).toHaveValue('9.06')
})

test('after a sign-out no page shows the own prices, neither back nor forward', async ({
  page,
  baseURL,
  newBuyer,
}) => {
  const admin = await openAdminElsewhere(page, baseURL)
  const word = randomWord()
  const tool = await addProduct(admin, `Secret Scriber ${word}`)
  await signUpVerified(page, newBuyer)
  const call = await callAs(withCookies(admin.request), demoAdmin())
  const company = await call('POST', '/companies', {
    name: `Secret ${word}`,
    member: newBuyer.email,
  })
  const list = await call('POST', '/price-lists', { name: 'Own', for: { company: company._id } })
  await call('PUT', `/price-lists/${list._id}/rows`, { rows: [{ sku: tool.sku, perPrice: 8.76 }] })
  await call('POST', `/price-lists/${list._id}/publish`)
  const slug = tool.name.toLowerCase().replaceAll(' ', '-')
  await admin.context().close()

  await page.goto(`/tools/${slug}-${tool._id}`)
  await expect(page.getByText('$8.76').first()).toBeVisible()
  const saved = page.waitForResponse(
    (answer) =>
      answer.url().endsWith('/api/order-list') && answer.request().method() === 'PUT' && answer.ok(),
  )
  await page
    .getByRole('button', { name: /^Add to list/ })
    .first()
    .click()
  await saved
  // Fetched ahead while signed in, by the pointer on its link.
  await page.getByRole('link', { name: 'Purchase', exact: true }).first().hover()
  await page.getByRole('button', { name: 'Sign Out' }).first().click()
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: tool.name })).toBeVisible()
  await expect(page.getByText('$8.76')).toHaveCount(0)
  await page.goForward()
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  await expect(page.getByText('$8.76')).toHaveCount(0)
  // Nor a page that was fetched ahead, what is suggested, or what the browser has stored.
  await page.getByRole('link', { name: 'Purchase', exact: true }).first().click()
  // A page that arrives closes the suggestions.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Tools Page')
  await page.getByRole('combobox', { name: 'Search tools' }).fill(tool.name)
  await expect(page.getByText('$12.50').or(page.getByText(tool.name)).first()).toBeVisible()
  await expect(page.getByText('$8.76')).toHaveCount(0)
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(stored).not.toContain('8.76')
})
