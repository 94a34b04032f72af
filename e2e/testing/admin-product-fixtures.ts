import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { signIn } from '#server/testing/api-driver.ts'
import { callAs, withCookies } from './api-helpers.ts'
import { test as base, demoAdmin, expect, openAsDemoAdmin } from './fixtures.ts'
import { randomWord } from './order-list.ts'

export const ADD = '/dashboard/add-product'
export const MANAGE = '/dashboard/manage-products'

const images = join(import.meta.dirname, '../../db/seed/originals')

/** An image of the demo as a file to choose. */
export function image(name: string) {
  const buffer = readFileSync(join(images, `${name}.webp`))
  return { name: `${name}.webp`, mimeType: 'image/webp', buffer }
}

/** The fields of a new product's form, except image and stock. */
export const bevel = {
  Name: 'Sliding Bevel 250 mm',
  Description: 'Rosewood stock, blued blade.',
  Price: '18.75',
  'Minimum quantity': '12',
}

export async function fillIn(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value)
}

/** Logs in as the admin and waits for the page that is then open. */
export async function openAsAdmin(page: Page, path: string, heading: string | RegExp): Promise<void> {
  await openAsDemoAdmin(page, path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
}

/** The stock field; its label is part of the other quantity's label. */
export function stockField(page: Page): Locator {
  return page.getByLabel('Quantity', { exact: true })
}

/** The row of a product, found by the list's own search. */
export async function rowOf(page: Page, name: string): Promise<Locator> {
  await page.goto(`${MANAGE}?search=${encodeURIComponent(name)}`)
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
  await expect(row).toBeVisible()
  return row
}

export async function openEditor(page: Page, name: string): Promise<void> {
  await (await rowOf(page, name)).getByRole('link', { name: 'Update' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Update ${name}`)
}

type Product = {
  _id: string
  sku: string
  name: string
  quantity: number
  minQuantity: number
  perPrice: number
  imgURL: string
}

export async function allProducts(calls: APIRequestContext): Promise<Product[]> {
  return (await calls.get('/api/products?size=1000&page=0')).json()
}

/** Adds a separate product, so that no other test sees a changed or missing one. */
export async function addProduct(
  page: Pick<Page, 'request'>,
  name: string,
  description = 'A scriber for one test.',
): Promise<Product> {
  const imgURL = (await allProducts(page.request))[0]?.imgURL
  const numbers = { perPrice: 9.5, quantity: 100, minQuantity: 10 }
  await callProducts(page, 'post', '', { name, description, imgURL, ...numbers })
  const added = (await allProducts(page.request)).find((product) => product.name === name)
  if (!added) throw new Error(`${name} was not added`)
  return added
}

/** Calls the API of products as the admin who is signed in. */
export async function callProducts(
  page: Pick<Page, 'request'>,
  method: string,
  id: string,
  body?: object,
): Promise<void> {
  const call = await callAs(withCookies(page.request), demoAdmin())
  await call(method.toUpperCase(), `/products/${id}`, body)
}

/** For tests that change the catalogue: each worker has a separate shop, where no test counts products. */
export const test = base.extend({
  baseURL: ({ browserName: _ }, use, { parallelIndex }) =>
    use((process.env.TEST_OWN_SHOP_URLS ?? '').split(' ')[parallelIndex]),
})

/** For tests on the shop of all that count a product's stock: a product that no other test orders. */
export const testOwnProduct = base.extend<{ ownProduct: Product }>({
  ownProduct: async ({ playwright, baseURL }, use) => {
    const request = await playwright.request.newContext({ baseURL })
    await signIn(withCookies(request), demoAdmin())
    await use(await addProduct({ request }, `Own Scriber ${randomWord()}`))
    await request.dispose()
  },
})
