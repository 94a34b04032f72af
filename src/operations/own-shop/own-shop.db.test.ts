import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { backUpBesideData } from '#operations/backup/backup.server.ts'
import { goLive } from '#operations/go-live.server.ts'
import { checkShopMode, isOwnShop } from '#operations/installation.server.ts'
import { findViolations } from '#operations/invariants.server.ts'
import { addDemoBusiness } from '#operations/seed/demo-business.server.ts'
import { ensureLogins } from '#operations/seed/logins.server.ts'
import { seedDemo } from '#operations/seed/seed-demo.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { createDiskFiles } from '#platform/files/disk-files.server.ts'
import { readSettings } from '#platform/settings/settings.server.ts'
import { StartupError } from '#platform/startup-error.ts'
import { createTestDatabase } from '#platform/testing/database.ts'
import { buy, pack, payByCard, reportPayment, startPaying } from '#server/testing/orders.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { callApi, signUp, signUpAdmin } from '#server/testing/users.ts'

const noImages = {
  store: async () => ({ url: `/media/${'a'.repeat(32)}.webp` }),
  has: async () => true,
  read: async () => null,
}
const owner = { shopName: 'Kestrel & Thorne', name: 'Nora Kestrel', email: 'nora@kestrel.example' }

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'forgewell-own-shop-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** A demo with trade of every kind. `restart` does what each start does with the data. */
async function openDemo({ hasBackup = true } = {}) {
  const database = await createTestDatabase({ mayHaveSimulators: true })
  const { db } = database
  const dataDir = newFolder()
  const files = createDiskFiles(join(dataDir, 'media'))
  await files.writeAll([
    { name: 'shop-id', bytes: Buffer.from('id') },
    { name: `${'a'.repeat(32)}-400.webp`, bytes: Buffer.from('demo') },
  ])
  const backUp = hasBackup
    ? () => backUpBesideData({ databaseUrl: database.url, dataDir })
    : () => Promise.reject(new StartupError('The disk is full.'))
  const shop = await openTestShop(database, undefined, { ownShop: { files, backUp } })
  const restart = async () => {
    await checkShopMode(db, 'demo')
    const isOwn = await isOwnShop(db)
    await ensureLogins({ db, isOwn }, readSettings({ DATA_DIR: dataDir }))
    if (!isOwn) await seedDemo(db, noImages, (db) => addDemoBusiness(db, 'steel and wood'))
  }
  await restart()
  const [owen, jane] = [await signUpAdmin(shop), await signUp(shop)]
  const [product] = await db.selectFrom('product').select(['id', 'sku']).limit(1).execute()
  if (!product) throw new Error('The demo has no products')
  await db.updateTable('product').set({ minQuantity: 1 }).execute()
  const paid = await buy(jane, product)
  const intent = await startPaying(jane, paid)
  await payByCard(shop, intent)
  expect((await reportPayment(jane, paid, intent)).status).toBe(200)
  expect((await pack(owen, paid, [{ _id: paid._id, quantity: 4 }])).status).toBe(200)
  const group = (await owen.call('POST', '/customer-groups', { name: 'Tool clubs' })).body._id
  await owen.call('POST', '/companies', { name: 'Rail Works', group, member: jane.email })
  const list = await owen.call('POST', '/price-lists', { name: 'Dealers', for: { group } })
  const rows = [{ sku: product.sku, perPrice: 9 }]
  expect((await owen.call('PUT', `/price-lists/${list.body._id}/rows`, { rows })).status).toBe(200)
  const message = { name: 'Jane', email: jane.email, message: 'Do you make 3/8?' }
  expect((await callApi(shop.app, 'POST', '/contact', { body: message })).status).toBe(200)
  const review = {
    name: 'Jane',
    email: jane.email,
    ratings: 5,
    review: 'Sharp, straight and fast.',
  }
  expect((await jane.call('POST', '/reviews', review)).status).toBe(200)
  await shop.readMails()
  const begin = (body: object = owner) => owen.call('POST', '/own-shop', body)
  return { ...shop, shop, dataDir, owen, jane, begin, restart }
}

/** The rows of all tables, without what differs from one shop to the next: ids, moments and secrets. */
async function rowsOf(db: Db): Promise<Record<string, unknown>> {
  const tables = await sql<{ name: string; schema: string }>`
    select relname as name, nspname as schema
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and relname !~ '^kysely_' and nspname !~ '^(pg_|information_schema)'
      and relname not in ('signing_key', 'lease')`.execute(db)
  const all: Record<string, unknown> = {}
  for (const { name, schema } of tables.rows) {
    const table = sql.table(`${schema}.${name}`)
    const { rows } = await sql<{ row: object }>`select to_jsonb(t) as row from ${table} t`.execute(db)
    if (rows.length > 0) all[`${schema}.${name}`] = rows.map(({ row }) => plain(row)).sort()
  }
  return all
}

