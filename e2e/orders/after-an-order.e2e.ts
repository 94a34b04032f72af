import { findProduct } from '#e2e/testing/api-helpers.ts'
import { expect, test } from '#e2e/testing/fixtures.ts'

test('after an order All Tools shows it with its total and a Pay link, without layout shifts @gate', async ({
  page,
  signedInBuyer: _,
}) => {
  const { _id, name } = await findProduct(page.request, 'Spirit Level 400 mm')
  await page.goto(`/purchase/${_id}`)
  const total = await page.locator('.total strong').textContent()
  await page.evaluate(noteDistances)
  await page.getByLabel('Address').fill('1 Anvil Street')
  await page.getByRole('button', { name: 'Purchase' }).click()

  const strip = page.getByRole('region', { name: 'Your purchases' })
  const order = strip.getByRole('listitem').filter({ hasText: name })
  await expect(order).toContainText(total ?? '')
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(await page.evaluate(() => Object(globalThis).distances.size)).toBe(1)

  await order.getByRole('link', { name: 'Pay' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Pay \$/)
})

/** Records the distance between the heading and the products at each change of the page. */
function noteDistances() {
  const distances = new Set<number>()
  Object.assign(globalThis, { distances })
  new MutationObserver(() => {
    const heading = document.querySelector('h1')
    const list = document.querySelector('.product-lists')
    if (!heading || !list) return
    distances.add(Math.round(list.getBoundingClientRect().top - heading.getBoundingClientRect().top))
  }).observe(document.body, { childList: true, subtree: true })
}
