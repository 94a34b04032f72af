import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { createResponseCache } from '#platform/http/cache/response-cache.server.ts'
import { isVisitor } from '#platform/http/visitor.server.ts'
import { buy } from '#server/testing/orders.ts'
import { addProduct, newProduct, stockOf } from '#server/testing/products.ts'
import { openTestShop, shopUrl, type TestShop } from '#server/testing/test-shop.ts'
import { callApi, type Person, signUp, signUpAdmin } from '#server/testing/users.ts'

async function audited({ db }: TestShop): Promise<string[]> {
  const entries = await db
    .selectFrom('auditEntry')
    .select(['action', 'subject', 'actor'])
    .where('action', 'like', 'product-%')
    .orderBy('id')
    .execute()
  return entries.map(({ action, subject, actor }) => `${action} ${subject} by ${actor}`)
}

const movementsOf = async (admin: Person, id: string) =>
  (await admin.call('GET', `/products/movements/${id}`)).body

test('a new product is on sale at once, with a ledger entry and an audit entry', {
  timeout: 120_000,
}, async () => {
  const shop = await openTestShop()
  const owen = await signUpAdmin(shop)
  const wanted = await newProduct(shop)
  const { status, body } = await owen.call('POST', '/products', wanted)
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      ...wanted,
      _id: expect.any(String),
      sku: 'P-10001',
      category: null,
      specifications: {},
      longText: null,
      pageTitle: null,
      pageDescription: null,
      family: null,
      size: null,
      version: 1,
      bin: null,
      gtin: null,
      weight: null,
    },
  })
  const { bin, gtin, weight, longText, pageTitle, pageDescription, ...others } = body
  const seen = { ...others, prices: [{ minQuantity: 10, perPrice: 24.5 }] }
  expect((await callApi(shop.app, 'GET', '/products')).body).toEqual([seen])
  expect((await callApi(shop.app, 'GET', '/productsCount')).body).toEqual({ count: 1 })
  expect((await callApi(shop.app, 'GET', `/products/${body._id}`)).body).toEqual({
    ...seen,
    longText,
    pageTitle,
    pageDescription,
  })
  expect((await owen.call('GET', `/products/manage/${body._id}`)).body).toEqual(body)
  expect(await stockOf(shop.db, body._id)).toBe(40)
  expect(await movementsOf(owen, body._id)).toEqual([
    {
      at: expect.any(String),
      delta: 40,
      kind: 'opening',
      who: `Owen Owner (${owen.email})`,
    },
  ])
  expect(await audited(shop)).toEqual([`product-added Marking Gauge by ${owen.email}`])
  await buy(await signUp(shop), { id: body._id }, 10)
})

test('an invalid product is refused with all invalid fields and not stored', async () => {
  const shop = await openTestShop()
  const owen = await signUpAdmin(shop)
  const wanted = await newProduct(shop)
  const empty = await owen.call('POST', '/products', {})
  expect(empty).toMatchObject({ status: 422, body: { code: 'invalid' } })
  expect(Object.keys(empty.body.fields).toSorted()).toEqual(Object.keys(wanted).toSorted())
  const unknown = `/media/${'0'.repeat(32)}.webp`
  for (const imgURL of [unknown, 'https://evil.example/a.webp', '/media/../../etc/passwd', ''])
    expect(await owen.call('POST', '/products', { ...wanted, imgURL })).toMatchObject({
      status: 422,
      body: { fields: { imgURL: expect.any(String) } },
    })
  const bad = { ...wanted, perPrice: 4.99, quantity: 0, minQuantity: 9, description: 'short' }
  expect((await owen.call('POST', '/products', bad)).body.fields).toEqual({
    perPrice: 'Minimun Per Price should up to $5',
    quantity: 'Quantity must be at least 1',
    minQuantity: 'Minimum quantity must be at least 10',
    description: 'Description has at least 10 characters',
  })
  expect((await callApi(shop.app, 'GET', '/productsCount')).body).toEqual({ count: 0 })
  expect(await audited(shop)).toEqual([])
})

test('only sent fields change, and the version grows with edits but not with sales', async () => {
  const shop = await openTestShop()
  const owen = await signUpAdmin(shop)
  const product = await addProduct(shop.db)
  await buy(await signUp(shop), product, 30)
  const before = (await owen.call('GET', `/products/manage/${product.id}`)).body
  expect(before).toMatchObject({ quantity: 70, version: 1 })
  const put = (changes: object) => owen.call('PUT', `/products/${product.id}`, changes)
  expect((await put({ perPrice: 19.99, version: 1 })).body).toEqual({
    ...before,
    perPrice: 19.99,
    version: 2,
  })
  expect((await put({ quantity: 90, quantitySeen: 70, version: 2 })).body).toEqual({
    ...before,
    perPrice: 19.99,
    quantity: 90,
    version: 3,
  })
  expect(await stockOf(shop.db, product.id)).toBe(90)
  expect(await movementsOf(owen, product.id)).toMatchObject([
    { delta: 20, kind: 'correction', who: `Owen Owner (${owen.email})` },
    { delta: -30, kind: 'order', orderId: expect.any(String) },
    { delta: 100, kind: 'opening', who: 'Seed' },
  ])
  expect((await put({ _id: 'x', deletedAt: 'now', version: 3 })).body.version).toBe(4)
  expect((await put({ quantity: 9 })).body.fields).toEqual({
    quantity: 'Quantity must be at least 10',
  })
  const imgURL = `/media/${'0'.repeat(32)}.webp`
  expect((await put({ imgURL })).body.fields).toEqual({ imgURL: expect.any(String) })
  expect((await put({ imgURL: (await newProduct(shop)).imgURL })).status).toBe(200)
  expect(await audited(shop)).toHaveLength(4)
})