function plain(row: object): string {
  return JSON.stringify(row)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.+Z]+/g, 'moment')
    .replaceAll(/\$argon2[^"]*/g, 'hash')
}

/** The tables that an emptied shop has rows in. */
const ownTables = [
  'public.account',
  'public.audit_entry',
  'public.brand',
  'public.credential',
  'public.installation',
  'public.invariant_check',
  'public.numbering',
  'public.open_account',
  'public.review_count',
  'public.seller',
  'public.session',
]

test('an emptied demo has no row but its admin’s, keeps a backup, and stays empty over restarts', async () => {
  const { db, begin, dataDir, owen, restart, shop } = await openDemo()
  const { status, body } = await begin()
  expect({ status, body }).toMatchObject({ status: 200 })
  expect(readdirSync(join(dataDir, 'backups')).map((name) => join(dataDir, 'backups', name))).toEqual([
    body.backup,
  ])
  expect(readdirSync(join(body.backup, 'media')).length).toBe(2)
  expect(readdirSync(join(dataDir, 'media'))).toEqual(['shop-id'])
  await restart()
  await restart()
  const rows = await rowsOf(db)
  expect(Object.keys(rows).sort()).toEqual(ownTables)
  // What each new database has is needed, but for synonyms and their words.
  const fresh = await rowsOf((await createTestDatabase()).db)
  expect(Object.keys(fresh).filter((name) => !(name in rows))).toEqual([
    'public.search_word',
    'public.synonym',
  ])
  // The one of the settings follows the shop's name at the next request.
  const {
    seller,
    installation: _,
    ...others
  } = Object.fromEntries(Object.entries(rows).map(([name, row]) => [name.slice(7), row]))
  expect(JSON.stringify(others)).not.toMatch(/forgewell/i)
  expect(seller).toHaveLength(1)
  expect(await findViolations(db)).toEqual([])
  const accounts = await db.selectFrom('account').select(['name', 'email', 'role']).execute()
  expect(accounts).toEqual([{ name: owner.name, email: owner.email, role: 'admin' }])
  expect((await owen.call('GET', '/brand')).body).toMatchObject({
    name: owner.shopName,
    contactEmail: owner.email,
    demo: { products: 0, posts: 0, reviews: 0 },
  })
  expect((await callApi(shop.app, 'GET', '/products')).body).toEqual([])
  const audited = await db.selectFrom('auditEntry').select(['action', 'actor']).execute()
  expect(audited).toEqual([{ action: 'demo-emptied', actor: owner.email }])
  expect((await begin()).body.message).toBe('The demo was removed already.')
})

test('without a backup, with a bad name or while an import is applied, the demo stays', async () => {
  const { db, begin } = await openDemo({ hasBackup: false })
  const countOrders = () =>
    db
      .selectFrom('orders')
      .select((row) => row.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
  const before = await countOrders()
  expect(Number(before.count)).toBeGreaterThan(100)
  expect(await begin()).toMatchObject({
    status: 409,
    body: { message: 'No backup was made, so nothing was removed. The disk is full.' },
  })
  expect(await begin({ ...owner, shopName: '\u0000 ', email: 'nora' })).toMatchObject({
    status: 422,
    body: {
      fields: { shopName: 'Enter the name of your shop', email: 'Your email is not valid' },
    },
  })
  const row = { id: crypto.randomUUID(), actor: 'operator', fileName: 'a.csv', mode: 'add' }
  await db
    .insertInto('productImport')
    .values({ ...row, makesCategories: false, status: 'applying' })
    .execute()
  expect((await begin()).body.message).toMatch(/^An import is being applied/)
  await db.deleteFrom('productImport').execute()
  expect(await countOrders()).toEqual(before)
})

test('meanwhile the shop answers 503, with a sentence', async () => {
  let opened = () => {}
  const database = await createTestDatabase({ mayHaveSimulators: true })
  const backUp = () =>
    new Promise<{ madeAt: string; folder: string }>((resolve) => {
      opened = () => resolve({ madeAt: new Date().toISOString(), folder: '/backup' })
    })
  const files = createDiskFiles(newFolder())
  const shop = await openTestShop(database, undefined, { ownShop: { files, backUp } })
  const owen = await signUpAdmin(shop)
  const begun = owen.call('POST', '/own-shop', owner)
  await expect.poll(async () => (await callApi(shop.app, 'GET', '/products')).status).toBe(503)
  const page = await shop.app.request('http://shop.test/sitemap.xml')
  expect([page.status, page.headers.get('Retry-After')]).toEqual([503, '5'])
  expect(await page.text()).toContain('The shop is being prepared.')
  expect((await shop.app.request('http://shop.test/healthz')).status).toBe(200)
  opened()
  expect((await begun).status).toBe(200)
  expect((await callApi(shop.app, 'GET', '/products')).status).toBe(200)
})

test('a demo that goes live has the rows of a shop that never had the demo', async () => {
  const { db, dataDir } = await openDemo()
  await db
    .updateTable('account')
    .set((row) => ({ email: sql<string>`${row.ref('id')} || '@forgewell.example'` }))
    .where('email', 'like', '%@example.com')
    .execute()
  await goLive(db)
  const { db: fresh } = await createTestDatabase()
  const live = {
    ...readSettings({ DATA_DIR: dataDir }),
    SHOP_MODE: 'live' as const,
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: 'grind-vise-anvil-rasp-tong',
  }
  for (const one of [db, fresh]) {
    await checkShopMode(one, 'live')
    await ensureLogins({ db: one }, live)
  }
  expect(await rowsOf(db)).toEqual(await rowsOf(fresh))
  expect(await findViolations(db)).toEqual([])
})
