import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findViolations } from '#operations/invariants.server.ts'
import {
  cancellingPayments,
  expiredLines,
  openPayments,
  ordersOf,
  refundsToCheck,
  unfinishedCancels,
} from '#operations/reconciler-queries.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { createTestDatabase } from '#platform/testing/database.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { logIn } from '#server/testing/users.ts'
import { addDemoBusiness, COMPANY_BUYER } from './demo-business.server.ts'
import { demoProducts } from './demo-products.ts'
import { seedDemo } from './seed-demo.server.ts'

const noImages = {
  store: async () => ({ url: `/media/${'a'.repeat(32)}.webp` }),
  has: async () => true,
  read: async () => null,
}

/** A demo with its business, as it is at a first start at `now`. */
async function openDemo(now: Date) {
  const database = await createTestDatabase({ mayHaveSimulators: true })
  const shop = await openTestShop(database)
  const { db } = shop
  const trusted = { emailVerified: true, name: 'Forgewell Admin', role: 'admin' }
  const admin = { id: crypto.randomUUID(), email: 'admin@forgewell.example' }
  await db
    .insertInto('account')
    .values({ ...admin, ...trusted })
    .execute()
  await seedDemo(db, noImages, (db) => addDemoBusiness(db, 'steel and wood', now))
  return { shop, db, admin }
}

const distinct = async (db: Db, table: string, column: string) => {
  const { rows } = await sql<{ value: string }>`
    select distinct ${sql.id(column)} as value from ${sql.table(table)} order by 1`.execute(db)
  return rows.map(({ value }) => value)
}

test('the demo’s business obeys all rules, ends now, and leaves nothing to do in its first hour', async () => {
  const now = new Date()
  const { db, shop, admin } = await openDemo(now)
  expect(await findViolations(db)).toEqual([])
  const hourLater = () => new Date(now.getTime() + 3600_000)
  for (const due of [
    ordersOf(expiredLines(hourLater)),
    ordersOf(unfinishedCancels(hourLater, 0)),
    openPayments,
    cancellingPayments(hourLater, 0),
    refundsToCheck,
  ])
    expect(await due(db, null, 10)).toEqual([])
  expect(await db.selectFrom('outgoingMail').selectAll().execute()).toEqual([])
  const { rows } = await sql<{ first: Date; last: Date; orders: number }>`
    select min(placed_at) as first, max(placed_at) as last, count(*)::int as orders from orders`.execute(db)
  const [span] = rows
  expect(span?.orders).toBe(120)
  expect(span?.last.getTime()).toBeLessThanOrEqual(now.getTime())
  expect(span?.last.getTime()).toBeGreaterThan(now.getTime() - 4 * 3600_000)
  expect(await distinct(db, 'order_line', 'status')).toEqual(['cancelled', 'paid', 'unpaid'])
  expect(await distinct(db, 'shipment', 'status')).toEqual(['delivered', 'packed', 'shipped'])
  expect(await distinct(db, 'return_request', 'status')).toEqual(['approved', 'received', 'requested'])
  // Each history is told in the order in which it happened.
  for (const [table, of, at] of [
    ['order_event', 'order_id', 'at'],
    ['stock_movement', 'product_id', 'created_at'],
  ] as const) {
    const { rows: late } = await sql`select from (
      select ${sql.ref(at)} as at, lag(${sql.ref(at)}) over (partition by ${sql.ref(of)} order by id) as before
      from ${sql.table(table)}) told where before > at`.execute(db)
    expect(late).toEqual([])
  }
  // What a stranger tries first is as it was.
  const stock = await db.selectFrom('product').select(['sku', 'quantity']).orderBy('sku').execute()
  const demo = demoProducts.map(({ sku, quantity }) => ({ sku, quantity }))
  expect(stock).toEqual(demo.sort((a, b) => (a.sku < b.sku ? -1 : 1)))
  for (const table of ['orders', 'orderList', 'companyMember'] as const) {
    const own = db.selectFrom(table).select('accountId').where('accountId', '=', admin.id)
    expect(await own.execute()).toEqual([])
  }
  // One of its buyers signs in, and sees the orders of the company.
  expect(await db.selectFrom('credential').selectAll().execute()).toHaveLength(1)
  const dana = await logIn(shop, { email: COMPANY_BUYER, password: 'steel and wood' })
  expect((await dana.call('GET', `/purchase/${COMPANY_BUYER}`)).body.length).toBeGreaterThan(5)
  // The provider knows every payment.
  const { rows: unknown } = await sql`select provider_id from payment where not exists (
    select from card_simulator.object where id = provider_id)`.execute(db)
  expect(unknown).toEqual([])
})

test('a business over the end of a year numbers its documents by year, in the order of their dates', async () => {
  const { db } = await openDemo(new Date('2031-01-20T12:00:00Z'))
  expect(await findViolations(db)).toEqual([])
  const documents = await db
    .selectFrom('invoice')
    .select(['number', 'year', 'issuedAt'])
    .orderBy('issuedAt')
    .execute()
  expect(documents.map(({ number }) => number)).toEqual(documents.map(({ number }) => number).sort())
  expect(documents.every(({ year, issuedAt }) => issuedAt.getUTCFullYear() === year)).toBe(true)
  expect(new Set(documents.map(({ year }) => year))).toEqual(new Set([2030, 2031]))
})
