import { ADD, addProduct, MANAGE, test } from '#e2e/testing/admin-product-fixtures.ts'
import { placeOrder, signUp } from '#e2e/testing/api-helpers.ts'
import { expect, openAsDemoAdmin } from '#e2e/testing/fixtures.ts'
import { attacks } from '#server/testing/script-attacks.ts'

// Each page is opened whole; the fixtures fail the test for any report of the page's policy.
test('script attacks in a product’s texts are harmless and violate no policy', async ({
  page,
  browser,
  newBuyer,
}) => {
  page.on('dialog', (dialog) => {
    throw new Error(`Executed: ${dialog.message()}`)
  })
  await openAsDemoAdmin(page, '/dashboard')
  await expect(page).toHaveURL('/dashboard')
  for (const index of [0, 2, 4]) {
    const [name = '', description = ''] = attacks.slice(index)
    const { _id } = await addProduct(page, name, description)
    const theirs = await browser.newContext()
    const buyer = { ...newBuyer, email: `${index}.${newBuyer.email}` }
    await signUp(theirs.request, buyer)
    await placeOrder(theirs.request, buyer, name)
    await theirs.close()
    await page.goto(`/purchase/${_id}`)
    await expect(page.getByRole('article')).toContainText(name)
    await page.goto(`${MANAGE}/${_id}`)
    await expect(page.getByLabel('Description')).toHaveValue(description)
  }
  for (const path of ['/', '/purchase?size=all', MANAGE, ADD, '/dashboard/manage-orders'])
    await page.goto(path)
  await expect(page.getByRole('row').filter({ hasText: attacks[0] ?? '' })).toHaveCount(1)
})
