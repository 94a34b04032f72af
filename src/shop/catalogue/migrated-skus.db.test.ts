import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#platform/testing/database.ts'
import { addProduct } from '#testing/products.ts'

const folder = join(import.meta.dirname, '../../../db/migrations')
const files = readdirSync(folder).sort()
const first = files.indexOf('20261122-0300-add-skus.sql')

const id = (last: number) => `01939e0c-0000-7000-8000-${String(last).padStart(12, '0')}`
const [square, saw, gone] = [id(1), id(2), id(3)]
const [jane, order, mail] = [id(10), id(11), id(12)]

/** A shop as it was: three products, one of them deleted, and an order with its mail and its answer. */
const before = `
  insert into account (id, email, name) values ('${jane}', 'jane@example.com', 'Jane');
  insert into product (id, name, description, unit_price_cents, quantity, min_quantity, image, deleted_at)
    values ('${gone}', 'Gone', 'No more', 1250, 0, 1, '/media/x', now()),
      ('${saw}', 'Saw', 'Set by hand', 1250, 0, 1, '/media/x', null),
      ('${square}', 'Square', 'Blued steel', 1250, 0, 1, '/media/x', null);
  insert into purchase (id, account_id, product_id, name, email, address, product_name,
      unit_price_cents, quantity, image)
    values ('${order}', '${jane}', '${saw}', 'Jane', 'jane@example.com', '1 Anvil Street', 'Saw',
      1250, 1, '/media/x');
  insert into idempotency_key (account_id, key, request_hash, answer)
    values ('${jane}', 'key-1', 'x', '{"_id": "${order}"}');
  insert into outgoing_mail (id, template, content)
    values ('${mail}', 'order-placed', '{"_id": "${order}", "name": "Jane"}');`

test('products of before have a SKU in the order they were added, and their orders show it', async () => {
  const { db } = await createTestDatabase()
  const run = (statements: string) => sql.raw(statements).execute(db)
  const migrate = async (names: string[]) => {
    for (const name of names) await run(readFileSync(join(folder, name), 'utf8'))
  }
  await run('drop schema public cascade; create schema public')
  await migrate(files.slice(0, first))
  await run(before)
  await migrate(files.slice(first))

  const products = await db.selectFrom('product').select(['id', 'sku']).orderBy('id').execute()
  expect(products).toEqual([
    { id: square, sku: 'P-10001' },
    { id: saw, sku: 'P-10002' },
    { id: gone, sku: 'P-10003' },
  ])
  expect(await addProduct(db, { quantity: 0 })).toMatchObject({ sku: 'P-10004' })
  const ordered = await db.selectFrom('purchase').select(['id', 'sku']).execute()
  expect(ordered).toEqual([{ id: order, sku: 'P-10002' }])
  const kept = await db.selectFrom('idempotencyKey').select('answer').executeTakeFirst()
  expect(kept?.answer).toMatchObject({ sku: 'P-10002' })
  const waiting = await db.selectFrom('outgoingMail').select('content').executeTakeFirst()
  expect(waiting?.content).toMatchObject({ sku: 'P-10002', name: 'Jane' })
  // What the migration switched off is on again.
  const { rows } = await sql`select tgname from pg_trigger where tgenabled = 'D'`.execute(db)
  expect(rows).toEqual([])
})
