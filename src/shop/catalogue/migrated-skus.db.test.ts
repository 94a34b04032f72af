import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createUpgradedDatabase } from '#platform/testing/upgraded-database.ts'
import { addProduct } from '#testing/products.ts'

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
  const { db } = await createUpgradedDatabase('20261122-0300-add-skus.sql', before)

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

test('an order of a process that knows no SKU of orders gets the one of its product', async () => {
  const { db } = await createUpgradedDatabase('20261122-0300-add-skus.sql', before)
  const late = id(13)
  await sql`
    insert into purchase (id, account_id, product_id, name, email, address, product_name,
      unit_price_cents, quantity, image)
    values (${late}, ${jane}, ${saw}, 'Jane', 'jane@example.com', '1 Anvil Street', 'Saw',
      1250, 1, '/media/x')`.execute(db)
  const ordered = await db.selectFrom('purchase').select('sku').where('id', '=', late).execute()
  expect(ordered).toEqual([{ sku: 'P-10002' }])
})
