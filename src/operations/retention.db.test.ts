import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import type { Db } from '#platform/database/database.server.ts'
import { createTestDatabase } from '#platform/testing/database.ts'
import { openTestBucket } from '#platform/testing/test-bucket.ts'
import { image } from '#server/testing/images.ts'
import { buy } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { callApi, register, signUp } from '#server/testing/users.ts'
import { checkImageFiles } from './installation.server.ts'
import { createRetention } from './retention.server.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Why each table stays bounded; every new table needs an entry. */
const tables: Record<string, 'old rows are deleted' | 'the shop’s own data' | 'few rows by nature'> = {
  ...Object.fromEntries(
    'audit_entry contact_message idempotency_key image_name outgoing_mail pending_user product_import product_import_row provider_event rate_limit search_miss session verification'
      .split(' ')
      .map((table) => [table, 'old rows are deleted']),
  ),
  ...Object.fromEntries(
    // The accounts, the rows they refer to, and content that users can delete.
    'account blog_post category column_choice company company_member credential credit_note customer_group family invoice invoice_line legal_page letterhead_logo open_account order_event order_line order_list order_note orders passkey payment payment_line price_list price_row product product_document product_image product_search redirect refund refund_line return_line return_request review search_word shipment shipment_line specification stock_movement synonym two_factor'
      .split(' ')
      .map((table) => [table, 'the shop’s own data']),
  ),
  ...Object.fromEntries(
    'brand document_counter installation invariant_check product_count review_count seller site_content text_version lease numbering refunds_read kysely_migration kysely_migration_lock'
      .split(' ')
      .map((table) => [table, 'few rows by nature']),
  ),
}
const deleted = Object.keys(tables).filter((table) => tables[table] === 'old rows are deleted')

function openRetention({ db, clock, files }: TestShop) {
  const log = pino({ level: 'fatal' })
  return createRetention({ db, log, clock: () => clock.now, files })
}

test('every table has a reason why it stays bounded', async () => {
  const { db } = await createTestDatabase()
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db)
  // The test migration's tables exist in only one of the test projects.
  const names = rows.map(({ name }) => name)
  expect(names.filter((name) => tables[name] === undefined)).toEqual([])
  expect(deleted.filter((name) => !names.includes(name))).toEqual([])
})

