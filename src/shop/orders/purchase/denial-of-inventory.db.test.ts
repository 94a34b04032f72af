import { expect, test, vi } from 'vitest'
import { readSettings } from '#platform/settings/settings.server.ts'
import { buy, listedOrders, ordersOf } from '#server/testing/orders.ts'
import { addProduct, stockOf } from '#server/testing/products.ts'
import { openTestShop, wideOrderRules } from '#server/testing/test-shop.ts'
import { type Person, signUp, signUpUnverified } from '#server/testing/users.ts'
import type { OrderLine } from '#shop/orders/order.ts'
import { orderRulesOf } from './order-rules.server.ts'

const rules = orderRulesOf(readSettings({}))
const openShop = (more: Partial<typeof rules> = {}) =>
  openTestShop(undefined, undefined, { orderRules: { ...rules, ...more } })

const wants = (product: { id: string }, quantity: number) => {
  return { productId: product.id, quantity, name: 'Eve', address: '1 Anvil Street' }
}
const totalValue = (orders: OrderLine[]) =>
  orders.reduce((sum, { quantity, perPrice }) => sum + quantity * perPrice, 0)

/**
 * Orders as much of every product as the shop allows, in ever smaller orders, until all are
 * refused.
 */
async function takeAll(eve: Person, products: { id: string }[], stock: number): Promise<void> {
  for (const product of products) {
    for (let quantity = stock; quantity >= 10; quantity = Math.floor(quantity / 2)) {
      while ((await eve.call('POST', '/perchase', wants(product, quantity))).status === 200);
    }
  }
}

test.each([
  ['verified', signUp, { orders: 50, dollars: 100_000, share: 500 }],
  ['unverified', signUpUnverified, { orders: 5, dollars: 5_000, share: 100 }],
])('a new user, %s, who orders everything is stopped by the limits', async (_, enter, caps) => {
  const shop = await openShop({ perMinute: 10_000 })
  const products: { id: string }[] = []
  for (let index = 0; index < 20; index++) {
    products.push(await addProduct(shop.db, { quantity: 1000, unitPriceCents: 2000 }))
  }
  const eve = await enter(shop)
  await takeAll(eve, products, 1000)
  const placed = await ordersOf(eve)
  expect(placed.length).toBeGreaterThan(1)
  expect(placed.length).toBeLessThanOrEqual(caps.orders)
  expect(totalValue(placed)).toBeLessThanOrEqual(caps.dollars)
  for (const { id } of products) expect(await stockOf(shop.db, id)).toBeGreaterThanOrEqual(1000 - caps.share)
})

test('concurrent orders of one user cannot exceed the share of a product', async () => {
  const shop = await openShop()
  const product = await addProduct(shop.db, { quantity: 200, minQuantity: 10 })
  const eve = await signUp(shop)
  const storm = Array.from({ length: 30 }, () => eve.call('POST', '/perchase', wants(product, 10)))
  const answers = await Promise.all(storm)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
  const refused = answers.find(({ status }) => status !== 200)
  expect(refused).toMatchObject({
    status: 409,
    body: {
      code: 'too-much-of-the-stock',
      message: expect.stringContaining('at most 100 pieces of this product'),
      fields: { quantity: expect.any(String) },
    },
  })
  expect(await stockOf(shop.db, product.id)).toBe(100)
})

test('concurrent orders of one user cannot exceed the total value', async () => {
  const shop = await openShop()
  const products = []
  for (let index = 0; index < 6; index++) {
    products.push(await addProduct(shop.db, { quantity: 1000, unitPriceCents: 1_000_00 }))
  }
  const eve = await signUp(shop)
  // Twelve orders of $20,000 for different products; the limit is $100,000.
  const storm = [...products, ...products].map((product) => eve.call('POST', '/perchase', wants(product, 20)))
  const answers = await Promise.all(storm)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(answers.find(({ status }) => status !== 200)).toMatchObject({
    status: 409,
    body: {
      code: 'open-orders-too-valuable',
      message: expect.stringContaining('A buyer can have unpaid orders of up to $100,000.00.'),
    },
  })
  expect(totalValue(await ordersOf(eve))).toBe(100_000)
})

