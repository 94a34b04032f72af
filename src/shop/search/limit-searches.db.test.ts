import { expect, test } from 'vitest'
import { declaredPages } from '#server/testing/page-routes.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { callApi, signUp } from '#server/testing/users.ts'

const office = '203.0.113.7'
const elsewhere = '203.0.113.8'

test('searches are limited per network and per account, and say when to try again', async () => {
  const shop = await openTestShop(undefined, undefined, {
    searchRules: { perMinute: 4, userPerMinute: 2 },
  })
  const product = await addProduct(shop.db)
  const asks = [
    ['GET', '/products/search?q=wrench', undefined],
    ['GET', '/products/suggest?q=wrench', undefined],
    ['GET', '/products?q=wrench', undefined],
    ['POST', '/products/lookup', { ids: [product.id] }],
    ['POST', '/products/match', { lines: [{ sku: null, name: 'wrench' }] }],
  ] as const
  const ask = ([method, path, body]: (typeof asks)[number], more: object) =>
    callApi(shop.app, method, path, { body, ...more })

  const statuses = []
  for (const each of asks) statuses.push((await ask(each, { ipAddress: office })).status)
  expect(statuses).toEqual([200, 200, 200, 200, 429])
  const refused = await ask(asks[1], { ipAddress: office })
  expect(refused).toMatchObject({ status: 429, body: { code: 'too-many' } })
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
  // Neighbours, lists and single products are not affected.
  expect((await ask(asks[0], { ipAddress: elsewhere })).status).toBe(200)
  for (const path of ['/products?size=6&page=0', `/products/${product.id}`, '/productsCount']) {
    expect((await callApi(shop.app, 'GET', path, { ipAddress: office })).status).toBe(200)
  }

  const { token } = await signUp(shop)
  const own = { ipAddress: office, token }
  const ownStatuses = []
  for (const each of asks.slice(0, 3)) ownStatuses.push((await ask(each, own)).status)
  expect(ownStatuses).toEqual([200, 200, 429])
  shop.clock.now = new Date(shop.clock.now.getTime() + 61_000)
  expect((await ask(asks[0], { ipAddress: office })).status).toBe(200)
})

test('a full list counts by its products, one is always allowed, and others still read theirs', async () => {
  const shop = await openTestShop(undefined, undefined, {
    searchRules: { perMinute: 5, userPerMinute: 2 },
  })
  for (let index = 0; index < 101; index++) await addProduct(shop.db)
  const list = async (more: object) => (await callApi(shop.app, 'GET', '/products', { ...more })).status
  // Two searches each, half of the limit.
  expect([await list({ ipAddress: office }), await list({ ipAddress: office })]).toEqual([200, 200])
  expect(await list({ ipAddress: office })).toBe(429)
  expect(await list({ ipAddress: elsewhere })).toBe(200)
  const { token } = await signUp(shop)
  expect(await list({ ipAddress: office, token })).toBe(200)
})

test('a line with many IPv6 networks has four times the limit of one of them', async () => {
  const shop = await openTestShop(undefined, undefined, {
    searchRules: { perMinute: 2, userPerMinute: 2 },
  })
  const search = async (ipAddress: string) =>
    (await callApi(shop.app, 'GET', '/products/search?q=wrench', { ipAddress })).status
  const statuses = []
  for (let network = 0; network < 5; network++) {
    statuses.push(await search(`2001:db8:0:${network}::1`), await search(`2001:db8:0:${network}::2`))
  }
  expect(statuses).toEqual([...Array(8).fill(200), 429, 429])
  expect(await search('2001:db8:1::1')).toBe(200)
})

test('each line of a pasted list counts as a search', async () => {
  const shop = await openTestShop(undefined, undefined, {
    searchRules: { perMinute: 200, userPerMinute: 3 },
  })
  const match = async (count: number, more: object) => {
    const lines = Array.from({ length: count }, () => ({ sku: 'FW-1013', name: null }))
    return (await callApi(shop.app, 'POST', '/products/match', { body: { lines }, ...more })).status
  }
  expect(await match(150, { ipAddress: office })).toBe(200)
  expect(await match(51, { ipAddress: office })).toBe(429)
  expect(await match(150, { ipAddress: elsewhere })).toBe(200)
  const { token } = await signUp(shop)
  expect(await match(4, { token })).toBe(429)
})

test('the results page counts once in each form of its URL', async () => {
  const routes = await declaredPages()
  const { app } = await openTestShop(undefined, undefined, {
    searchRules: { perMinute: 3, userPerMinute: 3 },
    pages: () => ({ routes, handle: async () => new Response('') }),
  })
  const statuses = []
  for (const path of ['', '.data', '/_.data', '/_.data']) {
    const from = { incoming: { socket: { remoteAddress: office } } }
    statuses.push((await app.request(`/purchase${path}?q=hammer`, {}, from)).status)
  }
  expect(statuses).toEqual([200, 200, 200, 429])
})
