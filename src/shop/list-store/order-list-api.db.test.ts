import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { logIn, signUp, signUpAdmin } from '#server/testing/users.ts'
import { MAX_LINES } from './order-list.ts'

test('a user has the same list on every device', async () => {
  const shop = await openTestShop()
  const product = await addProduct(shop.db)
  const lines = [{ productId: product.id, quantity: 12 }]
  const jane = await signUp(shop)
  expect((await jane.call('GET', '/order-list')).body).toEqual({ lines: [], version: 0 })
  const saved = await jane.call('PUT', '/order-list', { lines, version: 0 })
  expect(saved).toMatchObject({ status: 200, body: { lines, version: 1 } })
  const phone = await logIn(shop, jane)
  expect((await phone.call('GET', '/order-list')).body).toEqual({ lines, version: 1 })
  const other = await signUp(shop)
  expect((await other.call('GET', '/order-list')).body).toEqual({ lines: [], version: 0 })
})

test('of two devices that saw the same version, only one saves', async () => {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  const list = (quantity: number, version: number) => ({
    lines: [{ productId: uuidv7(), quantity }],
    version,
  })
  for (const version of [0, 1]) {
    const saved = await Promise.all([
      jane.call('PUT', '/order-list', list(10, version)),
      jane.call('PUT', '/order-list', list(20, version)),
    ])
    expect(saved.map(({ status }) => status).sort()).toEqual([200, 409])
    const winner = saved.find(({ status }) => status === 200)
    expect((await jane.call('GET', '/order-list')).body).toEqual(winner?.body)
    expect(saved.find(({ status }) => status === 409)?.body.code).toBe('list-changed')
  }
})

const ID = uuidv7()
const line = (productId: string, quantity: number) => ({ productId, quantity })
test.each([
  ['too many lines', Array.from({ length: MAX_LINES + 1 }, () => line(uuidv7(), 1))],
  ['no product', [line('FW-1013', 1)]],
  ['no pieces', [line(uuidv7(), 0)]],
  ['half a piece', [line(uuidv7(), 1.5)]],
  ['more pieces than can be counted', [line(uuidv7(), 2 ** 31)]],
  ['a product twice', [line(ID, 1), line(ID, 2)]],
])('a list with %s is refused', async (_, lines) => {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  expect((await jane.call('PUT', '/order-list', { lines, version: 0 })).status).toBe(422)
  expect((await jane.call('GET', '/order-list')).body.lines).toEqual([])
})

test('a full list fits into a request', async () => {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  const lines = Array.from({ length: MAX_LINES }, () => line(uuidv7(), 2 ** 31 - 1))
  expect((await jane.call('PUT', '/order-list', { lines, version: 0 })).status).toBe(200)
})

test('a deleted user leaves no list', async () => {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  const admin = await signUpAdmin(shop)
  const lines = [line(uuidv7(), 1)]
  await jane.call('PUT', '/order-list', { lines, version: 0 })
  const count = async () =>
    (await shop.db.selectFrom('orderList').select('id').where('lines', '@>', JSON.stringify(lines)).execute())
      .length
  expect(await count()).toBe(1)
  expect((await admin.call('DELETE', `/users/${jane.email}`)).status).toBe(200)
  expect(await count()).toBe(0)
})
