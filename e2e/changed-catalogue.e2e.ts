import type { APIRequestContext, Page } from '@playwright/test'
import { test } from './admin-product-fixtures.ts'
import { expect, logInAsAdmin } from './fixtures.ts'

type Tool = { _id: string; name: string; quantity: number; imgURL: string }

test('when the last page is gone meanwhile, the page before it is shown', async ({ page }) => {
  await logInAsAdmin(page, '/dashboard')
  await expect(page).toHaveURL('/dashboard')
  const last = await addTool(page, 'Sold-out Scriber')
  const size = (await allTools(page.request)).length - 1
  await page.goto(`/purchase?size=${size}`)
  await expect(page.getByRole('link', { name: 'Page 2' })).toBeVisible()
  await call(page, 'delete', last._id)

  await page.getByRole('link', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(`/purchase?size=${size}&page=1`)
  await expect(page.getByText(`Total Tools Found ${size}`)).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(size)
})

test('a tool that can’t be ordered says so, and offers to ask about it', async ({ page }) => {
  await logInAsAdmin(page, '/dashboard')
  await expect(page).toHaveURL('/dashboard')
  const tool = await addTool(page, 'Scarce Scriber')
  await call(page, 'put', tool._id, { minQuantity: tool.quantity + 1 })

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
    await call(page, 'put', tool._id, { minQuantity: tool.quantity + 1 })

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
    await call(page, 'put', tool._id, { minQuantity: tool.quantity })

    await page.getByLabel('Address').fill('1 Anvil Street')
    await page.getByRole('button', { name: 'Purchase' }).click()
    await expect(page.getByText(`Quantity must be at least ${tool.quantity}`)).toBeVisible()
    await page.getByLabel('Quantity').fill(String(tool.quantity))
    const bound = tool.quantity.toLocaleString('en-US')
    await expect(page.getByText(`From ${bound} to ${bound} pieces`)).toBeVisible()
  })
})

async function allTools(calls: APIRequestContext): Promise<Tool[]> {
  return (await calls.get('/api/products?size=1000&page=0')).json()
}

/** Puts a tool of its own on sale, so that no other story meets a changed or missing one. */
async function addTool(page: Page, name: string): Promise<Tool> {
  const imgURL = (await allTools(page.request))[0]?.imgURL
  const numbers = { perPrice: 9.5, quantity: 100, minQuantity: 10 }
  const tool = { name, description: 'A scriber for one story.', imgURL, ...numbers }
  await call(page, 'post', '', tool)
  const added = (await allTools(page.request)).find((tool) => tool.name === name)
  if (!added) throw new Error(`${name} was not added`)
  return added
}

/** Calls the API with the access token that the browser stores. */
async function call(page: Page, method: string, id: string, data?: object): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  const headers = { Authorization: `Bearer ${token}` }
  const answer = await page.request.fetch(`/api/products/${id}`, { method, headers, data })
  expect(answer.status(), await answer.text()).toBe(200)
}
