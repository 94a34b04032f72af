import { addProduct } from '#e2e/testing/admin-product-fixtures.ts'
import { callAs, withCookies } from '#e2e/testing/api-helpers.ts'
import { demoAdmin, expect, expectToast, openAdminElsewhere, test } from '#e2e/testing/fixtures.ts'
import { expectPlaced, openSheet, payLater, randomWord } from '#e2e/testing/order-list.ts'

test.use({ expectedRefusals: [422] })

test('an owner sets the seller and invites customers of a company, one of whom buys at its price', async ({
  page,
  baseURL,
}) => {
  const admin = await openAdminElsewhere(page, baseURL)
  const tool = await addProduct(admin, `Invited Scriber ${randomWord()}`)
  const call = await callAs(withCookies(admin.request), demoAdmin())
  const name = `Invited & Co ${randomWord()}`
  const company = await call('POST', '/companies', { name })
  const contract = { name: 'Contract', for: { company: company._id }, contract: true }
  const list = await call('POST', '/price-lists', contract)
  const rows = [{ sku: tool.sku, minQuantity: 1, perPrice: 9.5 }]
  await call('PUT', `/price-lists/${list._id}/rows`, { rows })
  await call('POST', `/price-lists/${list._id}/publish`)

  await admin.goto('/dashboard/shop')
  await admin.getByLabel('Time zone').fill('Nowhere')
  await admin.getByRole('button', { name: 'Save business' }).click()
  await expect(admin.getByText('A time zone is written like')).toBeVisible()
  await admin.getByLabel('Time zone').fill('')
  await admin.getByLabel('Bank account').fill('IBAN GB33 BUKB 2020')
  await admin.getByRole('button', { name: 'Save business' }).click()
  await expectToast(admin, 'Business saved')

  await admin.goto('/dashboard/manage-users')
  const customers = ['Nia', 'Noah', 'Nora'].map((first) => {
    const word = randomWord()
    return { name: `${first} ${word}`, email: `${first}.${word}@vans.example`.toLowerCase() }
  })
  const waiting = admin.getByRole('region', { name: 'Added, not registered yet' })
  for (const customer of customers) {
    await waiting.getByLabel('Name of a new user').fill(customer.name)
    await waiting.getByLabel('E-mail').fill(customer.email)
    await waiting.getByLabel('Company').selectOption(name)
    await waiting.getByRole('button', { name: 'Add user' }).click()
    await expect(waiting.getByRole('row', { name: customer.name })).toContainText(name)
  }
  const [nia] = customers
  if (!nia) throw new Error('Nobody was added')
  const row = waiting.getByRole('row', { name: nia.name })
  await row.getByRole('button', { name: 'Invite' }).click()
  await expectToast(admin, 'The invitation is on its way')
  const link = async () => {
    const inbox = await page.request.get('/simulators/mail', {
      headers: { Accept: 'application/json' },
    })
    const mails = JSON.stringify(await inbox.json())
    const email = encodeURIComponent(nia.email)
    return new RegExp(`/register\\?email=${email}&invitation=[\\w-]+`).exec(mails)?.[0] ?? ''
  }
  await expect.poll(link).not.toBe('')

  await page.goto(await link())
  await expect(page.getByLabel('Email')).toHaveValue(nia.email)
  await page.getByLabel('Name').fill('Nia Newcomer')
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Register' }).click()
  await expectToast(page, 'Successfully Logged User')
  await page.goto(`/purchase?q=${encodeURIComponent(tool.name)}`)
  await expect(page.getByRole('article').filter({ hasText: tool.name })).toContainText('$9.50')
  await page
    .getByRole('article')
    .filter({ hasText: tool.name })
    .getByRole('link', { name: tool.name })
    .first()
    .click()
  await page
    .getByRole('button', { name: /^Add to list/ })
    .first()
    .click()
  await page.goto('/order-list')
  await openSheet(page)
  await page.getByLabel('Address').fill('1 Anvil Street')
  await payLater(page).click()
  await expectPlaced(page)
  await admin.reload()
  await expect(row).toHaveCount(0)
  await admin.context().close()
})
