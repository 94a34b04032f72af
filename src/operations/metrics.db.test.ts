import { Hono } from 'hono'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createDb } from '#platform/database/database.server.ts'
import { finishRound } from '#platform/jobs/worker-lease.server.ts'
import { createTestDatabase } from '#platform/testing/database.ts'
import { freePort } from '#platform/testing/free-port.ts'
import { buy, buySeveral, payByCard, payFor, reportPayment, startPaying } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop, shopUrl, type TestShop } from '#server/testing/test-shop.ts'
import { type Person, register, signUp } from '#server/testing/users.ts'
import { createInvariantWatch } from './invariant-watch.server.ts'
import { recordBackup } from './last-backup.server.ts'

/** Requests the metrics from an IP address, optionally with an X-Forwarded-For header. */
async function readMetrics({ app }: Pick<TestShop, 'app'>, from?: string, forwarded?: string) {
  const headers: HeadersInit = forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded }
  const bindings = from && { incoming: { socket: { remoteAddress: from } } }
  const answer = await app.request(`${shopUrl}/metrics`, { headers }, bindings || {})
  return { status: answer.status, text: await answer.text() }
}

async function valuesOf(shop: TestShop): Promise<Record<string, number>> {
  const { text } = await readMetrics(shop, '127.0.0.1')
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'))
  return Object.fromEntries(
    lines.map((line) => [line.replace(/ [^ ]+$/, ''), Number(line.split(' ').at(-1))]),
  )
}

test('only requests from this machine can read the metrics', async () => {
  const shop = await openTestShop()
  for (const local of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
    expect((await readMetrics(shop, local)).status).toBe(200)
  for (const remote of ['10.0.0.7', '203.0.113.9', '::ffff:10.0.0.7', undefined])
    expect((await readMetrics(shop, remote)).status).toBe(404)
  // Without a configured proxy the header is not trusted.
  expect((await readMetrics(shop, '203.0.113.9', '127.0.0.1')).status).toBe(404)
})

test('requests through a configured local proxy are not local', async () => {
  const shop = await openTestShop(undefined, undefined, { trustedProxy: '127.0.0.2' })
  for (const forwarded of ['203.0.113.9', '127.0.0.1', '203.0.113.9:4711', 'unknown', '']) {
    expect((await readMetrics(shop, '127.0.0.2', forwarded)).status).toBe(404)
  }
  // Also when the proxy sends no X-Forwarded-For.
  expect((await readMetrics(shop, '127.0.0.2')).status).toBe(404)
  expect((await readMetrics(shop, '127.0.0.1')).status).toBe(200)
})

test('requests through an unconfigured local proxy are detected by its headers', async () => {
  const { app } = await openTestShop()
  const incoming = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }
  for (const name of ['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'Via', 'X-Forwarded-Host']) {
    const headers = { [name]: '127.0.0.1' }
    expect((await app.request(`${shopUrl}/metrics`, { headers }, incoming)).status).toBe(404)
  }
})

test('a public demo shows its metrics only by a loopback name and with its key', async () => {
  const { app } = await openTestShop(undefined, undefined, { demoKey: 'a-key' })
  const incoming = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }
  const read = async (Host: string, key: string) => {
    const headers = { Host, Authorization: `Basic ${btoa(`demo:${key}`)}` }
    const answer = await app.request(`http://${Host}/metrics`, { headers }, incoming)
    return [answer.status, answer.headers.has('WWW-Authenticate')]
  }
  expect(await read('localhost:3000', 'a-key')).toEqual([200, false])
  expect(await read('localhost:3000', 'another')).toEqual([401, true])
  expect(await read('demo.example', 'a-key')).toEqual([404, false])
})

test('each order is counted once, even when requests are repeated', async () => {
  const shop = await openTestShop()
  const product = await addProduct(shop.db)
  const jane = await signUp(shop)
  await shop.readMails()
  const order = { productId: product.id, quantity: 10, name: 'Jane', address: '1 Anvil Street' }
  const placeOrder = (buyer: Person) => buyer.call('POST', '/perchase', order, { 'Idempotency-Key': 'a' })
  await Promise.all([placeOrder(jane), placeOrder(jane), placeOrder(jane)])
  await jane.call('POST', '/perchase', { ...order, quantity: 1000 })
  const [paid, cancelled] = [await buy(jane, product), await buy(jane, product)]
  const intent = await startPaying(jane, paid)
  await payByCard(shop, intent)
  await reportPayment(jane, paid, intent)
  await reportPayment(jane, paid, intent)
  await shop.cards.deliverDueWebhooks()
  await jane.call('DELETE', `/purchase/${cancelled._id}`)
  await jane.call('DELETE', `/purchase/${cancelled._id}`)
  expect(await valuesOf(shop)).toMatchObject({
    shop_orders_placed_total: 3,
    shop_orders_paid_total: 1,
    shop_orders_cancelled_total: 1,
    shop_orders_unpaid: 1,
    shop_orders_cancelling: 0,
    shop_refunds_due: 0,
    shop_refunds_failed: 0,
    shop_mails_waiting: 5,
    shop_mails_dead: 0,
  })
})

