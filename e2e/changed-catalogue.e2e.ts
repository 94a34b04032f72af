import { addTool, allTools, callProducts, test } from './admin-product-fixtures.ts'
import { expect, logInAsAdmin } from './fixtures.ts'

test('when the last page is gone meanwhile, the page before it is shown', async ({ page }) => {
  await logInAsAdmin(page, '/dashboard')
  await expect(page).toHaveURL('/dashboard')
  const last = await addTool(page, 'Sold-out Scriber')
  const size = (await allTools(page.request)).length - 1
  await page.goto(`/purchase?size=${size}`)
  await expect(page.getByRole('link', { name: 'Page 2' })).toBeVisible()
  await callProducts(page, 'delete', last._id)

  await page.getByRole('link', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(`/purchase?size=${size}&page=1`)
  await expect(page.getByText(`Total Tools Found ${size}`)).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(size)
})

test('a tool that can’t be ordered says so, and offers to ask about it', async ({ page }) => {
  await logInAsAdmin(page, '/dashboard')
  await expect(page).toHaveURL('/dashboard')
  const tool = await addTool(page, 'Scarce Scriber')
  await callProducts(page, 'put', tool._id, { minQuantity: tool.quantity + 1 })

  await page.goto('/purchase?size=all')
  const card = page.getByRole('article').filter({ hasText: tool.name })
  await expect(card).toContainText('Below the minimum order')
  await card.getByRole('link', { name: 'Buy Now' }).click()
  await expect(page.getByRole('button', { name: 'Purchase' })).toBeDisabled()
  await expect(page.getByText('which is below the minimum order')).toBeVisible()
  await expect(page.getByText(/^From .* pieces$/)).toHaveCount(0)
  await page.getByRole('link', { name: 'Ask us about this tool' }).click()
  await expect(page.getByLabel('Product')).toHaveValue(tool.name)
})

test.describe('while a purchase form is open', () => {
  test.use({ expectedRefusals: [422] })

  test('a minimum that is raised above the stock shows at the first try', async ({ page }) => {
    await logInAsAdmin(page, '/dashboard')
    await expect(page).toHaveURL('/dashboard')
    const tool = await addTool(page, 'Rationed Scriber')
    await page.goto(`/purchase/${tool._id}`)
    await callProducts(page, 'put', tool._id, { minQuantity: tool.quantity + 1 })

    await page.getByLabel('Address').fill('1 Anvil Street')
    await page.getByRole('button', { name: 'Purchase' }).click()
    await expect(page.getByText('which is below the minimum order')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Purchase' })).toBeDisabled()
    await expect(page.getByText(/^From .* pieces$/)).toHaveCount(0)
  })

  test('a raised minimum becomes the new bound, which the next try keeps', async ({ page }) => {
    await logInAsAdmin(page, '/dashboard')
    await expect(page).toHaveURL('/dashboard')
    const tool = await addTool(page, 'Bulk Scriber')
    await page.goto(`/purchase/${tool._id}`)
    await callProducts(page, 'put', tool._id, { minQuantity: tool.quantity })

    await page.getByLabel('Address').fill('1 Anvil Street')
    await page.getByRole('button', { name: 'Purchase' }).click()
    await expect(page.getByText(`Quantity must be at least ${tool.quantity}`)).toBeVisible()
    await page.getByLabel('Quantity').fill(String(tool.quantity))
    const bound = tool.quantity.toLocaleString('en-US')
    await expect(page.getByText(`From ${bound} to ${bound} pieces`)).toBeVisible()
  })
})
