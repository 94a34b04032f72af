import type { Page } from '@playwright/test'
import { addProduct, image } from '#e2e/testing/admin-product-fixtures.ts'
import { withCookies } from '#e2e/testing/api-helpers.ts'
import { demoAdmin, expect, openAsDemoAdmin, test } from '#e2e/testing/fixtures.ts'
import { getAccessToken, overNetwork, payLines, placeOrder, signUp } from '#server/testing/api-driver.ts'
import { pdf } from '#server/testing/documents.ts'

/** Uploads a file by the API and returns its URL. */
async function upload(
  page: Page,
  token: string,
  path: string,
  field: string,
  file: ReturnType<typeof image>,
): Promise<string> {
  const headers = { Authorization: `Bearer ${token}` }
  const answer = await page.request.post(path, { headers, multipart: { [field]: file } })
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()).data.url
}

/** A new buyer orders each product's minimum and pays all orders with one card entry. */
async function buyTogether(url: string, products: { _id: string }[]): Promise<void> {
  const send = overNetwork(url)
  const email = `${crypto.randomUUID()}@example.com`
  const buyer = { name: 'Jane Buyer', email, password: 'correct horse' }
  const token = await getAccessToken(send, email, await signUp(send, buyer))
  const orderIds: string[] = []
  for (const { _id } of products) {
    const order = { productId: _id, quantity: 10, name: buyer.name, address: 'Sheffield' }
    orderIds.push(await placeOrder(send, token, order))
  }
  await payLines(send, token, orderIds)
}

test('the product page shows further images with zoom, documents, and products ordered with it', async ({
  page,
  baseURL,
}) => {
  await openAsDemoAdmin(page, '/dashboard')
  const word = crypto.randomUUID().slice(0, 8)
  const scriber = await addProduct(page, `Scriber ${word}`)
  const holder = await addProduct(page, `Case for Scriber ${word}`)

  const token = await getAccessToken(withCookies(page.request), demoAdmin().email)
  const images = [
    await upload(page, token, '/api/images', 'image', image('try-square')),
    await upload(page, token, '/api/images', 'image', image('steel-rule')),
  ]
  const sheet = {
    name: 'sheet.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(await pdf('Data sheet')),
  }
  const url = await upload(page, token, '/api/productDocuments', 'document', sheet)
  const path = `/api/products/details/${scriber._id}`
  const { version } = await (await page.request.get(path)).json()
  const stored = await page.request.put(path, {
    headers: { Authorization: `Bearer ${token}` },
    data: { images, documents: [{ title: 'Data sheet', url }], version },
  })
  expect(stored.status(), await stored.text()).toBe(200)
  for (const _ of [1, 2, 3]) await buyTogether(baseURL ?? '', [scriber, holder])

  await page.context().clearCookies()
  await page.goto(`/tools/x-${scriber._id}`)
  const together = page.getByRole('region', { name: 'Often ordered together' })
  await expect(together.getByRole('link', { name: holder.name })).toBeVisible()
  const document = page.getByRole('list', { name: 'Documents' }).getByRole('link')
  await expect(document).toHaveText('Data sheet')
  await expect(document).toHaveAttribute('href', url)
  const served = await page.request.get(url)
  expect(served.headers()['content-type']).toBe('application/pdf')

  const choice = page.getByRole('list', { name: 'Images' }).getByRole('button')
  await expect(choice).toHaveCount(3)
  await choice.nth(2).press('Enter')
  await expect(choice.nth(2)).toHaveAttribute('aria-pressed', 'true')
  const zoom = page.getByRole('link', { name: `Zoom: ${scriber.name}` })
  await expect(zoom).toHaveAttribute('href', images[1] ?? '')
  await zoom.click()
  const dialog = page.getByRole('dialog', { name: `Images of ${scriber.name}` })
  await expect(dialog.getByText('3 of 3')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(dialog.getByText('2 of 3')).toBeVisible()
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog.getByText('3 of 3')).toBeVisible()
  const zoomed = dialog.getByRole('img')
  const width = async () => (await zoomed.boundingBox())?.width ?? 0
  const whole = await width()
  await dialog.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(width).toBeGreaterThan(whole * 1.5)
  await page.keyboard.press('Escape')
  await expect(zoom).toBeFocused()
})
