import { expect, test } from 'vitest'
import { textOfPdf } from '#server/testing/documents.ts'
import { addProduct, stockOf } from '#server/testing/products.ts'
import { openTestShop, shopUrl } from '#server/testing/test-shop.ts'
import { signUp, signUpAdmin } from '#server/testing/users.ts'

async function openLists() {
  const shop = await openTestShop()
  const admin = await signUpAdmin(shop)
  const product = await addProduct(shop.db, { unitPriceCents: 1100, quantity: 100_000 })
  const addDraft = async (body: object): Promise<string> =>
    (await admin.call('POST', '/price-lists', { for: { everybody: true }, name: 'List', ...body })).body._id
  const publish = (id: string) => admin.call('POST', `/price-lists/${id}/publish`)
  const addList = async (body: object) => (await publish(await addDraft(body))).body._id
  const putRows = (id: string, rows: object[], version?: number) =>
    admin.call('PUT', `/price-lists/${id}/rows`, { rows, version })
  return { shop, admin, product, addDraft, publish, addList, putRows }
}

test('of two admins who edit one list, the second is refused, and nothing is lost', async () => {
  const { admin, product, addList, putRows } = await openLists()
  const id = await addList({})
  const first = await putRows(id, [{ sku: product.sku, perPrice: 9 }], 1)
  expect(first).toMatchObject({ status: 200, body: { version: 2 } })
  expect(await putRows(id, [], 1)).toMatchObject({ status: 409, body: { code: 'stale-rows' } })
  expect((await admin.call('GET', `/price-lists/${id}/rows`)).body).toEqual({
    version: 2,
    rows: [{ sku: product.sku, name: 'Try Square', basePrice: 11, minQuantity: 1, perPrice: 9 }],
  })
})

test('ten thousand pasted rows are refused as a whole, with each row at fault', async () => {
  const { admin, product, addList, putRows } = await openLists()
  const id = await addList({})
  const rows = Array.from({ length: 10_000 }, (_, index) => ({
    sku: product.sku,
    minQuantity: index + 1,
    perPrice: Math.round(100_000 - index) / 100,
  }))
  const wrong = rows.with(7, { sku: 'NONE', minQuantity: 8, perPrice: 1 })
  expect(await putRows(id, wrong)).toMatchObject({
    status: 422,
    body: {
      message: 'Nothing was changed. 1 row needs a change.',
      rows: [{ index: 7, message: 'There is no tool NONE.' }],
    },
  })
  expect((await admin.call('GET', `/price-lists/${id}/rows`)).body.rows).toEqual([])
  expect((await putRows(id, rows)).status).toBe(200)
  expect((await admin.call('GET', `/price-lists/${id}`)).body.rows).toBe(10_000)
})

test('new prices far from the base price are named before they are saved, in contracts too', async () => {
  const { admin, product, addList } = await openLists()
  const company = (await admin.call('POST', '/companies', { name: 'Far & Co' })).body._id
  for (const body of [{}, { for: { company }, contract: true }]) {
    const id = await addList(body)
    const put = (rows: object[], checksPrices: boolean) =>
      admin.call('PUT', `/price-lists/${id}/rows`, { rows, checksPrices })
    const { sku } = product
    const far = [
      { sku, perPrice: 700 },
      { sku, minQuantity: 10, perPrice: 2 },
    ]
    const message = 'Far from the base price of $11.00.'
    expect((await put([...far, { sku, minQuantity: 5, perPrice: 9 }], true)).body).toMatchObject({
      code: 'far-prices',
      rows: [
        { index: 0, message },
        { index: 1, message },
      ],
    })
    expect((await admin.call('GET', `/price-lists/${id}/rows`)).body.rows).toEqual([])
    expect((await put(far, false)).status).toBe(200)
    // What was kept once is not asked about again.
    expect((await put(far, true)).status).toBe(200)
  }
})

