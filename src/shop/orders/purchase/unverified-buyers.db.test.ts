import { expect, test } from 'vitest'
import { readSettings } from '#platform/settings/settings.server.ts'
import { createTestDatabase } from '#platform/testing/database.ts'
import { buy, listedOrders, ordersOf } from '#server/testing/orders.ts'
import { addProduct, stockOf } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { callApi, type Person, signUp, signUpUnverified } from '#server/testing/users.ts'
import { orderRulesOf } from './order-rules.server.ts'

const orderRules = orderRulesOf(readSettings({}))
const openShop = (given?: Parameters<typeof openTestShop>[0]) =>
  openTestShop(given, undefined, { orderRules })

const HOUR = 3_600_000
const wants = ({ id }: { id: string }, quantity: number) => {
  return { productId: id, quantity, name: 'Eve', address: '1 Anvil Street' }
}
const many = <One>(count: number, make: () => Promise<One>) =>
  Promise.all(Array.from({ length: count }, make))

test('many unverified buyers in two processes never hold more than a quarter together', async () => {
  const database = await createTestDatabase({ mayHaveSimulators: true })
  const shops = [await openShop(database), await openShop(database)]
  const product = await addProduct(database.db, { quantity: 1000, minQuantity: 10 })
  const buyers = (
    await Promise.all(shops.map((shop) => many(12, () => signUpUnverified(shop))))
  ).flat()
  const answers = await Promise.all(
    buyers.flatMap((eve) =>
      [40, 40].map((pieces) => eve.call('POST', '/perchase', wants(product, pieces))),
    ),
  )
  expect(await stockOf(database.db, product.id)).toBe(760)
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused).toHaveLength(48 - 6)
  expect(refused[0]).toMatchObject({
    status: 409,
    body: { code: 'verify-email-to-order', message: 'Confirm your e-mail to order this' },
  })
  // What is left of the quarter can be ordered, and not a piece more.
  const [last] = buyers.filter((_, index) => answers[index * 2]?.status !== 200)
  expect((await last?.call('POST', '/perchase', wants(product, 11)))?.status).toBe(409)
  expect((await last?.call('POST', '/perchase', wants(product, 10)))?.status).toBe(200)
  const [shop] = shops
  if (shop) await buy(await signUp(shop), product, 375)
  expect(await stockOf(database.db, product.id)).toBe(375)
})

test('of a small stock, unverified buyers hold one minimum order together', async () => {
  const shop = await openShop()
  const product = await addProduct(shop.db, { quantity: 30, minQuantity: 10 })
  const buyers = await many(5, () => signUpUnverified(shop))
  const answers = await Promise.all(
    buyers.map((eve) => eve.call('POST', '/perchase', wants(product, 10))),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
  expect(await stockOf(shop.db, product.id)).toBe(20)
})

test('what verified buyers hold counts as stock, and is not part of the quarter', async () => {
  const shop = await openShop()
  const product = await addProduct(shop.db, { quantity: 1000, minQuantity: 1 })
  await buy(await signUp(shop), product, 500)
  const buyers = await many(11, () => signUpUnverified(shop))
  const wanted = [30, 30, 30, 30, 30, 30, 30, 25, 10, 5, 1]
  const codes = []
  for (const [index, quantity] of wanted.entries()) {
    const answer = await buyers[index]?.call('POST', '/perchase', wants(product, quantity))
    codes.push(answer?.body.code ?? answer?.status)
  }
  expect(codes).toEqual([...Array(10).fill(200), 'verify-email-to-order'])
  expect(await stockOf(shop.db, product.id)).toBe(250)
})

test('a list of an unverified buyer counts its own lines and reports the rest of the limit', async () => {
  const shop = await openShop()
  const product = await addProduct(shop.db, { quantity: 100, minQuantity: 1, unitPriceCents: 100 })
  const [eve, joe, ann] = await many(3, () => signUpUnverified(shop))
  await buy(eve as Person, product, 10)
  await buy(joe as Person, product, 9)
  const answer = await ann?.call('POST', '/orders', {
    name: 'Ann',
    address: '1 Anvil Street',
    lines: [4, 4].map((quantity) => ({ productId: product.id, quantity })),
  })
  expect(answer).toMatchObject({
    status: 409,
    body: { lines: [{ index: 1, code: 'verify-email-to-order', available: 2 }] },
  })
})

test('an unverified buyer’s order holds its stock for 2 hours, then others may order', async () => {
  const shop = await openShop()
  const product = await addProduct(shop.db, { quantity: 40, minQuantity: 10 })
  const [eve, joe] = await many(2, () => signUpUnverified(shop))
  const order = await buy(eve as Person, product)
  const until = Date.parse(order.heldUntil ?? '')
  expect(until - Date.parse(order.createdAt)).toBe(2 * HOUR)
  const again = () => joe?.call('POST', '/perchase', wants(product, 10))
  expect((await again())?.status).toBe(409)
  shop.clock.now = new Date(until + 1000)
  await shop.reconcile()
  // Back within the time of the access tokens.
  shop.clock.now = new Date()
  expect((await again())?.status).toBe(200)
})

test('verifying the e-mail extends the hold and frees the share of the others', async () => {
  const shop = await openShop()
  const product = await addProduct(shop.db, { quantity: 40, minQuantity: 10 })
  const [eve, joe] = await many(2, () => signUpUnverified(shop))
  const order = await buy(eve as Person, product)
  const mail = (await shop.readMails()).find(({ to }) => to === eve?.email)
  const [path] = /\/verify-email\S+/.exec(mail?.text ?? '') ?? []
  const cookie = eve?.cookie ?? ''
  expect((await callApi(shop.app, 'GET', `/auth${path}`, { cookie })).status).toBe(200)
  const [held] = await ordersOf(eve as Person)
  const extended = Date.parse(order.createdAt) + 24 * HOUR
  expect(Date.parse(held?.heldUntil ?? '')).toBe(extended)
  await buy(joe as Person, product)
  shop.clock.now = new Date(extended - 1000)
  await shop.reconcile()
  expect(await listedOrders(shop.db)).toMatchObject([{ id: order._id }])
})
