import { expect, test } from 'vitest'
import { buy, ordersOf, payByCard, reportPayment, startPaying } from '#server/testing/orders.ts'
import { addProduct, stockOf } from '#server/testing/products.ts'
import { openTestShop, wideOrderRules } from '#server/testing/test-shop.ts'
import { type Person, signUp } from '#server/testing/users.ts'

async function openShopWithLimit(openOrderLimit: number) {
  const verified = { ...wideOrderRules.caps.verified, orders: openOrderLimit }
  const orderRules = { ...wideOrderRules, caps: { ...wideOrderRules.caps, verified } }
  const shop = await openTestShop(undefined, undefined, { orderRules })
  const product = await addProduct(shop.db, { quantity: 1000, minQuantity: 1 })
  const order = { productId: product.id, quantity: 1, name: 'Jane', address: '1 Anvil Street' }
  const send = (user: Person, key: string = crypto.randomUUID()) =>
    user.call('POST', '/perchase', order, { 'Idempotency-Key': key })
  return { shop, product, send, stock: () => stockOf(shop.db, product.id) }
}

test('of sixty concurrent orders of one buyer exactly fifty are placed', async () => {
  const { shop, send, stock } = await openShopWithLimit(50)
  const [jane, eve] = [await signUp(shop), await signUp(shop)]
  const answers = await Promise.all(Array.from({ length: 60 }, () => send(jane)))
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused).toHaveLength(10)
  for (const { status, body } of refused)
    expect({ status, body }).toEqual({
      status: 409,
      body: {
        code: 'too-many-open-orders',
        message: 'You have 50 unpaid orders, which is the maximum. Please pay or cancel one first.',
      },
    })
  expect(await ordersOf(jane)).toHaveLength(50)
  expect(await stock()).toBe(950)
  expect((await send(eve)).status).toBe(200)
})

test('paying or cancelling an order allows another one', async () => {
  const { shop, product, send } = await openShopWithLimit(2)
  const jane = await signUp(shop)
  const [paid, cancelled] = [await buy(jane, product), await buy(jane, product)]
  expect((await send(jane)).status).toBe(409)
  const intent = await startPaying(jane, paid)
  await payByCard(shop, intent)
  await reportPayment(jane, paid, intent)
  expect((await send(jane)).status).toBe(200)
  expect((await send(jane)).status).toBe(409)
  await jane.call('DELETE', `/purchase/${cancelled._id}`)
  expect((await send(jane)).status).toBe(200)
  expect((await send(jane)).status).toBe(409)
})

test('a retry of the last allowed order returns its first response', async () => {
  const { shop, send } = await openShopWithLimit(1)
  const jane = await signUp(shop)
  const first = await send(jane, 'key-1')
  expect(await send(jane, 'key-1')).toMatchObject({ status: 200, body: first.body })
  expect((await send(jane, 'key-2')).status).toBe(409)
})
