import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#platform/testing/database.ts'
import { addCatalogue } from '#server/testing/catalogue.ts'
import { matchProducts } from './pasted/match-products.server.ts'
import { searchCatalogue } from './search-catalogue.server.ts'
import { readTerms } from './search-terms.server.ts'

// Each line is one word or one size in the spellings that mean the same.
const words = [
  ['wrench', 'Wrenches', 'WRENCH'],
  ['battery', 'batteries', 'Battery'],
  ['box', 'boxes'],
  ['chisel', 'CHISELS'],
  ['brass', 'Brass'],
  ['Zoë', 'zoe', 'ZOË'],
  ['Слесарный', 'слесарный', 'СЛЕСАРНЫЙ'],
  ['ｗｅｄｇｅ', 'wedges'],
  ['open-end', 'Open End', 'open–end'],
]
const sizes = [
  ['13 mm', '13mm', '13.0 MM', '013 mm'],
  ['0.5 in', '1/2 in', '1/2"', '½″', '0,5 inches', "1/2''"],
  ['1 1/2 in', '1-1/2"', '1½ inch', '1.5in'],
  ['5 lb', '5lbs', '5 LB'],
  ['1 kg', '1000 g', '1.0kg', '2.2 lb', '35.3 oz'],
  ['30 cm', '300 mm'],
  ['1 ft', '12 in'],
  ['0.5 l', '500 ml'],
  ['40 Nm', '40 N·m', '40nm'],
  ['6 pcs', '6pc', '6 pieces'],
  ['17x19', '17 x 19', '17×19', '17X19'],
  ['8 x 10 mm', '8x10mm', '8×10 mm'],
  ['3/8', '0.375', '⅜'],
  ['45 deg', '45°', '45 degrees', '45º'],
  ['12 mm', 'Ø12 mm', '⌀ 12mm', 'ø 12 mm', '12 mm Ø'],
  ['0-25 mm', '0–25 mm', '0 − 25 mm'],
]

const either = fc.boolean()
/** One thing in two spellings. */
const twice = (spellings: string[]) => fc.tuple(fc.constantFrom(...spellings), fc.constantFrom(...spellings))
const pair = (things: string[][]) => fc.constantFrom(...things).chain(twice)
/** A name and another spelling of it; words stand between sizes, which would be read together. */
const spelledTwice = fc
  .array(fc.tuple(pair(words), fc.option(pair(sizes))), { minLength: 1, maxLength: 3 })
  .map((parts) => {
    const name = (side: 0 | 1) =>
      parts.map(([word, size]) => [word[side], size?.[side] ?? ''].join(' ').trim()).join(' ')
    return [name(0), name(1)] as const
  })

test('a product is found by each other spelling of its name or description', {
  tags: 'long',
}, async () => {
  const { db } = await createTestDatabase()
  const run = async ([written, searched]: readonly [string, string], isDescribed: boolean) => {
    await sql`truncate product, stock_movement cascade`.execute(db)
    await addCatalogue(db, [
      { name: 'Anvil' },
      isDescribed ? { name: 'Crate', description: written } : { name: written },
    ])
    const found = await searchCatalogue(db, { text: searched }, { size: 5, page: 0 })
    expect(found.products.map(({ name }) => name)).toEqual([isDescribed ? 'Crate' : written])
    const [terms] = await readTerms(db, [written])
    expect((await readTerms(db, [searched]))[0]).toEqual(terms)
    if (isDescribed) return
    const [match] = await matchProducts(db, [{ sku: null, name: searched }])
    expect(match?.product?.name).toBe(written)
  }
  await fc.assert(fc.asyncProperty(spelledTwice, either, run), {
    numRuns: Number(process.env.PROVE_RUNS ?? 30),
  })
})

test('words are found by their beginning while they are typed', async () => {
  const { db } = await createTestDatabase()
  await addCatalogue(db, [{ name: 'Batteries and Wrenches' }])
  for (const text of ['bat', 'batter', 'batteri', 'batterie', 'wrenche', 'battery wren']) {
    const { total } = await searchCatalogue(db, { text }, { size: 5, page: 0 })
    expect(total, text).toBe(1)
  }
})

// Signs and spellings of drawings, catalogues and spreadsheets, each with the products that it finds.
const inDrawings: [string, string[]][] = [
  ...['ø12', '⌀12', 'Ø 12', '12 ø', 'Φ12', 'diameter 12', 'dia. 12 mm', 'reamer Ø12mm'].map(
    (text): [string, string[]] => [text, ['Reamer 12 mm']],
  ),
  ['Ø35 hole saw', ['Hole Saw 35 mm']],
  ['hole saw 35 diameter', ['Hole Saw 35 mm']],
  ['0-25 mm', ['Micrometer 0–25 mm']],
  ['0—25mm', ['Micrometer 0–25 mm']],
  ['45 deg', ['Square 45°', 'Mitre Square 45 degree']],
  ['45° square', ['Square 45°', 'Mitre Square 45 degree']],
  ['3/8" 16', ['Tap 3/8-16 UNC', 'Die 3/8"-16']],
  ['⅜ in 16', ['Tap 3/8-16 UNC', 'Die 3/8"-16']],
  ['715', ['Oilstone']],
  ['00715', ['Oilstone']],
  ['øre 9', ['Øre 9']],
]

test('signs of drawings and numbers of spreadsheets find what names write differently', async () => {
  const { db } = await createTestDatabase()
  // The SKUs have no numbers that a search could find.
  await addCatalogue(db, [
    { name: 'Reamer 12 mm', sku: 'T-A' },
    { name: 'Hole Saw 35 mm', sku: 'T-B' },
    { name: 'Micrometer 0–25 mm', sku: 'T-C' },
    { name: 'Square 45°', sku: 'T-D' },
    { name: 'Mitre Square 45 degree', sku: 'T-E' },
    { name: 'Tap 3/8-16 UNC', sku: 'T-F' },
    { name: 'Die 3/8"-16', sku: 'T-G' },
    { name: 'Oilstone', sku: '00715' },
    { name: 'Øre 9', sku: 'T-H' },
  ])
  for (const [text, expected] of inDrawings) {
    const { products } = await searchCatalogue(db, { text }, { size: 5, page: 0 })
    expect(products.map(({ name }) => name).sort(), text).toEqual([...expected].sort())
  }
})

test.each([
  ['10 m tape', ['Tape Measure 10 m']],
  ['tape 10m', ['Tape Measure 10 m']],
  ['10000 mm tape', ['Tape Measure 10 m']],
  ['1000 cm tape', ['Tape Measure 10 m']],
  ['hammer 1kg', ['Hammer 1000 g']],
  ['hammer 2.2 lb', ['Hammer 1000 g']],
  ['1500 mm level', ['Level 1500 mm']],
  ['level 1.5 m', ['Level 1500 mm']],
  ['hose 12.7 mm', ['Hose 1/2 in']],
  ['gauge 1/2 in', ['Gauge 12.7 mm']],
  ['level 1.4 m', []],
])('“%s” finds sizes of another unit: %s', async (text, names) => {
  const { db } = await createTestDatabase()
  const products = ['Tape Measure 10 m', 'Tape Measure 10 mm wide', 'Hammer 1000 g']
  await addCatalogue(
    db,
    [...products, 'Hammer 1 lb', 'Level 1500 mm', 'Hose 1/2 in', 'Gauge 12.7 mm'].map((name, nr) => ({
      name,
      sku: `T-${'ABCDEFG'[nr]}`,
    })),
  )
  const found = await searchCatalogue(db, { text }, { size: 5, page: 0 })
  expect(found.products[0]?.name).toBe(names[0])
})