async function count(db: Db): Promise<Record<string, number>> {
  const counts = deleted.map(async (table) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)}`.execute(db)
    return [table, rows[0]?.count ?? 0]
  })
  return Object.fromEntries(await Promise.all(counts))
}

test('expired rows are deleted, recent ones kept, over several years', {
  tags: 'long',
}, async () => {
  const shop = await openTestShop()
  const { db, app, clock } = shop
  const product = await addProduct(db, { quantity: 1000 })
  const { deleteOld } = openRetention(shop)
  const left: Record<string, number>[] = []
  for (let period = 0; period < 3; period++) {
    const jane = await register(shop)
    await buy(jane, product)
    const order = { productId: product.id, quantity: 10, name: 'Jane', address: '1 Anvil Street' }
    await jane.call('POST', '/perchase', order, { 'Idempotency-Key': `key-${period}` })
    await callApi(app, 'POST', '/auth/sign-in/email', {
      body: { email: jane.email, password: 'not hers' },
    })
    await callApi(app, 'POST', '/auth/request-password-reset', { body: { email: jane.email } })
    await callApi(app, 'POST', '/contact', {
      body: { name: 'Jane', email: jane.email, message: 'Do you forge scissors?' },
    })
    await sql`insert into provider_event (id, type) select 'evt_' || gen_random_uuid(), 'x'
      from generate_series(1, 1500)`.execute(db)
    await sql`insert into search_miss (day, query) values (current_date, 'xylophone')`.execute(db)
    await sql`insert into image_name (name, url) values (${`${period}.jpg`}, '/media/x')`.execute(db)
    await sql`
      with added as (
        insert into product_import (id, actor, file_name, mode, makes_categories)
        values (gen_random_uuid(), 'owen@example.com', 'tools.csv', 'change', false) returning id
      )
      insert into product_import_row (import_id, position, cells)
      select id, n, '[]' from added, generate_series(2, 1500) as n`.execute(db)
    await sql`insert into pending_user (email, name) values (${`${period}@x.example`}, 'Nia')`.execute(db)
    await sql`update outgoing_mail set dead_at = now()`.execute(db)
    const before = await count(db)
    for (const table of deleted) expect(before[table], table).toBeGreaterThan(0)

    await deleteOld()
    // Recent rows stay.
    expect(await count(db)).toEqual(before)
    clock.now = new Date(clock.now.getTime() + 800 * DAY_MS)
    await deleteOld()
    left.push(await count(db))
    clock.now = new Date()
  }
  for (const counts of left) expect(counts).toEqual(Object.fromEntries(deleted.map((t) => [t, 0])))
  expect((await sql`select from order_line`.execute(db)).rows).toHaveLength(6)
})

test('a table that can’t be cleaned does not keep the others', async () => {
  const shop = await openTestShop()
  const { db } = shop
  await sql`insert into rate_limit values ('x', '{}', now() - interval '1 year')`.execute(db)
  await sql`alter table search_miss rename column day to days`.execute(db)
  await expect(openRetention(shop).deleteOld()).rejects.toThrow('"day" does not exist')
  await sql`alter table search_miss rename column days to day`.execute(db)
  expect(await count(db)).toMatchObject({ rate_limit: 0 })
})

test('unused images are deleted after a week, all others kept', async () => {
  const shop = await openTestShop()
  const { db, images, mediaFolder, clock } = shop
  const store = async (width: number) => {
    const stored = await images.store(await image('png', width))
    if ('refused' in stored) throw new Error(stored.refused)
    return stored.url
  }
  const [ofProduct, ofOrder, ofPage, ofName, ofUndo, unused, uploadedAgain, fresh, ofVersion] = [
    await store(40),
    await store(44),
    await store(48),
    await store(64),
    await store(68),
    await store(52),
    await store(56),
    await store(60),
    await store(72),
  ]
  const product = await addProduct(db)
  await db.updateTable('product').set({ image: ofOrder }).where('id', '=', product.id).execute()
  await buy(await signUp(shop), product)
  await db.updateTable('product').set({ image: ofProduct }).where('id', '=', product.id).execute()
  await db
    .insertInto('siteContent')
    .values({ page: 'portfolio', content: JSON.stringify({ projects: [{ imgURL: ofPage }] }) })
    .execute()
  const content = JSON.stringify({ body: `![A vise](${ofVersion})` })
  await db.insertInto('textVersion').values({ text: 'terms', content }).execute()
  await db.insertInto('imageName').values({ name: 'vise.jpg', url: ofName }).execute()
  const importId = uuidv7()
  await db
    .insertInto('productImport')
    .values({ id: importId, actor: 'a', fileName: 'a.csv', mode: 'add', makesCategories: false })
    .execute()
  const changes = JSON.stringify([{ field: 'imgURL', from: ofUndo, to: ofName }])
  await db.insertInto('productImportRow').values({ importId, position: 1, cells: '[]', changes }).execute()
  const longAgo = new Date(clock.now.getTime() - 8 * DAY_MS)
  for (const file of readdirSync(mediaFolder)) {
    const isFresh = file.startsWith(fresh.slice('/media/'.length, -'.webp'.length))
    if (!isFresh) utimesSync(join(mediaFolder, file), longAgo, longAgo)
  }
  expect(await store(56)).toBe(uploadedAgain)
  await openRetention(shop).deleteOld()
  const isStored = async (url: string) => images.has(url)
  for (const url of [ofProduct, ofOrder, ofPage, ofName, ofUndo, uploadedAgain, fresh, ofVersion])
    expect(await isStored(url)).toBe(true)
  expect(await isStored(unused)).toBe(false)
})

test('unused images and remains of failed uploads are deleted from a bucket', async () => {
  const { s3, files } = await openTestBucket()
  const shop = await openTestShop(undefined, undefined, { files })
  const { db, images, clock } = shop
  const store = async (width: number) => {
    const stored = await images.store(await image('png', width))
    if ('refused' in stored) throw new Error(stored.refused)
    return stored.url
  }
  const [used, unused] = [await store(40), await store(44)]
  s3.fault = (method, name) => (method === 'PUT' && name.endsWith('-800.avif') ? 503 : undefined)
  await expect(store(48)).rejects.toThrow(/503/)
  s3.fault = () => undefined
  await checkImageFiles(db, files)
  expect(s3.objects.size).toBe(6 + 6 + 5 + 1)
  const product = await addProduct(db)
  await db.updateTable('product').set({ image: used }).where('id', '=', product.id).execute()
  for (const object of s3.objects.values()) {
    object.modified = new Date(clock.now.getTime() - 8 * DAY_MS)
  }
  await openRetention(shop).deleteOld()
  expect(await images.has(used)).toBe(true)
  expect(await images.has(unused)).toBe(false)
  expect(s3.objects.size).toBe(6 + 1)
  // The id of the shop stays, so the bucket is still accepted.
  await checkImageFiles(db, files)
})
