import { expect, test } from 'vitest'
import { readSettings } from '#platform/settings/settings.server.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop, wideOrderRules } from '#server/testing/test-shop.ts'
import { type Person, signUp, signUpUnverified } from '#server/testing/users.ts'
import type { NewOrderOfLines } from './new-order-json.server.ts'
import { orderRulesOf } from './order-rules.server.ts'

const standardRules = orderRulesOf(readSettings({}))
type Line = NewOrderOfLines['lines'][number]

function placeList(user: Person, lines: Line[], more: object = {}, headers: HeadersInit = {}) {
  const list = { lines, name: 'Jane Buyer', address: '1 Anvil Street', ...more }
  return user.call('POST', '/orders', list, headers)
}
const lineOf = (product: { id: string }, quantity: number, perPrice?: number): Line => ({
  productId: product.id,
  quantity,
  ...(perPrice !== undefined && { perPrice }),
})

test('a verified buyer places 200 lines under the usual limits; a list counts once', async () => {
  const shop = await openTestShop(undefined, undefined, { orderRules: standardRules })
  const products: { id: string }[] = []
  for (let index = 0; index < 200; index++) {
    products.push(await addProduct(shop.db, { quantity: 1000, minQuantity: 1 }))
  }
  const jane = await signUp(shop)
  const { status, body } = await placeList(
    jane,
    products.map((product) => lineOf(product, 2)),
  )
  expect(status).toBe(200)
  expect(body.lines).toHaveLength(200)
  const [first = { id: '' }] = products
  const limits = (await jane.call('GET', `/orderLimits/${first.id}`)).body
  expect(limits).toMatchObject({ orders: { held: 1, most: 50 }, dollars: { held: 5000 } })
  expect((await placeList(jane, [lineOf(first, 2)])).status).toBe(200)
})

test('limits hold over all lines, and an order of six lines is one, of an unverified buyer too', async () => {
  const shop = await openTestShop(undefined, undefined, { orderRules: standardRules })
  const anvil = await addProduct(shop.db, { quantity: 10_000, unitPriceCents: 500_00 })
  const nail = await addProduct(shop.db, { quantity: 10_000, minQuantity: 1 })
  const [jane, eve] = [await signUp(shop), await signUpUnverified(shop)]
  expect(await placeList(jane, [lineOf(anvil, 150), lineOf(anvil, 100)])).toMatchObject({
    status: 409,
    body: { lines: [{ index: 1, code: 'open-orders-too-valuable', available: 50 }] },
  })
  const six = Array.from({ length: 6 }, () => lineOf(nail, 1))
  for (let placed = 0; placed < 5; placed++) expect((await placeList(eve, six)).status).toBe(200)
  expect(await placeList(eve, six)).toMatchObject({
    status: 409,
    body: { lines: Array(6).fill({ code: 'too-many-open-orders', available: 0 }) },
  })
})

test('lists are limited per minute like orders', async () => {
  const orderRules = { ...wideOrderRules, perMinute: 2 }
  const shop = await openTestShop(undefined, undefined, { orderRules })
  const square = await addProduct(shop.db)
  const jane = await signUp(shop)
  const list = () => placeList(jane, [lineOf(square, 10), lineOf(square, 10)])
  expect([(await list()).status, (await list()).status]).toEqual([200, 200])
  const refused = await list()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
})
