import { expect, test } from 'vitest'
import { cents } from '#platform/money.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { callApi, type Person, signUp, signUpAdmin } from '#server/testing/users.ts'
import { paidFor } from './admin/draft-prices.ts'
import { pricesFor } from './prices-for.server.ts'

const buyer = { name: 'Jane Buyer', address: '1 Anvil Street' }

async function ok<Body>(answer: Promise<{ status: number; body: Body }>) {
  const { status, body } = await answer
  expect({ status, body }).toMatchObject({ status: 200 })
  return body
}

async function addList(admin: Person, list: object, rows: object[]): Promise<string> {
  const { _id } = await ok(admin.call('POST', '/price-lists', { name: 'List', ...list }))
  await ok(admin.call('PUT', `/price-lists/${_id}/rows`, { rows }))
  await ok(admin.call('POST', `/price-lists/${_id}/publish`))
  return _id
}

async function openPriced() {
  const shop = await openTestShop()
  const admin = await signUpAdmin(shop)
  const [jane, other] = [await signUp(shop), await signUp(shop)]
  const product = await addProduct(shop.db, { unitPriceCents: 1100, quantity: 1000 })
  const group = await ok(admin.call('POST', '/customer-groups', { name: 'Dealers' }))
  const company = await ok(
    admin.call('POST', '/companies', { name: 'Vans & Co', group: group._id, member: jane.email }),
  )
  return { shop, admin, jane, other, product, group, company }
}

async function pricesOf(shop: TestShop, person: Person | null, id: string) {
  const sent = person ? { token: person.token } : {}
  return (await callApi(shop.app, 'GET', `/products/${id}`, sent)).body
}

test('each sees the prices of their lists on every path, and orders at them', async () => {
  const { shop, admin, jane, other, product, group } = await openPriced()
  await addList(admin, { name: 'Dealers 2026', for: { group: group._id } }, [
    { sku: product.sku, minQuantity: 1, perPrice: 9.5 },
    { sku: product.sku, minQuantity: 100, perPrice: 8.9 },
  ])
  const own = [
    { minQuantity: 10, perPrice: 9.5 },
    { minQuantity: 100, perPrice: 8.9 },
  ]
  const base = [{ minQuantity: 10, perPrice: 11 }]
  for (const [person, prices] of [
    [jane, own],
    [other, base],
    [null, base],
    [admin, base],
    [jane, own],
  ] as const) {
    const call = (method: string, path: string, body?: unknown) =>
      callApi(shop.app, method, path, { body, ...(person && { token: person.token }) })
    const lists = [
      (await call('GET', '/products?size=10&page=0')).body,
      (await call('GET', '/products/')).body,
      (await call('GET', '/products?q=square')).body,
      (await call('GET', '/products/search?q=square')).body.products,
      (await call('GET', '/products/suggest?q=square')).body.products,
      (await call('POST', '/products/lookup', { ids: [product.id] })).body,
      (await call('POST', '/products/match', { lines: [{ sku: product.sku, name: null }] })).body.map(
        ({ product }: { product: unknown }) => product,
      ),
      [await pricesOf(shop, person, product.id)],
    ]
    for (const list of lists) expect(list).toMatchObject([{ perPrice: 11, prices }])
  }
  const order = { ...buyer, productId: product.id }
  const placed = (quantity: number, perPrice?: number) =>
    jane.call('POST', '/perchase', { ...order, quantity, perPrice })
  expect(await placed(10, 11)).toMatchObject({ status: 200, body: { perPrice: 9.5 } })
  expect(await placed(10, 9.5)).toMatchObject({ status: 200, body: { perPrice: 9.5 } })
  expect(await placed(99, 9.49)).toMatchObject({ status: 409, body: { code: 'price-changed' } })
  expect(await placed(100, 8.9)).toMatchObject({ status: 200, body: { perPrice: 8.9 } })
  const list = { ...buyer, lines: [{ productId: product.id, quantity: 100, perPrice: 8.89 }] }
  expect(await jane.call('POST', '/orders', list)).toMatchObject({
    status: 409,
    body: { lines: [{ code: 'price-changed', perPrice: 8.9 }] },
  })
  expect(await other.call('POST', '/perchase', { ...order, quantity: 10, perPrice: 9.5 })).toMatchObject({
    status: 409,
    body: { message: 'The price is now $11.00. Please review it and order again.' },
  })
  const { orderNumber } = (await placed(100)).body
  const read = async (person: Person) =>
    (await person.call('GET', `/orders/${orderNumber}`)).body.lines[0].priceReason
  expect(await read(admin)).toBe('Dealers 2026, from 100: $8.90; base price: $11.00')
  expect(await read(jane)).toBeUndefined()
  const line = await shop.db
    .selectFrom('orderLine')
    .innerJoin('orders', 'orders.id', 'orderId')
    .select(['priceReason', 'companyName'])
    .where('orderLine.quantity', '=', 100)
    .executeTakeFirstOrThrow()
  expect(line).toEqual({
    priceReason: 'Dealers 2026, from 100: $8.90; base price: $11.00',
    companyName: 'Vans & Co',
  })
})

