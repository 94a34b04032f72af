import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { callApi } from '#server/testing/users.ts'

const get = ({ app }: TestShop, path: string) => callApi(app, 'GET', path)
const names = (answer: { body: { name: string }[] }) => answer.body.map(({ name }) => name)

async function addProducts(shop: TestShop, count: number): Promise<string[]> {
  const wanted = Array.from({ length: count }, (_, index) => `Tool ${index}`)
  const rows = wanted.map((name) => ({
    id: uuidv7(),
    name,
    description: 'A tool that is made to be counted.',
    image: '/media/x',
    unitPriceCents: 999,
    quantity: 0,
    minQuantity: 1,
  }))
  for (let first = 0; first < count; first += 500)
    await shop.db
      .insertInto('product')
      .values(rows.slice(first, first + 500))
      .execute()
  return wanted
}

test('a product has exactly its fields, with its price in dollars', async () => {
  const shop = await openTestShop()
  const { id } = await addProduct(shop.db, {
    sku: 'A-1/2.B',
    name: 'Zoë’s 鑿',
    unitPriceCents: 1205,
  })
  const product = {
    sku: 'A-1/2.B',
    _id: id,
    name: 'Zoë’s 鑿',
    perPrice: 12.05,
    prices: [{ minQuantity: 10, perPrice: 12.05 }],
    quantity: 100,
    minQuantity: 10,
    category: null,
    specifications: {},
    family: null,
    size: null,
    description: 'Blued steel blade, beech stock, checked to 0.01 mm.',
    imgURL: '/media/0123456789abcdef0123456789abcdef.webp',
    version: 1,
  }
  expect(await get(shop, `/products/${id}`)).toMatchObject({ status: 200 })
  expect((await get(shop, `/products/${id}`)).body).toEqual({
    ...product,
    longText: null,
    pageTitle: null,
    pageDescription: null,
  })
  expect((await get(shop, `/products/${id.toUpperCase()}`)).body).toMatchObject(product)
  expect((await get(shop, '/products?size=10&page=0')).body).toEqual([product])
  expect((await get(shop, '/products/')).body).toEqual([product])
})

test('pages follow the order of creation and end with an empty one', async () => {
  const shop = await openTestShop()
  const all = await addProducts(shop, 25)
  expect(names(await get(shop, '/products?size=10&page=0'))).toEqual(all.slice(0, 10))
  expect(names(await get(shop, '/products?size=10&page=2'))).toEqual(all.slice(20))
  expect(names(await get(shop, '/products?size=10'))).toEqual(all.slice(0, 10))
  expect(names(await get(shop, '/products/?size=6&page=0'))).toEqual(all.slice(0, 6))
  expect(names(await get(shop, '/products?size=1000&page=0'))).toEqual(all)
  for (const page of [3, 1_000_000, 2 ** 31])
    expect(await get(shop, `/products?size=10&page=${page}`)).toMatchObject({
      status: 200,
      body: [],
    })
  expect((await get(shop, '/productsCount')).body).toEqual({ count: 25 })
})

test('without a size all 2,500 products are returned in order', { tags: 'long' }, async () => {
  const shop = await openTestShop()
  const all = await addProducts(shop, 2500)
  expect(names(await get(shop, '/products/'))).toEqual(all)
  expect(names(await get(shop, '/products'))).toEqual(all)
  expect((await get(shop, '/productsCount')).body).toEqual({ count: 2500 })
})

test('an empty shop has an empty list', async () => {
  const shop = await openTestShop()
  for (const path of ['/products/', '/products?size=10&page=0'])
    expect((await get(shop, path)).body).toEqual([])
  expect((await get(shop, '/productsCount')).body).toEqual({ count: 0 })
})

test('a size outside 1 to 1000 or a page below 0 is malformed', async () => {
  const shop = await openTestShop()
  for (const size of ['0', '-1', '1001', '1.5', 'abc', '', 'NaN', 'Infinity', '1e9', '10&size=20']) {
    const { status, body } = await get(shop, `/products?page=0&size=${size}`)
    const isTwice = size.includes('&')
    const message = isTwice ? 'size is given twice' : 'size must be a whole number from 1 to 1000'
    expect({ status, body }).toEqual({
      status: 400,
      body: { code: 'malformed', message, fields: { size: message } },
    })
  }
  for (const page of ['-1', '0.5', 'abc', '1e99', "0'--"]) {
    const { status, body } = await get(shop, `/products?size=10&page=${encodeURIComponent(page)}`)
    const message = 'page must be a whole number from 0'
    expect({ status, body }).toEqual({
      status: 400,
      body: { code: 'malformed', message, fields: { page: message } },
    })
  }
})

test('unknown, malformed and deleted products get the same 404', async () => {
  const shop = await openTestShop()
  const { id } = await addProduct(shop.db)
  await shop.db.updateTable('product').set({ deletedAt: new Date() }).execute()
  const unknown = uuidv7()
  for (const odd of [id, unknown, '1', '%00', "'--", `${id}x`, id.replaceAll('-', ''), 'quantity']) {
    const { status, body } = await get(shop, `/products/${odd}`)
    expect({ status, body }).toEqual({
      status: 404,
      body: { code: 'no-such-product', message: 'This tool is not for sale.' },
    })
  }
  expect((await get(shop, '/products/')).body).toEqual([])
  expect((await get(shop, '/productsCount')).body).toEqual({ count: 0 })
})

test('several products are read at once; unknown and deleted ones are left out', async () => {
  const shop = await openTestShop()
  const [hammer, deleted] = [await addProduct(shop.db, { name: 'Hammer' }), await addProduct(shop.db)]
  await shop.db.updateTable('product').set({ deletedAt: new Date() }).where('id', '=', deleted.id).execute()
  const ids = [deleted.id, 'no id', hammer.id, uuidv7()]
  const { status, body } = await callApi(shop.app, 'POST', '/products/lookup', { body: { ids } })
  expect(status).toBe(200)
  const { longText, pageTitle, pageDescription, ...listed } = (
    await callApi(shop.app, 'GET', `/products/${hammer.id}`)
  ).body
  expect(body).toEqual([listed])
  const tooMany = { ids: Array.from({ length: 201 }, () => hammer.id) }
  const refused = await callApi(shop.app, 'POST', '/products/lookup', { body: tooMany })
  expect(refused.status).toBe(422)
})
