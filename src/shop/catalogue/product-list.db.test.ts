import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDemoCategories } from '#operations/seed/demo-categories.server.ts'
import { createTestDatabase } from '#platform/testing/database.ts'
import { addCatalogue, addCategories } from '#server/testing/catalogue.ts'
import { addProduct } from '#server/testing/products.ts'
import { countByCategory } from '#shop/catalogue/categories/category-tiles.server.ts'
import { searchCatalogue } from '#shop/search/search-catalogue.server.ts'
import { toProductsJson } from './product-json.server.ts'
import {
  createPageReads,
  lastProductsOfParts,
  listCategoryProducts,
  listProductPage,
} from './product-list.server.ts'
import { countProducts, createProductReads } from './products.server.ts'

const visitor = {}

test('concurrent reads find what single ones do', async () => {
  const { db } = await createTestDatabase()
  const reads = createProductReads(db)
  const listPageAsJson = createPageReads(db)
  const added = []
  for (let n = 0; n < 5; n++) added.push(await addProduct(db, { name: `Anvil ${n}` }))
  const ids = added.map(({ id }) => id)
  const others = ['0198c0de-0000-7000-8000-000000000001', 'no id']
  const requested = [...ids, ...ids, ids[0]?.toUpperCase() ?? '', ...others]
  const found = await Promise.all(requested.map((id) => reads.find(id, visitor)))
  expect(found.map((one) => one?.product.id)).toEqual([...ids, ...ids, ids[0], undefined, undefined])
  expect(await Promise.all([reads.count(), reads.count()])).toEqual([5, 5])

  const positions = [0, 1, 2, 3, 1000].map((page) => ({ size: 2, page, viewer: visitor }))
  const pages = await Promise.all(positions.map((position) => listPageAsJson(position)))
  const single = await Promise.all(positions.map((position) => listProductPage(db, 'oldest', position)))
  expect(pages.map((text) => JSON.parse(text))).toEqual(
    await Promise.all(single.map((page) => toProductsJson(db, visitor, page))),
  )
  expect(single.map((page) => page.length)).toEqual([2, 2, 1, 0, 0])
})

test('a read sees a write that ended before it began', async () => {
  const { db } = await createTestDatabase()
  const reads = createProductReads(db)
  const { id } = await addProduct(db)
  for (let quantity = 101; quantity < 120; quantity++) {
    const before = [reads.find(id, visitor), reads.find(id, visitor)]
    await db.updateTable('product').set({ quantity }).where('id', '=', id).execute()
    expect(await reads.find(id, visitor)).toMatchObject({ product: { quantity } })
    await Promise.all(before)
  }
  await db.updateTable('product').set({ quantity: 100 }).where('id', '=', id).execute()
})

const LISTED = 2_345
const orders = {
  oldest: 'id',
  newest: 'id desc',
  name: 'name, id',
  quantity: 'quantity, id',
  price: 'unit_price_cents, id',
} as const

test('every page of every list is that of the whole list, from either end', {
  tags: 'long',
}, async () => {
  const { db } = await createTestDatabase()
  await addDemoCategories(db)
  await sql`
    insert into product (id, name, description, unit_price_cents, quantity, min_quantity, image,
      category, deleted_at)
    select gen_random_uuid(), 'Bolt ' || n % 700, 'x', 500 + n % 30, n % 40, 1, '/media/x',
      case when n % 10 = 0 then 'wrenches' when n % 10 < 9 then 'pliers' end,
      case when n > ${LISTED} then now() end
    from generate_series(1, ${LISTED + 100}::int) n`.execute(db)
  const listed = async (order: string, where = sql`true`) => {
    const { rows } = await sql<{ id: string }>`select id from product
      where deleted_at is null and ${where} order by ${sql.raw(order)}`.execute(db)
    return rows.map(({ id }) => id)
  }
  const size = 100
  for (const order of Object.keys(orders) as (keyof typeof orders)[]) {
    const ids = await listed(orders[order])
    for (const page of [0, 1, 12, 19, 20, 21, 22, 23, 24, 50_000]) {
      const found = await listProductPage(db, order, { size, page })
      expect(
        found.map(({ id }) => id),
        `${order}, page ${page}`,
      ).toEqual(ids.slice(page * size, (page + 1) * size))
    }
  }
  for (const slugs of [['wrenches'], ['wrenches', 'pliers']]) {
    const ids = await listed(
      `array_position('{${slugs}}', category), name, id`,
      sql`category = any(${slugs})`,
    )
    for (const position of [
      { size, page: 7 },
      { size: 300, page: 7 },
      { size: 10, page: 50_000 },
    ]) {
      const found = await listCategoryProducts(db, slugs, position)
      const start = position.page * position.size
      expect(found.map(({ id }) => id)).toEqual(ids.slice(start, start + position.size))
    }
  }
  const counts = { wrenches: 234, pliers: 1877 }
  expect(Object.fromEntries(await countByCategory(db))).toEqual(counts)
  expect([...(await countByCategory(db, ['pliers', 'hammers']))]).toEqual([['pliers', counts.pliers]])
  const ids = await listed('id')
  expect(await lastProductsOfParts(db, 1000)).toEqual([ids[999], ids[1999]])
  expect(await lastProductsOfParts(db, LISTED)).toEqual([])
})