test('a contract replaces cheaper lists, and the rows of a product those of its category and of all', async () => {
  const { shop, admin, jane, other, product, company } = await openPriced()
  const values = { slug: 'squares', name: 'Squares' }
  await shop.db
    .insertInto('category')
    .values({ ...values, parent: null })
    .execute()
  await shop.db
    .insertInto('category')
    .values({ slug: 'try', name: 'Try squares', parent: 'squares' })
    .execute()
  await shop.db.updateTable('product').set({ category: 'try' }).execute()
  const own = async (person: Person) =>
    (await pricesOf(shop, person, product.id)).prices.map(({ perPrice }: { perPrice: number }) => perPrice)
  await addList(admin, { for: { everybody: true } }, [{ all: true, percent: 1 }])
  expect(await own(other)).toEqual([10.89])
  const list = await addList(admin, { for: { everybody: true } }, [
    { all: true, percent: 50 },
    { category: 'squares', percent: 10 },
  ])
  expect(await own(other)).toEqual([9.9])
  // The nearest category counts, also where the one above it is cheaper.
  const nearest = [
    { category: 'squares', percent: 10 },
    { category: 'try', percent: 5 },
  ]
  await ok(admin.call('PUT', `/price-lists/${list}/rows`, { rows: nearest }))
  expect(await own(other)).toEqual([10.45])
  await ok(
    admin.call('PUT', `/price-lists/${list}/rows`, {
      rows: [
        { all: true, percent: 50 },
        { category: 'squares', percent: 10 },
        { category: 'try', minQuantity: 1, percent: 20 },
        { sku: product.sku, minQuantity: 20, perPrice: 10 },
      ],
    }),
  )
  expect(await own(other)).toEqual([10.89, 10])
  await addList(admin, { for: { company: company._id }, contract: true }, [
    { sku: product.sku, perPrice: 13 },
  ])
  expect(await own(jane)).toEqual([13])
  expect(await own(other)).toEqual([10.89, 10])
  const read = { skus: [product.sku], company: company._id }
  const [tool] = await ok(admin.call('POST', '/price-lists/tools', read))
  const { candidates } = paidFor(tool, undefined, 20)
  expect(candidates.map(({ list, unitPrice }) => [list?.name, unitPrice])).toEqual([
    ['List', 1300],
    ['List', 1000],
    ['List', 1089],
    [undefined, 1100],
  ])
})

test('a list begins and ends at its instants', async () => {
  const { shop, admin, product } = await openPriced()
  const days = { validFrom: '2030-01-01', validUntil: '2030-06-30' }
  await addList(admin, { for: { everybody: true }, ...days }, [{ all: true, percent: 10 }])
  const { validFrom, validUntil } = await shop.db
    .selectFrom('priceList')
    .select(['validFrom', 'validUntil'])
    .executeTakeFirstOrThrow()
  const priced = { id: product.id, category: null, unitPrice: cents(1100) }
  const priceAt = async (instant: Date | null, ms: number) => {
    const at = new Date((instant?.getTime() ?? 0) + ms)
    return (await pricesFor(shop.db, {}, [priced], at)).get(product.id)?.ladder[0]?.unitPrice
  }
  expect([await priceAt(validFrom, -1), await priceAt(validFrom, 0)]).toEqual([1100, 990])
  expect([await priceAt(validUntil, -1), await priceAt(validUntil, 0)]).toEqual([990, 1100])
})

test('the default group is for users without a company, and visitors are in none', async () => {
  const { shop, admin, jane, other, product } = await openPriced()
  const { _id } = await ok(admin.call('POST', '/customer-groups', { name: 'Trade', isDefault: true }))
  await addList(admin, { for: { group: _id } }, [{ all: true, percent: 10 }])
  const first = async (person: Person | null) => (await pricesOf(shop, person, product.id)).prices[0].perPrice
  expect(await first(other)).toBe(9.9)
  expect(await first(jane)).toBe(11)
  expect(await first(null)).toBe(11)
})

test('a list applies from the first to the last moment of its days, also when the clock changes', async () => {
  const { shop, admin, other, product } = await openPriced()
  // In New York, where the clock is put back on 2026-11-01: that day has 25 hours.
  const id = await addList(
    admin,
    { for: { everybody: true }, validFrom: '2026-11-01', validUntil: '2026-11-01' },
    [{ all: true, percent: 10 }],
  )
  expect(await ok(admin.call('GET', `/price-lists/${id}`))).toMatchObject({
    validFrom: '2026-11-01',
    validUntil: '2026-11-01',
  })
  const { validFrom, validUntil } = await shop.db
    .selectFrom('priceList')
    .select(['validFrom', 'validUntil'])
    .executeTakeFirstOrThrow()
  expect(validFrom).toEqual(new Date('2026-11-01T04:00:00Z'))
  expect(validUntil).toEqual(new Date('2026-11-02T05:00:00Z'))
  expect((await pricesOf(shop, other, product.id)).prices).toEqual([{ minQuantity: 10, perPrice: 11 }])
  expect(await admin.call('PUT', `/price-lists/${id}`, { validUntil: '2026-10-01' })).toMatchObject({
    status: 422,
    body: { fields: { validUntil: 'The last day is before the first' } },
  })
})
