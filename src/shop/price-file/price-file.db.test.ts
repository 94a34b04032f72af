import { expect, test } from 'vitest'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop, shopUrl } from '#server/testing/test-shop.ts'
import { signUpAdmin } from '#server/testing/users.ts'
import type { ComparedPrices } from './read-price-file.server.ts'

async function openList() {
  const shop = await openTestShop()
  const admin = await signUpAdmin(shop)
  const product = await addProduct(shop.db, { unitPriceCents: 1100, sku: 'FW-1' })
  await addProduct(shop.db, { unitPriceCents: 2000, sku: 'FW-2' })
  await shop.db.insertInto('category').values({ slug: 'squares', name: 'Squares' }).execute()
  const { _id: id } = (
    await admin.call('POST', '/price-lists', { name: 'List', for: { everybody: true } })
  ).body
  const path = `/price-lists/${id}/rows`
  const put = (rows: object[], version?: number) => admin.call('PUT', path, { rows, version })
  const authorized = { Authorization: `Bearer ${admin.token}`, Origin: shopUrl }
  const compare = async (
    content: string | Uint8Array<ArrayBuffer>,
    fields: Record<string, string> = {},
  ): Promise<{ status: number; body: ComparedPrices & { message: string } }> => {
    const body = new FormData()
    body.append('file', new Blob([content]), 'prices.csv')
    for (const [field, value] of Object.entries(fields)) body.append(field, value)
    const answer = await shop.app.request(`${shopUrl}/api${path}/compare`, {
      method: 'POST',
      body,
      headers: authorized,
    })
    return { status: answer.status, body: await answer.json() }
  }
  const download = async (format: 'csv' | 'xlsx') => {
    const answer = await shop.app.request(`${shopUrl}/api${path}/${format}`, {
      headers: authorized,
    })
    return new Uint8Array(await answer.arrayBuffer())
  }
  return { shop, admin, product, path, put, compare, download }
}

const statesOf = ({ compared }: ComparedPrices) => compared.map(({ state }) => state)

test('an export, as CSV and as a workbook, imports without a change', async () => {
  const { put, compare, download } = await openList()
  await put([
    { sku: 'FW-1', minQuantity: 1, perPrice: 9.5 },
    { sku: 'FW-1', minQuantity: 1000, perPrice: 8.9 },
    { category: 'squares', minQuantity: 1, percent: 12.5 },
    { all: true, minQuantity: 10, percent: 5 },
  ])
  for (const format of ['csv', 'xlsx'] as const) {
    const { status, body } = await compare(await download(format))
    expect({ status, questions: body.questions, others: body.others }).toEqual({
      status: 200,
      questions: [],
      others: 0,
    })
    expect(statesOf(body)).toEqual(Array(4).fill('unchanged'))
  }
})

test('a file is compared, and saved with the version that it was compared with', async () => {
  const { admin, path, put, compare } = await openList()
  await put([{ sku: 'FW-1', perPrice: 9.5 }])
  const file = 'Artikelnr;Ab Menge;Preis\nFW-1;1;9,25\nFW-2;10;18,50\nFW-9;1;1,00'
  const { body } = await compare(file)
  expect(statesOf(body)).toEqual(['changed', 'new', 'refused'])
  expect(body.compared[2]).toMatchObject({ row: 4, reasons: ['There is no tool FW-9.'] })
  expect((await admin.call('GET', path)).body.rows).toHaveLength(1)
  // Another admin is faster: nothing is lost, and the file is compared again.
  await put([
    { sku: 'FW-1', perPrice: 9.5 },
    { all: true, percent: 3 },
  ])
  expect(await put(body.rows, body.version)).toMatchObject({
    status: 409,
    body: { code: 'stale-rows' },
  })
  const again = (await compare(file)).body
  expect((await put(again.rows, again.version)).status).toBe(200)
  expect((await admin.call('GET', path)).body.rows).toMatchObject([
    { sku: 'FW-1', perPrice: 9.25 },
    { sku: 'FW-2', minQuantity: 10, perPrice: 18.5 },
    { all: true, percent: 3 },
  ])
})

test('columns and decimal marks that are unclear are asked for, and rows that are missing removed if wanted', async () => {
  const { put, compare } = await openList()
  await put([{ all: true, percent: 3 }])
  const file = 'Tool,Base,New\nFW-1,"1,100","1,250"'
  const asked = (await compare(file)).body
  // A program that sends these rows changes nothing.
  expect(asked).toMatchObject({ compared: [], rows: [{ all: true, minQuantity: 1, percent: 3 }] })
  expect(asked.questions).toEqual([
    'Choose the column that has the SKU or category.',
    'Choose the column that has the Price or the Percent off.',
  ])
  const mapping = JSON.stringify({ Tool: 'target', New: 'perPrice' })
  expect((await compare(file, { mapping })).body.questions).toEqual([
    'Choose the decimal mark of New: its numbers can be read in two ways.',
  ])
  const decimalMarks = JSON.stringify({ perPrice: ',' })
  const { body } = await compare(file, { mapping, decimalMarks, replaces: 'true' })
  expect(body.compared).toMatchObject([{ state: 'new', perPrice: 1.25 }])
  expect(body.rows).toEqual([{ sku: 'FW-1', minQuantity: 1, perPrice: 1.25 }])
  expect((await compare('Tool\n')).status).toBe(422)
})
