import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '#platform/database/database.server.ts'
import { readMigrations } from '#platform/database/migration-files.server.ts'
import { createTestDatabase } from '#platform/testing/database.ts'
import { rolledBack } from '#platform/testing/rolled-back.ts'
import { addProduct } from '#server/testing/products.ts'
import { addFamilies, listFamiliesByName } from './families.server.ts'

const MIGRATION = '20261129-1500-families'

const slugs = async (db: Db) => {
  const rows = await db.selectFrom('family').select(['name', 'slug']).orderBy('slug').execute()
  return Object.fromEntries(rows.map(({ slug, name }) => [slug, name]))
}

test('the texts of an earlier version become families, of deleted products too', async () => {
  await rolledBack((await createTestDatabase()).db, async (db) => {
    await sql`alter table product drop constraint product_family_exists`.execute(db)
    await sql`alter table redirect drop column is_renamed`.execute(db)
    const named = ['Ring Spanner', 'ring spanner', 'Ring  Spanner', 'Ring Spanner 2', 'Prüfdorn', '板手']
    for (const family of [...named, 'Ring Spanner', null, 'Gone']) {
      const { id } = await addProduct(db)
      const deletedAt = family === 'Gone' ? new Date() : null
      await db.updateTable('product').set({ family, deletedAt }).where('id', '=', id).execute()
    }
    await sql`drop function place_family cascade`.execute(db)
    await sql`drop table family`.execute(db)
    await sql.raw(readMigrations()[MIGRATION] ?? '').execute(db)
    const all = await slugs(db)
    expect(Object.keys(all)).toEqual([
      'gone',
      'prufdorn',
      'ring-spanner',
      'ring-spanner-2',
      'ring-spanner-3',
      expect.stringMatching(/^ring-spanner-[0-9a-f]{8}$/),
      'tool',
    ])
    expect(all).toMatchObject({ 'ring-spanner-2': 'Ring Spanner 2', prufdorn: 'Prüfdorn' })
    expect(new Set(Object.values(all))).toEqual(new Set([...named, 'Gone']))
  })
})

test('two transactions that name the same families at once each have them, with slugs of their own', async () => {
  const { db } = await createTestDatabase()
  const named = ['Tap', 'tap', 'TAP', 'Die', 'die'].map((family) => ({ family }))
  await Promise.all(
    [named, named.toReversed(), named].map((products) =>
      db.transaction().execute((db) => addFamilies(db, products)),
    ),
  )
  expect(Object.keys(await slugs(db))).toEqual(['die', 'die-2', 'tap', 'tap-2', 'tap-3'])
  const [tap] = await listFamiliesByName(db, ['Tap', 'Nothing'])
  expect(tap).toMatchObject({ name: 'Tap', image: null, position: null })
})
