import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDemoCategories } from '#operations/seed/demo-categories.server.ts'
import { createTestDatabase } from '#platform/testing/database.ts'
import { type CatalogueQuery, everything } from './query/search-query.ts'
import { searchCatalogue } from './search-catalogue.server.ts'

const HAMMERS = 3_100
const WRENCHES = 60

async function openLargeShop() {
  const { db } = await createTestDatabase()
  await addDemoCategories(db)
  await sql`
    insert into product (id, name, description, unit_price_cents, quantity, min_quantity, image,
      category, specifications)
    select gen_random_uuid(), 'Bolt ' || n, 'x', 1000 + n % 7, 10, 1 + n % 2 * 10, '/media/x',
      case when n <= ${HAMMERS} then 'hammers' else 'wrenches' end,
      jsonb_build_object('finish', 'grade ' || n % 50)
    from generate_series(1, ${HAMMERS + WRENCHES}::int) n`.execute(db)
  await sql`analyze product, product_search`.execute(db)
  const find = async (given: Partial<CatalogueQuery>) => {
    const query = { ...everything, ...given }
    const found = await searchCatalogue(db, query, { size: 1, page: 0, withFacets: true })
    if (!found.facets) throw new Error('no facets')
    return { ...found, ...found.facets }
  }
  const count = async (query: Partial<CatalogueQuery>) =>
    (await searchCatalogue(db, query, { size: 1, page: 0 })).total
  const namesOf = async (query: Partial<CatalogueQuery>, size: number, page: number) =>
    (await searchCatalogue(db, query, { size, page })).products.map(({ name }) => name)
  return { find, count, namesOf }
}

test('pages end with the products that are counted, in every order', { tags: 'long' }, async () => {
  const { namesOf } = await openLargeShop()
  for (const query of [{ text: 'bolt' }, { category: 'hammers', sort: 'price' }] as const) {
    const last = await namesOf(query, 200, 14)
    expect(last).toHaveLength(200)
    expect(await namesOf(query, 200, 13)).not.toEqual(last)
    for (const page of [15, 16, 2_147_483_647]) expect(await namesOf(query, 200, page)).toEqual([])
  }
})

test('filter counts are exact or marked as lower bounds, and never lead to empty results', {
  tags: 'long',
}, async () => {
  const { find, count } = await openLargeShop()
  // Categories alone are counted exactly, however many products there are.
  for (const category of ['wrenches', null]) {
    const { categories, capped } = await find({ category })
    expect(Object.fromEntries(categories.map(({ slug, count }) => [slug, count]))).toEqual({
      hammers: HAMMERS,
      wrenches: WRENCHES,
      'hand-tools': HAMMERS + WRENCHES,
    })
    expect(capped).not.toContain('category')
    if (category !== null) expect(capped).toEqual([])
  }

  const queries: [Partial<CatalogueQuery>, string[]][] = [
    [{ text: 'bolt', category: 'wrenches' }, ['category']],
    [{ price: { min: 10.02, max: 10.02 } }, ['price']],
    [{ specifications: { finish: { values: ['grade 3'], range: null } } }, ['spec.finish']],
  ]
  for (const [query, capped] of queries) {
    const found = await find(query)
    expect(found).toMatchObject({ isCapped: false, capped })
    for (const { slug, count: offered } of found.categories.slice(-1)) {
      expectCount(offered, await count({ ...query, category: slug }), capped.includes('category'))
    }
    for (const { key, values } of found.specifications) {
      const { value = '', count: offered = 0 } = values[0] ?? {}
      const specifications = { ...query.specifications, [key]: { values: [value], range: null } }
      expectCount(offered, await count({ ...query, specifications }), capped.includes(`spec.${key}`))
    }
    if (found.inStock > 0) {
      const inStock = await count({ ...query, isInStock: true })
      expectCount(found.inStock, inStock, capped.includes('stock'))
    }
  }
})

function expectCount(count: number, total: number, isLowerBound: boolean): void {
  expect(total).toBeGreaterThan(0)
  if (isLowerBound) expect(total).toBeGreaterThanOrEqual(count)
  else expect(total).toBe(count)
}
