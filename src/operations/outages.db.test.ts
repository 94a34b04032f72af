import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createDb, openDatabase } from '#platform/database/database.server.ts'
import { migrate } from '#platform/database/migrations.server.ts'
import { createTestDatabase } from '#platform/testing/database.ts'
import { freePort } from '#platform/testing/free-port.ts'
import { startPostgres } from '#platform/testing/postgres-server.ts'
import type { Answer } from '#server/testing/api-driver.ts'
import { addProduct, stockOf } from '#server/testing/products.ts'
import { openTestShop, shopUrl, type TestShop } from '#server/testing/test-shop.ts'
import { callApi, type Person, signUp } from '#server/testing/users.ts'

function expectUnavailable({ status, headers, body }: Answer): void {
  expect(status).toBe(503)
  expect(headers.get('Retry-After')).toMatch(/^\d+$/)
  expect(body).toEqual({
    code: 'unavailable',
    message: 'The shop is temporarily unavailable. Please try again.',
  })
}

async function expectShopUnavailable(shop: TestShop, jane: Pick<Person, 'email' | 'cookie' | 'token'>) {
  const { email, cookie, token } = jane
  const password = 'correct horse'
  const calls = [
    callApi(shop.app, 'GET', '/products/'),
    callApi(shop.app, 'GET', '/products?size=10&page=0'),
    callApi(shop.app, 'GET', '/productsCount'),
    callApi(shop.app, 'GET', `/users/${email}`, { token }),
    callApi(shop.app, 'PUT', `/users/${email}`, { cookie, body: { email } }),
    callApi(shop.app, 'POST', '/auth/sign-in/email', { body: { email, password } }),
    callApi(shop.app, 'POST', '/auth/sign-up/email', {
      body: { name: 'Jane Buyer', email, password },
    }),
    callApi(shop.app, 'GET', '/auth/get-session', { cookie }),
  ]
  for (const response of await Promise.all(calls)) expectUnavailable(response)
  expect((await shop.app.request(`${shopUrl}/readyz`)).status).toBe(503)
  expect((await shop.app.request(`${shopUrl}/healthz`)).status).toBe(200)
}

test('every route returns 503 with Retry-After and JSON when the database is unreachable', async () => {
  const working = await createTestDatabase()
  const jane = await signUp(await openTestShop(working))
  const nowhere = new pg.Pool({ host: '127.0.0.1', port: await freePort() })
  onTestFinished(() => nowhere.end())
  const shop = await openTestShop({ pool: working.pool, db: createDb(nowhere) })
  await expectShopUnavailable(shop, jane)
})

test('API calls and metrics are answered while a frozen database answers nothing', {
  tags: 'long',
}, async () => {
  const working = await createTestDatabase()
  const { cookie } = await signUp(await openTestShop(working))
  const frozen = createDb({
    connect: () => new Promise<never>(() => {}),
    end: async () => {},
    options: {},
  })
  const shop = await openTestShop({ pool: working.pool, db: frozen })
  const metrics = shop.app.request(
    `${shopUrl}/metrics`,
    {},
    { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
  )
  const calls = [
    callApi(shop.app, 'GET', '/productsCount', { cookie }),
    callApi(shop.app, 'GET', '/auth/get-session', { cookie }),
  ]
  for (const response of await Promise.all(calls)) expectUnavailable(response)
  expect((await metrics).status).toBe(200)
  expect(await (await metrics).text()).toContain('shop_database_up 0')
})

test('a killed database server loses no acknowledged order', { tags: 'long' }, async () => {
  const server = await startPostgres()
  onTestFinished(() => server.stop())
  const database = await openDatabase({ databaseUrl: server.url })
  onTestFinished(() => database.close())
  await migrate(database.db)
  const shop = await openTestShop(database)
  const product = await addProduct(shop.db, { quantity: 10_000, minQuantity: 1 })
  const jane = await signUp(shop)
  const buyers = [jane, await signUp(shop), await signUp(shop), await signUp(shop)]
  const order = { productId: product.id, quantity: 1, name: 'Jane', address: '1 Anvil Street' }
  const buy = (key: string, index: number) =>
    (buyers[index % 4] ?? jane).call('POST', '/perchase', order, { 'Idempotency-Key': key })
  expect((await buy('before', 0)).status).toBe(200)

  const keys = Array.from({ length: 200 }, (_, index) => `key-${index}`)
  const underway = Promise.all(keys.map(buy))
  await server.kill9()
  const responses = await underway
  for (const response of responses) if (response.status !== 200) expectUnavailable(response)
  await expectShopUnavailable(shop, jane)

  await server.restart()
  const again = await Promise.all(keys.map(buy))
  expect(new Set(again.map(({ status }) => status))).toEqual(new Set([200]))
  for (const [index, { status, body }] of responses.entries())
    if (status === 200) expect(again[index]?.body._id).toBe(body._id)
  expect(new Set(again.map(({ body }) => body._id)).size).toBe(200)
  expect(await stockOf(shop.db, product.id)).toBe(10_000 - 201)
})
