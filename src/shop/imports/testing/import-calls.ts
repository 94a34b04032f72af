import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import { shopUrl, type TestShop } from '#server/testing/test-shop.ts'
import type { Person } from '#server/testing/users.ts'
import type { ProductImport, ProductImportRow } from '#shop/imports/import-json.server.ts'

type Fields = Record<string, string>

/** Sends a file of products and returns the answer. */
export async function upload(
  { app }: TestShop,
  { token }: Person,
  content: string | Uint8Array<ArrayBuffer>,
  fields: Fields = {},
  name = 'products.csv',
): Promise<{ status: number; body: ProductImport & { code: string; message: string } }> {
  const form = new FormData()
  form.append('file', new Blob([content]), name)
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  const headers = { Authorization: `Bearer ${token}`, Origin: shopUrl }
  const answer = await app.request(`${shopUrl}/api/products/imports`, {
    method: 'POST',
    body: form,
    headers,
  })
  return { status: answer.status, body: await answer.json() }
}

/** Sends a file that can be read, and returns the import with its rows. */
export async function compare(
  shop: TestShop,
  admin: Person,
  content: string | Uint8Array<ArrayBuffer>,
  fields: Fields = {},
): Promise<ProductImport & { rows: ProductImportRow[] }> {
  const { status, body } = await upload(shop, admin, content, fields)
  expect({ status, message: body.message }).toEqual({ status: 201, message: undefined })
  return { ...body, rows: await rowsOf(admin, body._id) }
}

/** Reads the rows of an import. */
export async function rowsOf(admin: Person, id: string): Promise<ProductImportRow[]> {
  const { status, body } = await admin.call('GET', `/products/imports/${id}/rows?size=1000`)
  expect(status).toBe(200)
  return body
}

/** Starts a step of an import, to apply it in its present version. */
export async function startStep(admin: Person, id: string, step: 'apply' | 'undo') {
  const path = `/products/imports/${id}`
  const { version } = (await admin.call('GET', path)).body
  return admin.call('POST', `${path}/${step}`, ...(step === 'apply' ? [{ version }] : []))
}

/** Starts a step of an import and waits for its end. */
export async function finish(admin: Person, id: string, step: 'apply' | 'undo'): Promise<ProductImport> {
  const started = await startStep(admin, id, step)
  expect(started).toMatchObject({ status: 200 })
  for (;;) {
    const { body } = await admin.call('GET', `/products/imports/${id}`)
    if (!['applying', 'undoing'].includes(body.status)) return body
    await setTimeout(20)
  }
}
