import { expect, test } from 'vitest'
import { buy, copyOrder, ordersOf } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUp, signUpAdmin } from '#server/testing/users.ts'

test('an order returns exactly its product, buyer and time', async () => {
  const shop = await openTestShop()
  const product = await addProduct(shop.db, { unitPriceCents: 1205 })
  const jane = await signUp(shop)
  const order = await buy(jane, product, 11)
  expect(order).toEqual({
    orderId: expect.any(String),
    orderNumber: 'FW-10001',
    status: 'unpaid',
    _id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-7[\da-f-]{21}$/),
    email: jane.email,
    name: 'Jane Buyer',
    address: '1 Anvil Street',
    productId: product.id,
    quantity: 11,
    productName: 'Try Square',
    sku: product.sku,
    perPrice: 12.05,
    imgURL: '/media/0123456789abcdef0123456789abcdef.webp',
    heldUntil: expect.any(String),
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  })
})

test('buyers see their own orders, newest first, and admins all orders', async () => {
  const shop = await openTestShop()
  const product = await addProduct(shop.db)
  const [jane, eve, owen] = [await signUp(shop), await signUp(shop), await signUpAdmin(shop)]
  const [first, second] = [await buy(jane, product), await buy(jane, product)]
  const hers = await buy(eve, product)
  expect(await ordersOf(jane)).toEqual([second, first])
  expect(await ordersOf(owen)).toEqual([])
  expect((await jane.call('GET', `/purchase/${jane.email.toUpperCase()}`)).body).toHaveLength(2)
  expect((await owen.call('GET', '/purchase')).body).toEqual([hers, second, first])
  expect((await owen.call('GET', '/purchase/')).body).toEqual([hers, second, first])
})

test('a size limits my orders to the newest ones', async () => {
  const shop = await openTestShop()
  const product = await addProduct(shop.db)
  const jane = await signUp(shop)
  const [, second, third] = [await buy(jane, product), await buy(jane, product), await buy(jane, product)]
  const newest = (size: string) => jane.call('GET', `/purchase/${jane.email}?size=${size}`)
  expect((await newest('2')).body).toEqual([third, second])
  expect((await newest('1000')).body).toHaveLength(3)
  for (const size of ['0', '1001', '1.5', 'all']) expect((await newest(size)).status).toBe(400)
})

test('my orders are paged and counted', async () => {
  const shop = await openTestShop()
  const product = await addProduct(shop.db)
  const jane = await signUp(shop)
  const [first, second, third] = [
    await buy(jane, product),
    await buy(jane, product),
    await buy(jane, product),
  ]
  await buy(await signUp(shop), product)
  const page = async (query: string) => (await jane.call('GET', `/purchase/${jane.email}?${query}`)).body
  const count = async (query = '') => (await jane.call('GET', `/purchaseCount/${jane.email}${query}`)).body
  expect(await page('size=2&page=0')).toEqual([third, second])
  expect(await page('size=2&page=1')).toEqual([first])
  expect(await page('size=2&page=2')).toEqual([])
  expect(await count()).toEqual({ count: 3 })
  await jane.call('DELETE', `/purchase/${second._id}`)
  expect(await page('size=2&page=0')).toEqual([third, first])
  expect(await count()).toEqual({ count: 2 })
  expect(await count('?state=cancelled')).toEqual({ count: 1 })
  expect(await page('size=2&page=0&state=cancelled')).toMatchObject([{ _id: second._id }])
})

test('an order keeps its price, name and image when the product changes or is deleted', async () => {
  const shop = await openTestShop()
  const product = await addProduct(shop.db)
  const jane = await signUp(shop)
  const order = await buy(jane, product)
  const changed = { name: 'Renamed', unitPriceCents: 1, image: '/media/x', deletedAt: new Date() }
  await shop.db.updateTable('product').set(changed).execute()
  expect(await ordersOf(jane)).toEqual([order])
})

test('an admin’s list of 2,500 orders arrives complete and in order', {
  tags: 'long',
}, async () => {
  const shop = await openTestShop()
  const product = await addProduct(shop.db, { quantity: 10_000, minQuantity: 1 })
  const owen = await signUpAdmin(shop)
  const first = await buy(owen, product, 1)
  const { _id: __, orderId: ____, orderNumber: ___, ...order } = first
  const ids = Array.from({ length: 2499 }, (_, index) => {
    return `ffffffff-ffff-7000-8000-${String(index).padStart(12, '0')}`
  })
  await copyOrder(shop.db, first, ids)
  const { body } = await owen.call('GET', '/purchase')
  expect(body).toHaveLength(2500)
  expect(body).toMatchObject([...ids.reverse().map((_id) => ({ _id, ...order })), first])
})