test('a new user can place the minimum order, and another buyer has a share too', async () => {
  const shop = await openShop()
  const product = await addProduct(shop.db, { quantity: 20, minQuantity: 10 })
  const [eve, jane] = [await signUpUnverified(shop), await signUp(shop)]
  await buy(eve, product)
  expect((await eve.call('POST', '/perchase', wants(product, 10))).status).toBe(409)
  await buy(jane, product)
  expect(await stockOf(shop.db, product.id)).toBe(0)
})

test('a cancellation frees the limit; verifying the e-mail raises it', async () => {
  const shop = await openShop()
  const product = await addProduct(shop.db, { quantity: 100 })
  const jane = await signUpUnverified(shop)
  const first = await buy(jane, product)
  const more = () => jane.call('POST', '/perchase', wants(product, 10))
  expect((await more()).body.message).toContain('once your e-mail address is confirmed')
  await jane.call('DELETE', `/purchase/${first._id}`)
  await buy(jane, product)
  await shop.db.updateTable('account').set({ emailVerified: true }).execute()
  expect((await more()).status).toBe(200)
})

test('the purchase form receives the order limits', async () => {
  const shop = await openShop()
  const product = await addProduct(shop.db, { quantity: 100 })
  const [jane, joe] = [await signUp(shop), await signUpUnverified(shop)]
  await buy(jane, product, 20)
  const limits = async (who: Person) => (await who.call('GET', `/orderLimits/${product.id}`)).body
  expect(await limits(jane)).toEqual({
    orders: { held: 1, most: 50 },
    dollars: { held: 250, most: 100_000 },
    pieces: { held: 20, most: 50 },
    // The buyer has never paid.
    holdHours: 24,
    freeDollars: 500,
    emailVerified: true,
  })
  expect(await limits(joe)).toMatchObject({
    orders: { held: 0, most: 5 },
    dollars: { held: 0, most: 5_000 },
    pieces: { held: 0, most: 10 },
    emailVerified: false,
  })
  expect((await jane.call('GET', '/orderLimits/nothing')).status).toBe(404)
})

test('orders and cancellations of a user are limited per minute, with Retry-After', async () => {
  const shop = await openTestShop(undefined, undefined, {
    orderRules: { ...wideOrderRules, perMinute: 3 },
  })
  const product = await addProduct(shop.db, { quantity: 1000 })
  const [eve, jane] = [await signUp(shop), await signUp(shop)]
  const key = { 'Idempotency-Key': 'the fourth' }
  const order = () => eve.call('POST', '/perchase', wants(product, 10), key)
  const placed = await Promise.all([1, 2, 3].map(() => buy(eve, product)))
  const cancel = (id?: string) => eve.call('DELETE', `/purchase/${id}`)
  for (const { _id } of placed) expect((await cancel(_id)).status).toBe(200)
  for (const refused of [await order(), await cancel(placed[0]?._id)]) {
    expect(refused.status).toBe(429)
    const seconds = Number(refused.headers.get('Retry-After'))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
  }
  await buy(jane, product)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  try {
    expect((await order()).status).toBe(200)
  } finally {
    vi.useRealTimers()
  }
  shop.clock.now = new Date(shop.clock.now.getTime() + 61_000)
  expect((await cancel(placed[0]?._id)).status).toBe(409)
})

test('an unpaid order states when it expires', async () => {
  const shop = await openShop({ holdHours: 5 })
  const product = await addProduct(shop.db)
  const jane = await signUp(shop)
  const order = await buy(jane, product)
  const until = Date.parse(order.heldUntil ?? '')
  expect(until - Date.parse(order.createdAt)).toBe(5 * 3_600_000)
  expect(await ordersOf(jane)).toEqual([order])
  shop.clock.now = new Date(until - 1000)
  await shop.reconcile()
  expect(await listedOrders(shop.db)).toHaveLength(1)
  shop.clock.now = new Date(until + 1000)
  await shop.reconcile()
  expect(await listedOrders(shop.db)).toEqual([])
})