test('the numbers of products stay exact when many write at once', async () => {
  const { db } = await createTestDatabase()
  await addDemoCategories(db)
  const categories = [null, 'wrenches', 'pliers']
  const write = async (writer: number) => {
    for (let step = 0; step < 12; step++) {
      const [id = '', other = ''] = await addCatalogue(db, [
        { name: 'Bolt', category: categories[(writer + step) % 3] ?? null },
        { name: 'Nut', category: categories[step % 3] ?? null },
      ])
      const category = categories[(writer * step) % 3] ?? null
      const change = db.updateTable('product').where('id', '=', id)
      await change.set({ category }).execute()
      await change.set({ deletedAt: new Date(), quantity: 99 }).execute()
      if (step % 2 === 0) await change.set({ deletedAt: null, category: 'pliers' }).execute()
      if (step % 4 === 1) {
        await db.deleteFrom('stockMovement').where('productId', '=', other).execute()
        await db.deleteFrom('product').where('id', '=', other).execute()
      }
    }
  }
  await Promise.all(Array.from({ length: 4 }, (_, writer) => write(writer)))
  const { rows } = await sql<{ category: string | null; listed: number }>`
    select category, count(*)::int as listed from product where deleted_at is null
    group by category`.execute(db)
  const exact = rows.flatMap(({ category, listed }) => (category ? [[category, listed]] : []))
  expect(Object.fromEntries(await countByCategory(db))).toEqual(Object.fromEntries(exact))
  expect(await countProducts(db)).toBe(rows.reduce((sum, { listed }) => sum + listed, 0))
})

test('names are in the order of their numbers', async () => {
  const { db } = await createTestDatabase()
  const names = ['Wrench 6 mm', 'Wrench 10 mm', 'Wrench 32 mm']
  for (const name of names.toReversed()) await addProduct(db, { name })
  const page = await listProductPage(db, 'name', { size: 10, page: 0 })
  expect(page.map(({ name }) => name)).toEqual(names)
})

test('a category has families together, their sizes ascending, and products without one by name', async () => {
  const { db } = await createTestDatabase()
  await addCategories(db)
  const sized = (family: string, size: string) => ({ name: `${family} ${size}`, family, size })
  const products = [
    sized('Wrench', '13 mm'),
    sized('Socket', '1/2 in'),
    sized('Socket', '13 mm'),
    sized('Socket', '3/8 in'),
    { name: 'Vise' },
    sized('Wrench', '6 mm'),
    sized('Wrench', '6 x 7 mm'),
    sized('Club', '1.25 kg'),
    sized('Club', '900 g'),
    sized('Tap', 'M10'),
    sized('Tap', 'M8'),
    sized('Tip', 'PH2 x 100 mm'),
    sized('Tip', 'PH1 x 150 mm'),
  ]
  await addCatalogue(
    db,
    products.map((product) => ({ ...product, category: 'wrenches' })),
  )
  const listed = await listCategoryProducts(db, ['wrenches'], { size: 20, page: 0 })
  expect(listed.map(({ name }) => name)).toEqual([
    'Club 900 g',
    'Club 1.25 kg',
    'Socket 3/8 in',
    'Socket 1/2 in',
    'Socket 13 mm',
    'Tap M8',
    'Tap M10',
    'Tip PH1 x 150 mm',
    'Tip PH2 x 100 mm',
    'Vise',
    'Wrench 6 mm',
    'Wrench 6 x 7 mm',
    'Wrench 13 mm',
  ])
  const found = await searchCatalogue(db, { category: 'wrenches' }, { size: 20, page: 0 })
  expect(found.products).toEqual(listed)
})
