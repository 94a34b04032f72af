import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUp } from '#server/testing/users.ts'

/** Saves a list of one line, which two devices of its buyer show in version 1. */
async function openShopWithList() {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  const { id: productId } = await addProduct(shop.db)
  const lines = [{ productId, quantity: 10 }]
  const save = (version: number, saved: typeof lines = lines) =>
    jane.call('PUT', '/order-list', { lines: saved, version })
  expect((await save(0)).body.version).toBe(1)
  const place = (listVersion: number | undefined, key = randomUUID()) => {
    const order = { lines, name: 'Jane', address: '1 Anvil Street', listVersion }
    return jane.call('POST', '/orders', order, { 'Idempotency-Key': key })
  }
  const orders = async () => (await shop.db.selectFrom('orders').select('id').execute()).length
  return { save, place, orders }
}

test('of several devices that place one list at once, one does', async () => {
  const { place, orders, save } = await openShopWithList()
  const answers = await Promise.all([place(1), place(1), place(1), place(1)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  expect(answers.find(({ status }) => status === 409)).toMatchObject({
    body: {
      code: 'list-changed',
      message: expect.stringContaining('ordered on another device'),
      lines: [],
    },
  })
  expect(await orders()).toBe(1)
  expect((await save(1, [])).status).toBe(409)
  expect((await save(2, [])).status).toBe(200)
})

test('a list that another device has changed is not placed as it was', async () => {
  const { place, orders, save } = await openShopWithList()
  await save(1)
  expect(await place(1)).toMatchObject({ status: 409, body: { code: 'list-changed' } })
  expect(await orders()).toBe(0)
  expect((await place(2)).status).toBe(200)
})

test('a repeated request gets its answer, also after the list was read again', async () => {
  const { place, orders } = await openShopWithList()
  const key = randomUUID()
  const first = await place(1, key)
  for (const version of [1, 2]) {
    expect(await place(version, key)).toMatchObject({ status: 200, body: first.body })
  }
  expect(await orders()).toBe(1)
})

test('an order that is no list names no version', async () => {
  const { place, orders, save } = await openShopWithList()
  expect((await place(undefined)).status).toBe(200)
  expect((await place(undefined)).status).toBe(200)
  expect(await orders()).toBe(2)
  expect((await save(1)).status).toBe(200)
})