test('an outdated form gets the current product', async () => {
  const shop = await openTestShop()
  const [owen, jane] = [await signUpAdmin(shop), await signUp(shop)]
  const product = await addProduct(shop.db)
  const put = (changes: object) => owen.call('PUT', `/products/${product.id}`, changes)
  await put({ name: 'Bevel', version: 1 })
  const present = (await owen.call('GET', `/products/manage/${product.id}`)).body
  expect(await put({ name: 'Square', version: 1 })).toMatchObject({
    status: 409,
    body: { code: 'stale', message: expect.any(String), product: present },
  })
  // Loaded with 100 in stock, 30 sold since: entering 120 adds 20 and does not restore the 30.
  await buy(jane, product, 30)
  const late = await put({ quantity: 120, quantitySeen: 100, version: 2 })
  expect(late).toMatchObject({ status: 409, body: { product: { quantity: 70, version: 2 } } })
  expect(await stockOf(shop.db, product.id)).toBe(70)
  expect((await put({ quantity: 90, quantitySeen: 70, version: 2 })).body.quantity).toBe(90)
  // A sale must not make an edit of another field fail.
  await buy(jane, product, 10)
  expect((await put({ name: 'Gauge', quantitySeen: 90, version: 3 })).body).toMatchObject({
    name: 'Gauge',
    quantity: 80,
    version: 4,
  })
})

test('of two admins who save the same version concurrently, one gets a conflict', async () => {
  const shop = await openTestShop()
  const [owen, ada] = [await signUpAdmin(shop), await signUpAdmin(shop)]
  const product = await addProduct(shop.db)
  for (let version = 1; version <= 10; version++) {
    const saved = await Promise.all(
      [owen, ada].map(({ call }, index) =>
        call('PUT', `/products/${product.id}`, { quantity: 100 * version + 10 * index, version }),
      ),
    )
    expect(saved.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const winner = saved.find(({ status }) => status === 200)
    const loser = saved.find(({ status }) => status === 409)
    expect(loser?.body.product).toEqual(winner?.body)
    expect(await stockOf(shop.db, product.id)).toBe(winner?.body.quantity)
  }
})

test('a deleted product is off sale, keeps its orders, and can be restored', async () => {
  const shop = await openTestShop()
  const [owen, jane] = [await signUpAdmin(shop), await signUp(shop)]
  const product = await addProduct(shop.db)
  const order = await buy(jane, product, 30)
  const remove = () => owen.call('DELETE', `/products/${product.id}`)
  const restore = () => owen.call('PUT', `/products/restore/${product.id}`)
  expect(await remove()).toMatchObject({ status: 200, body: { deletedCount: 1 } })
  expect(await remove()).toMatchObject({ status: 404, body: { code: 'no-such-product' } })
  expect((await callApi(shop.app, 'GET', `/products/${product.id}`)).status).toBe(404)
  expect((await owen.call('GET', `/products/movements/${product.id}`)).status).toBe(404)
  expect((await owen.call('PUT', `/products/${product.id}`, { name: 'Zombie' })).status).toBe(404)
  expect((await jane.call('GET', `/purchase/payment/${order._id}`)).status).toBe(200)
  shop.clock.now = new Date(shop.clock.now.getTime() + 10 * 60_000)
  expect(await restore()).toMatchObject({ status: 200, body: { quantity: 70, version: 1 } })
  expect(await restore()).toMatchObject({ status: 200, body: { quantity: 70, version: 1 } })
  expect((await callApi(shop.app, 'GET', '/productsCount')).body).toEqual({ count: 1 })
  await buy(jane, product, 10)
  expect(await audited(shop)).toEqual([
    `product-deleted Try Square by ${owen.email}`,
    `product-restored Try Square by ${owen.email}`,
  ])
})

test('a deletion is final after half an hour, and unknown products cannot be restored', async () => {
  const shop = await openTestShop()
  const owen = await signUpAdmin(shop)
  const product = await addProduct(shop.db)
  await owen.call('DELETE', `/products/${product.id}`)
  const minutes = (count: number) => new Date(shop.clock.now.getTime() + count * 60_000)
  const cookie = { email: owen.email }
  shop.clock.now = minutes(31)
  const { body } = await callApi(shop.app, 'PUT', `/users/${owen.email}`, {
    body: cookie,
    cookie: owen.cookie,
  })
  const restore = (id: string) => callApi(shop.app, 'PUT', `/products/restore/${id}`, { token: body.token })
  expect(await restore(product.id)).toMatchObject({ status: 409, body: { code: 'too-late' } })
  for (const id of [crypto.randomUUID(), 'quantity', '%00', "'--"])
    expect(await restore(id)).toMatchObject({ status: 404, body: { code: 'no-such-product' } })
})

test('an admin sees changes at once where visitors get cached responses', async () => {
  const shop = await openTestShop()
  const owen = await signUpAdmin(shop)
  const front = new Hono()
    .use(createResponseCache({ isVisitor, queryOf: () => ['page', 'size'] }).middleware)
    .route('/', shop.app)
  const names = async (headers: Record<string, string>) => {
    const answer = await front.request(`${shopUrl}/api/products?size=10&page=0`, { headers })
    return ((await answer.json()) as { name: string }[]).map(({ name }) => name)
  }
  const { body } = await owen.call('POST', '/products', await newProduct(shop))
  await names({})
  for (const name of ['Bevel', 'Gauge', 'Rasp']) {
    await owen.call('PUT', `/products/${body._id}`, { name })
    expect(await names({ Cookie: owen.cookie })).toEqual([name])
    expect(await names({ Authorization: `Bearer ${owen.token}` })).toEqual([name])
  }
})