test('two contracts of a company never cover one product on the same day', async () => {
  const { shop, admin, product, addList, putRows } = await openLists()
  await shop.db.insertInto('category').values({ slug: 'squares', name: 'Squares' }).execute()
  await shop.db.updateTable('product').set({ category: 'squares' }).execute()
  const company = (await admin.call('POST', '/companies', { name: 'Vans & Co' })).body._id
  const contract = { for: { company }, contract: true }
  const first = await addList({ ...contract, name: 'First', validUntil: '2026-06-30' })
  expect((await putRows(first, [{ sku: product.sku, perPrice: 9 }])).status).toBe(200)
  const later = await addList({ ...contract, name: 'Later', validFrom: '2026-07-01' })
  expect((await putRows(later, [{ category: 'squares', percent: 10 }])).status).toBe(200)
  const overlapping = { validFrom: '2026-06-30' }
  expect(await admin.call('PUT', `/price-lists/${later}`, overlapping)).toMatchObject({
    status: 409,
    body: {
      message: `The contracts “Later” and “First” of one company would both have a price for ${product.sku} on the same days. Only one may apply.`,
    },
  })
  const other = await addList({ ...contract, name: 'Other' })
  expect(await putRows(other, [{ all: true, percent: 5 }])).toMatchObject({ status: 409 })
  const single = { for: { everybody: true }, name: 'None', contract: true }
  expect((await admin.call('POST', '/price-lists', single)).status).toBe(422)
})

test('a category is not moved where two contracts would overlap, and a moved product is reported', async () => {
  const { shop, admin, product, addList, putRows } = await openLists()
  await shop.db
    .insertInto('category')
    .values(['hand', 'squares', 'other'].map((slug) => ({ slug, name: slug })))
    .execute()
  await shop.db.updateTable('product').set({ category: 'squares' }).execute()
  const company = (await admin.call('POST', '/companies', { name: 'Vans & Co' })).body._id
  const contract = { for: { company }, contract: true }
  const [above, own] = [
    await addList({ ...contract, name: 'Hand tools' }),
    await addList({ ...contract, name: 'Squares' }),
  ]
  expect((await putRows(above, [{ category: 'hand', percent: 5 }])).status).toBe(200)
  expect((await putRows(own, [{ sku: product.sku, perPrice: 9 }])).status).toBe(200)
  const move = { name: 'squares', parent: 'hand' }
  expect(await admin.call('PUT', '/categories/squares', move)).toMatchObject({
    status: 409,
    body: { code: 'contracts-overlap' },
  })
  expect((await admin.call('PUT', '/categories/squares', { name: 'squares', parent: 'other' })).status).toBe(
    200,
  )
  await shop.db.updateTable('product').set({ category: 'hand' }).execute()
  expect((await admin.call('GET', `/price-lists/${own}`)).body.overlap).toEqual({
    list: 'Hand tools',
    sku: product.sku,
  })
})

test('a copy raises net prices, rounded to the cent, keeps percentages, and ends the copied list', async () => {
  const { admin, product, addList, publish, putRows } = await openLists()
  const id = await addList({ name: 'Prices 2026' })
  await putRows(id, [
    { sku: product.sku, perPrice: 9.5 },
    { all: true, percent: 12.5 },
  ])
  const copy = { name: 'Prices 2027', validFrom: '2027-01-01', raise: 3 }
  const copied = await admin.call('POST', `/price-lists/${id}/copy`, copy)
  const draft = { state: 'draft', rows: 2, follows: 'Prices 2026' }
  expect(copied).toMatchObject({ status: 200, body: draft })
  expect((await admin.call('GET', `/price-lists/${id}`)).body.validUntil).toBeNull()
  const published = await publish(copied.body._id)
  expect(published).toMatchObject({ status: 200, body: { state: 'planned', follows: null } })
  expect((await publish(copied.body._id)).status).toBe(200)
  const { rows } = (await admin.call('GET', `/price-lists/${copied.body._id}/rows`)).body
  const ended = (await admin.call('GET', `/price-lists/${id}`)).body
  expect(ended.validUntil).toBe('2026-12-31')
  // $9.50 and 3 % are $9.785.
  expect(rows).toMatchObject([{ perPrice: 9.79 }, { all: true, percent: 12.5 }])
  await putRows(id, [{ sku: product.sku, perPrice: 19_000_000 }])
  expect(await admin.call('POST', `/price-lists/${id}/copy`, { ...copy, raise: 50 })).toMatchObject({
    status: 422,
    body: { fields: { raise: expect.any(String) } },
  })
})

