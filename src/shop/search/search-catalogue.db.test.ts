import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '#platform/database/database.server.ts'
import { createTestDatabase } from '#platform/testing/database.ts'
import { addCatalogue, addDemoCatalogue } from '#server/testing/catalogue.ts'
import { listProductPage } from '#shop/catalogue/product-list.server.ts'
import type { CatalogueQuery } from './query/search-query.ts'
import { searchCatalogue } from './search-catalogue.server.ts'

const names = async (db: Db, query: Partial<CatalogueQuery>) =>
  (await searchCatalogue(db, query, { size: 50, page: 0 })).products.map(({ name }) => name)

test('an exact SKU comes first, then names, then the rest', async () => {
  const { db } = await createTestDatabase()
  await addDemoCatalogue(db)
  await addCatalogue(db, [
    { name: 'A crate', description: 'Holds combination wrenches.' },
    { name: 'Wrench for FW-1013', sku: 'X-1' },
  ])
  expect((await names(db, { text: 'fw-1013' }))[0]).toBe('Combination Wrench 13 mm')
  expect((await names(db, { text: 'FW1013' }))[0]).toBe('Combination Wrench 13 mm')
  const found = await names(db, { text: 'combination wrench' })
  expect(found.slice(0, 2)).toEqual(['Combination Wrench 13 mm', 'Combination Wrench Set, 5 pcs'])
  expect(found.at(-1)).toBe('A crate')
})

test.each(['13mm wrench', '13 mm wrench', 'combination 13mm', 'wren 13 m', '13 MM spanner', 'wrenches 13mm'])(
  '“%s” finds the wrench of 13 mm first',
  async (text) => {
    const { db } = await createTestDatabase()
    await addDemoCatalogue(db)
    expect((await names(db, { text }))[0]).toBe('Combination Wrench 13 mm')
  },
)

test('a short name with all words comes before long names and sizes elsewhere', async () => {
  const { db } = await createTestDatabase()
  await addDemoCatalogue(db)
  const lengths = Array.from({ length: 30 }, (_, index) => 100 + index * 10)
  await addCatalogue(
    db,
    lengths.map((length) => ({
      name: `Adjustable Wrench ${length} mm, jaw 13 mm, chrome, CrV steel`,
      category: 'wrenches',
    })),
  )
  await addCatalogue(db, [{ name: 'Angle Wrench', description: 'For nuts of 13 mm.' }])
  // For the beginnings of words, these few are the first rows on the disk, where others may have left room.
  await sql`cluster product_search using product_search_pkey`.execute(db)
  for (const text of ['13mm wrench', '13 mm wrenches', '13mm wren', '13mm spanner']) {
    const found = await names(db, { text })
    expect(found[0], text).toBe('Combination Wrench 13 mm')
    const last = found.findLastIndex((name) => name.startsWith('Adjustable'))
    expect(found.indexOf('Angle Wrench'), text).toBeGreaterThan(last)
    // Suggestions rank few of the matches.
    const { products } = await searchCatalogue(db, { text }, { size: 8, page: 0, depth: 10 })
    expect(products[0]?.name, text).toBe('Combination Wrench 13 mm')
  }
})

test.each([
  ['17x19', '17 x 19'],
  ['17×19', '17 x 19'],
  ['wrench 17X19', 'wrench 17 x 19'],
  ['17x19mm', '17 x 19 mm'],
])('“%s” finds what “%s” finds, and names that are spelled like it', async (text, separate) => {
  const { db } = await createTestDatabase()
  await addDemoCatalogue(db)
  await addCatalogue(db, [{ name: 'Plate wrench 17x19' }, { name: 'Wrench 17 mm' }])
  const found = await names(db, { text: separate })
  expect(found).toContain('Double Open-End Wrench 17 x 19 mm')
  expect(await names(db, { text })).toEqual(expect.arrayContaining(found))
  const others = (await names(db, { text })).filter((name) => !found.includes(name))
  expect(others.filter((name) => name !== 'Plate wrench 17x19')).toEqual([])
})

test('sizes in inches are found in every spelling', async () => {
  const { db } = await createTestDatabase()
  const [, other] = ['1/2 in', '3/4 in']
  await addCatalogue(db, [
    { name: 'Ratchet 1/2 in drive' },
    { name: `Ratchet ${other} drive` },
    { name: 'Hose 1 1/2" wide' },
  ])
  for (const text of ['1/2 in', '1/2in', '0.5 in', '0.5in', '½ inch', '1/2"', '0,5 inches']) {
    expect(await names(db, { text }), text).toEqual(['Ratchet 1/2 in drive'])
  }
  for (const text of ['1.5in', '1-1/2 in', '1½″']) {
    expect(await names(db, { text }), text).toEqual(['Hose 1 1/2" wide'])
  }
})

