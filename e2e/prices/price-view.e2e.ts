import { addProduct } from '#e2e/testing/admin-product-fixtures.ts'
import { callAs, withCookies } from '#e2e/testing/api-helpers.ts'
import { demoAdmin, expect, openAdminElsewhere, test } from '#e2e/testing/fixtures.ts'
import { randomWord, signUpVerified } from '#e2e/testing/order-list.ts'

test('an admin sees the shop as a customer, changes nothing meanwhile, and ends it', async ({
  page,
  baseURL,
  newBuyer,
  browser,
}) => {
  const admin = await openAdminElsewhere(page, baseURL)
  const tool = await addProduct(admin, `Viewed Scriber ${randomWord()}`)
  await signUpVerified(page, newBuyer)
  const call = await callAs(withCookies(admin.request), demoAdmin())
  const company = await call('POST', '/companies', {
    name: `Viewed ${randomWord()}`,
    member: newBuyer.email,
  })
  const list = await call('POST', '/price-lists', { name: 'Own', for: { company: company._id } })
  await call('PUT', `/price-lists/${list._id}/rows`, { rows: [{ sku: tool.sku, perPrice: 8.77 }] })
  await call('POST', `/price-lists/${list._id}/publish`)
  await admin.goto(`/dashboard/customers/${company.members[0]._id}`)
  await admin.getByRole('button', { name: 'See the shop as this customer' }).click()
  const bar = admin.getByRole('complementary', { name: 'You see the shop as a customer' })
  await expect(bar).toContainText(newBuyer.name)
  const path = `/purchase?q=${encodeURIComponent(tool.name)}`
  await admin.goto(path)
  await expect(admin.getByText('$8.77').first()).toBeVisible()
  const visitor = await browser.newContext({ baseURL })
  expect(await (await visitor.request.get(path)).text()).not.toContain('8.77')
  await visitor.close()
  const refused = await admin.evaluate(async () => {
    const headers = {
      Authorization: `Bearer ${localStorage.getItem('accessToken')}`,
      'Content-Type': 'application/json',
    }
    const body = JSON.stringify({ name: 'Refused' })
    return (await fetch('/api/customer-groups', { method: 'POST', headers, body })).status
  })
  expect(refused).toBe(403)
  await admin.goto(path)
  await admin
    .getByRole('button', { name: /^Add to list/ })
    .first()
    .click()
  await expect(admin.getByText('nothing is saved').first()).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Order list, 0 lines' })).toBeVisible()
  await bar.getByRole('button', { name: 'End' }).click()
  await expect(bar).toBeHidden()
  await expect(admin.getByText(tool.name).first()).toBeVisible()
  await expect(admin.getByText('$8.77')).toHaveCount(0)
  await admin.context().close()
})