test('an order of several lines counts as one, however it ends', async () => {
  const shop = await openTestShop()
  const products = [await addProduct(shop.db), await addProduct(shop.db)]
  const jane = await signUp(shop)
  const [paid, cancelled] = [await buySeveral(jane, products), await buySeveral(jane, products)]
  await buySeveral(jane, products)
  const line = paid.lines.map(({ _id }: { _id: string }) => _id)
  await payFor(shop, jane, line)
  expect((await jane.call('DELETE', `/orders/${cancelled._id}`)).status).toBe(200)
  expect(await valuesOf(shop)).toMatchObject({
    shop_orders_placed_total: 3,
    shop_orders_paid_total: 1,
    shop_orders_cancelled_total: 1,
    shop_orders_unpaid: 1,
  })
})

test('the metrics show space, workers, backups, the oldest mail and import', async () => {
  const shop = await openTestShop()
  await register(shop)
  await shop.db
    .updateTable('outgoingMail')
    .set({ createdAt: new Date(Date.now() - 600_000) })
    .execute()
  await sql`insert into product_import (id, actor, file_name, mode, makes_categories, started_at)
    values (gen_random_uuid(), 'operator', 'tools.csv', 'change', false, now() - interval '1 hour')
  `.execute(shop.db)
  await finishRound(shop.db, 'reconciler', 0)
  await recordBackup(shop.db, { madeAt: '2026-11-01T03:00:00.000Z', folder: '/backups/1' })
  const values = await valuesOf(shop)
  expect(values).toMatchObject({
    shop_database_up: 1,
    shop_card_provider_up: 1,
    shop_backup_timestamp_seconds: Date.UTC(2026, 10, 1, 3) / 1000,
  })
  expect(values['shop_worker_finished_timestamp_seconds{worker="reconciler"}']).toBeGreaterThan(1e9)
  expect(values.shop_mail_oldest_waiting_seconds).toBeGreaterThan(599)
  expect(values.shop_imports_open).toBe(1)
  expect(values.shop_import_oldest_seconds).toBeGreaterThan(3_599)
  expect(values.shop_disk_free_bytes).toBeLessThanOrEqual(values.shop_disk_size_bytes ?? 0)
})

test('without the database, the metrics have the figures of the process and leave out the others', async () => {
  const working = await createTestDatabase()
  const nowhere = new pg.Pool({ host: '127.0.0.1', port: await freePort() })
  onTestFinished(() => nowhere.end())
  const values = await valuesOf(await openTestShop({ pool: working.pool, db: createDb(nowhere) }))
  expect(values).toMatchObject({ shop_database_up: 0, shop_orders_placed_total: 0 })
  expect(Object.keys(values)).toContain('shop_disk_free_bytes')
  expect(Object.keys(values)).not.toContain('shop_orders_unpaid')
})

test('requests are counted by a fixed set of route classes', async () => {
  const shop = await openTestShop()
  const front = new Hono().use(shop.metrics.countRequests).route('/', shop.app)
  for (const path of ['/api/products', '/api/made-up-1', '/api/made-up-2', '/apis', '/a', '/b/c'])
    await front.request(path)
  await front.request('/healthz', { method: 'MADEUP' })
  const count = (method: string, route: string, status: number) =>
    `http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`
  const values = Object.entries(await valuesOf(shop)).filter(([name]) => name.includes('_count{'))
  expect(Object.fromEntries(values)).toEqual({
    [count('GET', 'api', 200)]: 1,
    [count('GET', 'api', 404)]: 2,
    [count('GET', 'page', 404)]: 3,
    [count('other', 'healthz', 404)]: 1,
  })
})

test('a violated invariant is logged as an error and counted in the metrics until it is fixed', async () => {
  const shop = await openTestShop()
  await addProduct(shop.db)
  const lines: { level: number; violations?: object[] }[] = []
  const log = pino({ level: 'debug' }, { write: (line) => lines.push(JSON.parse(line)) })
  const { check } = createInvariantWatch({ db: shop.db, log, metrics: shop.metrics })
  const name = 'shop_invariant_violations'
  await check()
  expect(lines.map(({ level }) => level)).toEqual([pino.levels.values.debug])

  await shop.db.updateTable('product').set({ quantity: 99 }).execute()
  await check()
  expect((await valuesOf(shop))[name]).toBe(1)
  expect(lines.at(-1)).toMatchObject({
    level: pino.levels.values.error,
    violations: [{ detail: 'quantity 99, movements 100' }],
  })

  await shop.db.updateTable('product').set({ quantity: 100 }).execute()
  await check()
  const values = await valuesOf(shop)
  expect(values[name]).toBe(0)
  expect(values.shop_invariants_checked_timestamp_seconds).toBeGreaterThan(Date.now() / 1000 - 60)
})