test('a category with prices is not deleted, and a deleted tool keeps its prices for its return', async () => {
  const { shop, admin, product, addList, putRows } = await openLists()
  await shop.db.insertInto('category').values({ slug: 'squares', name: 'Squares' }).execute()
  const id = await addList({})
  await putRows(id, [
    { category: 'squares', percent: 10 },
    { sku: product.sku, perPrice: 9 },
  ])
  expect(await admin.call('DELETE', '/categories/squares')).toMatchObject({
    status: 409,
    body: { code: 'has-prices' },
  })
  await admin.call('DELETE', `/products/${product.id}`)
  const rows = async () => (await admin.call('GET', `/price-lists/${id}/rows`)).body.rows
  expect((await rows())[0]).toMatchObject({ sku: product.sku, deleted: true })
  await admin.call('PUT', `/products/restore/${product.id}`)
  const { body } = await admin.call('GET', `/products/${product.id}`)
  expect(body.prices).toEqual([{ minQuantity: 10, perPrice: 9 }])
})

test('while prices change, each buyer pays the price that they saw, or is told the new one', async () => {
  const { shop, product, addList, putRows } = await openLists()
  const id = await addList({})
  const buyers = await Promise.all(Array.from({ length: 50 }, () => signUp(shop)))
  const prices = [9, 9.5, 8.75, 10]
  await putRows(id, [{ sku: product.sku, perPrice: 9 }])
  const order = { productId: product.id, quantity: 10, name: 'Jane', address: '1 Anvil Street' }
  const changes = (async () => {
    for (const perPrice of [...prices, ...prices]) await putRows(id, [{ sku: product.sku, perPrice }])
  })()
  const outcomes = await Promise.all(
    buyers.map(async (buyer) => {
      const seen = (await buyer.call('GET', `/products/${product.id}`)).body.prices[0].perPrice
      const { status, body } = await buyer.call('POST', '/perchase', { ...order, perPrice: seen })
      return { seen, status, charged: body.perPrice }
    }),
  )
  await changes
  for (const { seen, status, charged } of outcomes) {
    expect([200, 409]).toContain(status)
    if (status === 200) expect(charged).toBeLessThanOrEqual(seen)
  }
  const placed = outcomes.filter(({ status }) => status === 200).length
  expect(await stockOf(shop.db, product.id)).toBe(100_000 - 10 * placed)
})

test('what a company pays is listed, and downloaded as CSV and as a price sheet', async () => {
  const { shop, admin, product, putRows, addList } = await openLists()
  const company = (await admin.call('POST', '/companies', { name: 'Vans & Co' })).body._id
  const id = await addList({ for: { company } })
  await putRows(id, [{ sku: product.sku, minQuantity: 50, perPrice: 9 }])
  const query = `company=${company}`
  expect((await admin.call('GET', `/price-lists/effective?${query}&search=try`)).body).toEqual([
    {
      sku: product.sku,
      name: 'Try Square',
      basePrice: 11,
      prices: [
        { minQuantity: 1, perPrice: 11 },
        { minQuantity: 50, perPrice: 9 },
      ],
      list: { _id: id, name: 'List' },
    },
  ])
  const other = await addProduct(shop.db, { name: 'Marking Gauge' })
  const csv = (await admin.call('GET', `/price-lists/effective/csv?${query}`)).body
  expect(csv).toContain(`${product.sku},Try Square,50,9.00,11.00`)
  const sheet = async (search: string) => {
    const headers = { Authorization: `Bearer ${admin.token}` }
    const path = `${shopUrl}/api/price-lists/effective/pdf?${query}&${search}`
    const pdf = await shop.app.request(path, { headers })
    return textOfPdf(Buffer.from(await pdf.arrayBuffer()))
  }
  const text = await sheet('search=try')
  for (const part of ['Vans & Co', product.sku, '$11.00', '50', '$9.00']) expect(text).toContain(part)
  expect(await sheet('own=false')).toContain(other.sku)
  const own = await sheet('own=true')
  expect(own).toContain(product.sku)
  expect(own).not.toContain(other.sku)
  expect(await admin.call('GET', `/price-lists/effective/pdf?${query}&search=none`)).toMatchObject({
    status: 422,
  })
  const rows = (await admin.call('GET', `/price-lists/of-product?sku=${product.sku}`)).body
  expect(rows).toMatchObject([{ audience: 'Vans & Co', for: 'product', perPrice: 9 }])
})
