import { expect, test } from 'vitest'
import { addProduct, stockOf } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { type Person, signUp } from '#server/testing/users.ts'

async function openShopWithProduct() {
  const shop = await openTestShop()
  const product = await addProduct(shop.db)
  const order = { productId: product.id, quantity: 10, name: 'Jane', address: '1 Anvil Street' }
  const send = (user: Person, key: string, more: object = {}) =>
    user.call('POST', '/perchase', { ...order, ...more }, { 'Idempotency-Key': key })
  return { shop, send, stock: () => stockOf(shop.db, product.id) }
}

test('a retry with its key returns the first response and places no order', async () => {
  const { shop, send, stock } = await openShopWithProduct()
  const jane = await signUp(shop)
  const first = await send(jane, 'key-1')
  expect(first.status).toBe(200)
  // Ignored fields do not make it a different order.
  const again = await send(jane, 'key-1', { colour: 'blue' })
  expect(again).toMatchObject({ status: 200, body: first.body })
  const replayed = [first, again].map(({ headers }) => headers.get('Idempotent-Replayed'))
  expect(replayed).toEqual([null, 'true'])
  expect(await stock()).toBe(90)
  expect((await send(jane, 'key-2')).body._id).not.toBe(first.body._id)
  expect(await stock()).toBe(80)
})

test('a key with another body is refused', async () => {
  const { shop, send, stock } = await openShopWithProduct()
  const jane = await signUp(shop)
  await send(jane, 'key-1')
  for (const more of [{ quantity: 11 }, { address: 'Elsewhere' }, { perPrice: 12.5 }]) {
    expect(await send(jane, 'key-1', more)).toMatchObject({
      status: 422,
      body: {
        code: 'key-reused',
        message: expect.stringContaining('Please check My Orders'),
      },
    })
  }
  expect(await stock()).toBe(90)
})

test('ten concurrent requests with one key place one order and get the same response', async () => {
  const { shop, send, stock } = await openShopWithProduct()
  const jane = await signUp(shop)
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(jane, 'key-1')))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body._id}`)).size).toBe(1)
  expect(answers[0]?.status).toBe(200)
  expect(await stock()).toBe(90)
})

test('two concurrent bodies with one key are one order and one refusal', async () => {
  const { shop, send, stock } = await openShopWithProduct()
  const jane = await signUp(shop)
  const answers = await Promise.all([
    send(jane, 'key-1', { quantity: 10 }),
    send(jane, 'key-1', { quantity: 20 }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  const bought = answers.find(({ status }) => status === 200)?.body.quantity
  expect(await stock()).toBe(100 - bought)
})

test('keys are separate for each user', async () => {
  const { shop, send, stock } = await openShopWithProduct()
  const [jane, eve] = [await signUp(shop), await signUp(shop)]
  const [hers, his] = [await send(jane, 'key-1'), await send(eve, 'key-1')]
  expect(hers.body.email).toBe(jane.email)
  expect(his.body.email).toBe(eve.email)
  expect(await stock()).toBe(80)
})

test('a refusal does not use up its key; a placed order is replayed even if it would now be refused', async () => {
  const { shop, send, stock } = await openShopWithProduct()
  const jane = await signUp(shop)
  for (let round = 0; round < 3; round++) {
    const refused = await send(jane, 'key-1', { quantity: 101 })
    expect(refused.status).toBe(409)
    expect(refused.body.message).toBe('Quantity must be at most 100, the stock we have')
  }
  expect(await shop.db.selectFrom('idempotencyKey').select('key').execute()).toEqual([])
  const placed = await send(jane, 'key-1', { quantity: 95 })
  expect(placed.status).toBe(200)
  // Five pieces are left: without its key, this would be out of stock.
  expect(await send(jane, 'key-1', { quantity: 95 })).toMatchObject({
    status: 200,
    body: placed.body,
  })
  expect(await send(jane, 'key-1', { quantity: 96 })).toMatchObject({ status: 422 })
  expect(await stock()).toBe(5)
})

test('an invalid body does not use up its key', async () => {
  const { shop, send } = await openShopWithProduct()
  const jane = await signUp(shop)
  expect((await send(jane, 'key-1', { quantity: 'ten' })).status).toBe(422)
  expect((await send(jane, 'key-1')).status).toBe(200)
})

test('a key has 1 to 255 printable characters', async () => {
  const { shop, send, stock } = await openShopWithProduct()
  const jane = await signUp(shop)
  for (const key of ['', 'x'.repeat(256), 'a\u0001b', 'a\tb', 'a\u007f', '\u00e9'])
    expect(await send(jane, key)).toMatchObject({ status: 400, body: { code: 'malformed' } })
  expect(await stock()).toBe(100)
  for (const key of ['!', `~ ${'x'.repeat(253)}`]) expect((await send(jane, key)).status).toBe(200)
  expect(await stock()).toBe(80)
})
