import fc from 'fast-check'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { addDemoCategories } from '#operations/seed/demo-categories.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { createTestDatabase } from '#platform/testing/database.ts'
import { countByCategory, listCategoryProducts } from './categories/category-products.server.ts'
import { categoryList, idsOfPage, type SectionedList } from './list-sections.server.ts'

const CATEGORIES = ['wrenches', 'pliers', null]
const orders = {
  product: 'id',
  'product.name': 'name, id',
  'product.price': 'unit_price_cents, id',
}

type Step =
  | { add: { name: string; cents: number; category: number }[] }
  | { change: number; name: string; cents: number; category: number }
  | { remove: number; how: 'mark' | 'unmark' | 'delete' }
  | { sell: number }

const made = {
  name: fc.constantFrom('a', 'b', 'B', 'ä', 'aa'),
  cents: fc.integer({ min: 500, max: 505 }),
  category: fc.nat(2),
}
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ add: fc.array(fc.record(made), { minLength: 1, maxLength: 12 }) }),
  fc.record({ change: fc.nat(30), ...made }),
  fc.record({ remove: fc.nat(30), how: fc.constantFrom('mark', 'unmark', 'delete') }),
  fc.record({ sell: fc.nat(30) }),
)

/** Sections of a few products, so that they are cut often. */
async function openSmallSections(): Promise<Db> {
  const { db } = await createTestDatabase()
  await sql`create or replace function most_in_section() returns integer language sql immutable return 4`.execute(
    db,
  )
  await addDemoCategories(db)
  return db
}

async function perform(db: Db, one: Step): Promise<void> {
  const nth = (place: number) =>
    sql`(select id from product order by id limit 1 offset ${place}::int)`
  if ('add' in one) {
    const rows = one.add.map(({ name, cents, category }) => ({
      id: uuidv7(),
      name,
      unitPriceCents: cents,
      category: CATEGORIES[category] ?? null,
      description: 'x',
      quantity: 0,
      minQuantity: 1,
      image: '/media/x',
    }))
    await db.insertInto('product').values(rows).execute()
  } else if ('change' in one) {
    await sql`update product set name = ${one.name}, unit_price_cents = ${one.cents},
      category = ${CATEGORIES[one.category] ?? null} where id = ${nth(one.change)}`.execute(db)
  } else if ('sell' in one) {
    await sql`update product set quantity = 1 - quantity where id = ${nth(one.sell)}`.execute(db)
  } else if (one.how === 'delete') {
    await sql`delete from product where id = ${nth(one.remove)}`.execute(db)
  } else {
    const at = one.how === 'mark' ? sql`now()` : sql`null`
    await sql`update product set deleted_at = ${at} where id = ${nth(one.remove)}`.execute(db)
  }
}

/** Compares every page of every list, and the counts, with plain SQL. */
async function expectExact(db: Db): Promise<void> {
  const size = 3
  const compare = async (list: SectionedList, order: string, where = sql`true`) => {
    const plain = await sql<{ id: string }>`select id from product
      where deleted_at is null and ${where} order by ${sql.raw(order)}`.execute(db)
    const ids = plain.rows.map(({ id }) => id)
    for (let page = 0; page <= Math.ceil(ids.length / size); page++) {
      const idsFrom = async (direction: 'asc' | 'desc') =>
        (await idsOfPage(list, direction, { size, page }).execute(db)).rows
          .map(({ id }) => id)
          .sort()
      const start = page * size
      expect(await idsFrom('asc')).toEqual(ids.slice(start, start + size).sort())
      expect(await idsFrom('desc')).toEqual(
        ids
          .toReversed()
          .slice(start, start + size)
          .sort(),
      )
    }
  }
  for (const [list, order] of Object.entries(orders)) await compare(list as SectionedList, order)
  const counts = new Map<string, number>()
  for (const slug of CATEGORIES) {
    if (slug === null) continue
    await compare(categoryList(slug), 'id', sql`category = ${slug}`)
    const { rows } = await sql<{ id: string }>`select id from product
      where deleted_at is null and category = ${slug} order by id`.execute(db)
    if (rows.length > 0) counts.set(slug, rows.length)
    const listed = await listCategoryProducts(db, [slug], { size: 100, page: 0 })
    expect(listed.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
  }
  expect(await countByCategory(db)).toEqual(counts)
}

test('sections find each page of each list after random writes', { timeout: 120_000 }, async () => {
  const db = await openSmallSections()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      await sql`truncate product, stock_movement cascade`.execute(db)
      for (const one of steps) await perform(db, one)
      await expectExact(db)
    }),
    { numRuns: Number(process.env.PROVE_RUNS ?? 20) },
  )
})

test('sections stay exact when many write at once', { timeout: 120_000 }, async () => {
  const db = await openSmallSections()
  const run = async (writers: Step[][]) => {
    await sql`truncate product, stock_movement cascade`.execute(db)
    await Promise.all(
      writers.map(async (steps) => {
        for (const one of steps) await db.transaction().execute((db) => perform(db, one))
      }),
    )
    await expectExact(db)
  }
  const writers = fc.array(fc.array(step, { maxLength: 10 }), { minLength: 6, maxLength: 6 })
  await fc.assert(fc.asyncProperty(writers, run), { numRuns: 5 })
})

test('lists that are cut anew have the same pages', async () => {
  const db = await openSmallSections()
  const add = Array.from({ length: 30 }, (_, n) => ({
    name: `${n % 4}`,
    cents: 500 + n,
    category: n % 3,
  }))
  await perform(db, { add })
  await sql`select fill_sections()`.execute(db)
  await expectExact(db)
})
