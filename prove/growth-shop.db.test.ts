import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#platform/testing/database.ts'
import { addProduct } from '#server/testing/products.ts'
import { ADMIN, BULK_BUYER } from './growth-rows.ts'
import { fillShop, middleOrder, openSession } from './growth-shop.ts'

const SIZE = 100

test('a shop of a hundred products and orders is filled as large ones are', async () => {
  const { db, pool } = await createTestDatabase()
  await addProduct(db, { sku: 'FW-1001' })
  const client = await pool.connect()
  try {
    await fillShop(client, SIZE)
    const { rows: counts } = await client.query(`select (select count(*) from product) as products,
      (select count(*) from product_search) as searched, (select count(*) from price_row) as prices,
      (select count(*) from blog_post) as posts`)
    expect(counts).toEqual([{ products: '101', searched: '101', prices: '160', posts: '1' }])
    for (const email of [ADMIN, BULK_BUYER])
      expect((await openSession(client, email)).sessionId).toMatch(/^[\w-]{36}$/)
    expect(await middleOrder(client, SIZE)).toMatch(/^[\w-]{36}$/)
    const { rows } = await client.query(`select count(*)::integer from orders
      where number >= 'FW-' || nextval('order_number')`)
    expect(rows[0]?.count).toBe(0)
  } finally {
    client.release()
  }
})

test('the benches and proofs give each row what its table needs', async () => {
  const { pool } = await createTestDatabase()
  const { rows: columns } = await pool.query<{ table: string; name: string; isNeeded: boolean }>(`
    select relname as table, attname as name,
      attnotnull and not atthasdef and attidentity = '' as "isNeeded"
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped`)
  const faults: string[] = []
  for await (const file of glob('{bench,prove}/**/*.ts')) {
    if (file.includes('node_modules') || file.endsWith('.test.ts')) continue
    const statements = readFileSync(file, 'utf8').matchAll(/insert into (\w+)\s*\(([\w,\s]+)\)/g)
    for (const [, table = '', list = ''] of statements) {
      const given = list.split(',').map((name) => name.trim())
      const known = columns.filter((column) => column.table === table)
      if (known.length === 0) continue
      const missing = known.filter(({ name, isNeeded }) => isNeeded && !given.includes(name))
      const unknown = given.filter((name) => known.every((column) => column.name !== name))
      faults.push(
        ...[...missing.map(({ name }) => name), ...unknown].map((name) => `${file}: ${table}.${name}`),
      )
    }
  }
  expect(faults).toEqual([])
})
