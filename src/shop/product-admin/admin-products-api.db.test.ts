import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import type { Db } from '#platform/database/database.server.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { callApi, signUpAdmin } from '#server/testing/users.ts'
import type { Product } from '#shop/catalogue/product.ts'

// Enough for pages that are read from the far end.
const MANY = 4203

async function addProducts(db: Db, count: number, quantity: (index: number) => number) {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: uuidv7(),
    name: `Rasp ${(index * 7919) % 1000}`,
    description: 'Stitched by hand.',
    unitPriceCents: 500 + ((index * 104_729) % 300),
    quantity: quantity(index),
    minQuantity: 10,
    image: '/media/x',
  }))
  for (let first = 0; first < count; first += 1000) {
    const some = rows.slice(first, first + 1000)
    await db.insertInto('product').values(some).execute()
    const openings = some
      .filter(({ quantity }) => quantity > 0)
      .map(({ id, quantity }) => ({ productId: id, delta: quantity, kind: 'opening' }))
    if (openings.length > 0) await db.insertInto('stockMovement').values(openings).execute()
  }
}

test('every page of every sort order is correct, from both ends of a long list', {
  tags: 'long',
}, async () => {
  const shop = await openTestShop()
  const owen = await signUpAdmin(shop)
  await addProducts(shop.db, MANY, (index) => (index * 31) % 70)
  const deleted = await addProduct(shop.db, { name: 'Gone' })
  expect((await owen.call('DELETE', `/products/${deleted.id}`)).status).toBe(200)
  const all: Product[] = (await callApi(shop.app, 'GET', '/products/')).body
  expect(all).toHaveLength(MANY)
  const byId = (a: Product, b: Product) => (a._id < b._id ? -1 : 1)
  const orders = {
    'products?': byId,
    'products/manage?': (a: Product, b: Product) => byId(b, a),
    'products/manage?sort=newest': (a: Product, b: Product) => byId(b, a),
    'products/manage?sort=name': (a: Product, b: Product) =>
      a.name.localeCompare(b.name, 'en', { numeric: true }) || byId(a, b),
    'products/manage?sort=quantity': (a: Product, b: Product) => a.quantity - b.quantity || byId(a, b),
    'products/manage?sort=price': (a: Product, b: Product) => a.perPrice - b.perPrice || byId(a, b),
  }
  for (const [path, order] of Object.entries(orders)) {
    const isManaged = path.startsWith('products/manage')
    const internal = { bin: null, gtin: null, weight: null }
    const sorted = all
      .toSorted(order)
      .map(({ prices, ...product }) => ({ ...product, ...(isManaged ? internal : { prices }) }))
    for (const [size, page] of [
      ...[2, 4, 5].map((page) => [1000, page]),
      ...[0, 199, 200, 210, 211, 420, 421].map((page) => [10, page]),
      ...[4202, 4203, 2 ** 31].map((page) => [1, page]),
    ] as [number, number][]) {
      const { status, body } = await owen.call('GET', `/${path}&size=${size}&page=${page}`)
      const request = `${path} size ${size} page ${page}`
      expect({ request, status, body }).toEqual({
        request,
        status: 200,
        body: sorted.slice(size * page, size * (page + 1)),
      })
    }
  }
})

test('the search matches word prefixes of name and description, sorted and paged', async () => {
  const shop = await openTestShop()
  const owen = await signUpAdmin(shop)
  for (const [name, quantity] of [
    ['Try-Square 90', 30],
    ['Center Square', 20],
    ["Joiner's mallet", 10],
    ['鑿 Chisel', 40],
  ] as const)
    await addProduct(shop.db, { name, quantity })
  const deleted = await addProduct(shop.db, { name: 'Square that is gone' })
  await owen.call('DELETE', `/products/${deleted.id}`)
  const found = async (search: string, more = '') => {
    const query = `search=${encodeURIComponent(search)}`
    const { status, body } = await owen.call('GET', `/products/manage?${query}${more}`)
    expect(status).toBe(200)
    const count = await owen.call('GET', `/products/manageCount?${query}`)
    if (!more) expect(count.body).toEqual({ count: body.length })
    return body.map((product: Product) => product.name)
  }
  expect(await found('SQUARE')).toEqual(['Center Square', 'Try-Square 90'])
  expect(await found('squ', '&sort=quantity')).toEqual(['Center Square', 'Try-Square 90'])
  expect(await found('squ', '&sort=name')).toEqual(['Center Square', 'Try-Square 90'])
  // A text that names it comes after names, however new.
  await addProduct(shop.db, { name: 'Anvil for a bench' })
  await shop.db
    .updateTable('product')
    .set({ description: 'With a square horn.' })
    .where('name', 'like', 'Anvil%')
    .execute()
  expect(await found('square')).toEqual(['Center Square', 'Try-Square 90', 'Anvil for a bench'])
  expect((await found('square', '&sort=newest'))[0]).toBe('Anvil for a bench')
  await shop.db
    .updateTable('product')
    .set({ deletedAt: new Date() })
    .where('name', 'like', 'Anvil%')
    .execute()
  expect(await found('squ', '&size=1&page=1')).toEqual(['Try-Square 90'])
  expect(await found('squ', '&size=1&page=2')).toEqual([])
  expect(await found('squ 90')).toEqual(['Try-Square 90'])
  expect(await found('joiner mal')).toEqual(["Joiner's mallet"])
  expect(await found('鑿')).toEqual(['鑿 Chisel'])
  expect(await found('quare')).toEqual([])
  expect(await found('stock', '&sort=price')).toHaveLength(4)
  expect(await found(' ')).toHaveLength(4)
  for (const odd of ["'", '!!', ':*', "a' | 'b", '\\', '<->', '(a', '%', '\u0000']) await found(odd)
  expect(await found("zz' | 'square")).toEqual([])
})

test('an unknown sort order or an invalid page is malformed', async () => {
  const owen = await signUpAdmin(await openTestShop())
  for (const query of ['sort=stock', 'sort=', 'size=0', 'size=1001', 'page=-1', 'sort=name;drop'])
    expect(await owen.call('GET', `/products/manage?${query}`)).toMatchObject({
      status: 400,
      body: { code: 'malformed' },
    })
})

test('the stored product count follows every change of the table', async () => {
  const shop = await openTestShop()
  const count = async () => (await callApi(shop.app, 'GET', '/productsCount')).body.count
  await addProducts(shop.db, 12, () => 0)
  expect(await count()).toBe(12)
  await shop.db.updateTable('product').set({ minQuantity: 5 }).execute()
  await shop.db.updateTable('product').set({ deletedAt: null, name: 'Same' }).execute()
  expect(await count()).toBe(12)
  const some = shop.db.selectFrom('product').select('id').limit(5)
  await shop.db.updateTable('product').set({ deletedAt: new Date() }).where('id', 'in', some).execute()
  expect(await count()).toBe(7)
  await shop.db.updateTable('product').set({ deletedAt: new Date() }).execute()
  expect(await count()).toBe(0)
  await shop.db.updateTable('product').set({ deletedAt: null }).execute()
  const failing = shop.db.transaction().execute(async (db) => {
    await db.deleteFrom('product').execute()
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect(await count()).toBe(12)
  await shop.db.deleteFrom('product').where('id', 'in', some).execute()
  expect(await count()).toBe(7)
})