test('specifications, categories and words of other scripts are found', async () => {
  const { db } = await createTestDatabase()
  await addDemoCatalogue(db)
  await addCatalogue(db, [{ name: 'Слесарный Молоток' }, { name: '鑿 Zoë' }])
  expect(await names(db, { text: 'black oxide' })).not.toEqual([])
  expect(await names(db, { text: 'wrenches' })).toContain('Combination Wrench 13 mm')
  for (const text of ['слесарный', 'Слесарный молоток', 'СЛЕСАРНЫЙ'])
    expect(await names(db, { text }), text).toEqual(['Слесарный Молоток'])
  expect(await names(db, { text: 'zoe' })).toEqual(['鑿 Zoë'])
  expect(await names(db, { text: '鑿' })).toEqual(['鑿 Zoë'])
})

test('filters narrow a search, and ranges include their ends', async () => {
  const { db } = await createTestDatabase()
  await addDemoCatalogue(db)
  await addCatalogue(db, [
    { name: 'Short Wrench', category: 'wrenches', specifications: { length: 99.5 }, perPrice: 7 },
    { name: 'Sold Wrench', category: 'wrenches', quantity: 5, specifications: { length: 100 } },
  ])
  const length = (min: number | null, max: number | null) => ({
    category: 'wrenches',
    specifications: { length: { values: [], range: { min, max } } },
  })
  expect(await names(db, length(null, 99.5))).toEqual(['Short Wrench'])
  expect(await names(db, length(99.6, 100))).toEqual(['Sold Wrench'])
  expect(await names(db, { ...length(99.6, 100), isInStock: true })).toEqual([])
  expect(await names(db, length(99.5, 178))).toContain('Combination Wrench 13 mm')
  expect(await names(db, { category: 'wrenches', price: { min: 7, max: 7.9 } })).toEqual([
    'Combination Wrench 13 mm',
    'Short Wrench',
  ])
  const chrome = { finish: { values: ['polished chrome', 'black oxide'], range: null } }
  const found = await names(db, { category: 'hand-tools', specifications: chrome })
  expect(found).toContain('Combination Wrench 13 mm')
})

test('changes of a product are found at once, deleted products are not', async () => {
  const { db } = await createTestDatabase()
  const [id = ''] = await addCatalogue(db, [{ name: 'Anvil' }])
  await db.updateTable('product').set({ name: 'Bellows' }).where('id', '=', id).execute()
  expect(await names(db, { text: 'anvil' })).toEqual([])
  expect(await names(db, { text: 'bellows' })).toEqual(['Bellows'])
  await db.updateTable('product').set({ deletedAt: new Date() }).where('id', '=', id).execute()
  expect(await names(db, { text: 'bellows' })).toEqual([])
  await db.updateTable('product').set({ deletedAt: null }).where('id', '=', id).execute()
  expect(await names(db, { text: 'bellows' })).toEqual(['Bellows'])
})

test('sorts by each order', async () => {
  const { db } = await createTestDatabase()
  await addCatalogue(db, [
    { name: 'B clamp', perPrice: 30, quantity: 40, minQuantity: 20 },
    { name: 'A clamp', perPrice: 20, quantity: 50, minQuantity: 30 },
    { name: 'C clamp', perPrice: 10, quantity: 60, minQuantity: 10 },
  ])
  const firsts = async (sort: CatalogueQuery['sort']) =>
    (await names(db, { text: 'clamp', sort })).map((name) => name[0]).join('')
  expect(await firsts('name')).toBe('ABC')
  expect(await firsts('price')).toBe('CAB')
  expect(await firsts('minimum')).toBe('CBA')
  expect(await firsts('stock')).toBe('CAB')
  expect(await firsts('newest')).toBe('CAB')
})

test('names are sorted as a person counts, with and without words', async () => {
  const { db } = await createTestDatabase()
  const counted = [
    'Bit 1/8 in',
    'Bit 1/4 in',
    'Bit 3/8 in',
    'Bit 1/2 in',
    'Bit 1 in',
    'Bit 1 1/4 in',
    'Bit 1 1/2 in',
    'Hammer 1kg',
    'Hammer 1.25kg',
    'Hammer 1.5kg',
    'Hammer 10kg',
    'Tap M8 x 1',
    'Tap M8 x 1,25',
    'Tap M8 x 1.5',
    'Tap M10 x 1.5',
    'Wrench 2 mm',
    'Wrench 2.125 mm',
    'Wrench 10 mm',
  ]
  await addCatalogue(
    db,
    counted.toSorted().map((name) => ({ name })),
  )
  expect(await names(db, { sort: 'name' })).toEqual(counted)
  expect(await names(db, {})).toEqual(counted)
  const hammers = counted.filter((name) => name.startsWith('Hammer'))
  expect(await names(db, { text: 'hammer' })).toEqual(hammers)
  expect(await names(db, { text: 'hammer', sort: 'name' })).toEqual(hammers)
  const managed = await listProductPage(db, 'name', { size: 50, page: 0 })
  expect(managed.map(({ name }) => name)).toEqual(counted)
})
