import { addProduct, allProducts, callProducts, test } from '#e2e/testing/admin-product-fixtures.ts'
import { expect, openAsDemoAdmin } from '#e2e/testing/fixtures.ts'

test('when the last page no longer exists, the previous one is shown', async ({ page }) => {
  await openAsDemoAdmin(page, '/dashboard')
  await expect(page).toHaveURL('/dashboard')
  const last = await addProduct(page, 'Sold-out Scriber')
  const size = (await allProducts(page.request)).length - 1
  await page.goto(`/purchase?size=${size}`)
  await expect(page.getByRole('link', { name: 'Page 2' })).toBeVisible()
  await callProducts(page, 'delete', last._id)

  await page.getByRole('link', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(`/purchase?size=${size}&page=1`)
  await expect(page.getByText(`Total Tools Found ${size}`)).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(size)
})

test('a page that was fetched before the click shows what changed since', async ({ page }) => {
  await openAsDemoAdmin(page, '/dashboard')
  await expect(page).toHaveURL('/dashboard')
  const product = await addProduct(page, 'Repriced Scriber')
  const size = (await allProducts(page.request)).length - 1
  await page.goto(`/purchase?size=${size}&page=1`)
  const fetched = page.waitForResponse((answer) => answer.url().includes(`${product._id}.data`))
  const link = page.getByRole('link', { name: product.name, exact: true })
  await link.hover()
  await (await fetched).finished()
  await callProducts(page, 'put', product._id, { perPrice: 77.77 })

  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(product.name)
  await expect(page.getByRole('main')).toContainText('$77.77')
})

test('a product that can’t be ordered says so, and offers to ask about it', async ({ page }) => {
  await openAsDemoAdmin(page, '/dashboard')
  await expect(page).toHaveURL('/dashboard')
  const product = await addProduct(page, 'Scarce Scriber')
  await callProducts(page, 'put', product._id, { minQuantity: product.quantity + 1 })

  await page.goto(`/purchase?q=${product.name}`)
  const card = page.getByRole('article').filter({ hasText: product.name })
  await expect(card).toContainText('Below the minimum order')
  await card.getByRole('link', { name: 'Buy Now' }).click()
  await expect(page.getByRole('button', { name: 'Purchase' })).toBeDisabled()
  await expect(page.getByText('which is below the minimum order')).toBeVisible()
  await expect(page.getByText(/^From .* pieces$/)).toHaveCount(0)
  await page.getByRole('link', { name: 'Ask us about this tool' }).click()
  await expect(page.getByLabel('Product')).toHaveValue(product.name)
})

test.describe('after a deletion', () => {
  test.use({ expectedRefusals: [410] })

  test('the page of a product says that it is no longer made, and what to use instead', async ({ page }) => {
    await openAsDemoAdmin(page, '/dashboard')
    await expect(page).toHaveURL('/dashboard')
    const { _id, name } = await addProduct(page, 'Outdated Hammer')
    await callProducts(page, 'put', _id, { category: 'hammers' })
    await page.goto(`/tools/${_id}`)
    await expect(page).toHaveURL(`/tools/outdated-hammer-${_id}`)
    await callProducts(page, 'delete', _id)
    const answer = await page.goto(`/tools/outdated-hammer-${_id}`)
    expect(answer?.status()).toBe(410)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name} is no longer made`)
    const instead = page.getByRole('region', { name: 'Tools to use instead' })
    await expect(instead.getByRole('link')).toHaveCount(5)
    await page.getByRole('link', { name: 'More of its category' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hammers')
  })
})

test.describe('while a purchase form is open', () => {
  test.use({ expectedRefusals: [422] })

  test('a raised minimum is the new limit of the next attempt', async ({ page }) => {
    await openAsDemoAdmin(page, '/dashboard')
    await expect(page).toHaveURL('/dashboard')
    const product = await addProduct(page, 'Bulk Scriber')
    await page.goto(`/purchase/${product._id}`)
    await callProducts(page, 'put', product._id, { minQuantity: product.quantity })

    await page.getByLabel('Address').fill('1 Anvil Street')
    await page.getByRole('button', { name: 'Purchase' }).click()
    await expect(page.getByText(`Quantity must be at least ${product.quantity}`)).toBeVisible()
    await page.getByLabel('Quantity').fill(String(product.quantity))
    const bound = product.quantity.toLocaleString('en-US')
    await expect(page.getByText(`From ${bound} to ${bound} pieces`)).toBeVisible()
  })
})
