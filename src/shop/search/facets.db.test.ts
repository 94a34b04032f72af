import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDemoCategories } from '#operations/seed/demo-categories.server.ts'
import { createTestDatabase } from '#platform/testing/database.ts'
import { addCatalogue, type CataloguedProduct } from '#server/testing/catalogue.ts'
import { type CatalogueQuery, everything, type NumberRange } from './query/search-query.ts'
import { searchCatalogue } from './search-catalogue.server.ts'

type Made = Required<Pick<CataloguedProduct, 'name' | 'perPrice' | 'quantity' | 'category'>> & {
  specifications: Record<string, string | number>
}

const lengths = [0.5, 9, 9.99, 10, 11, 19, 20, 99.5, 100, 178, 1000, 12_345.678]
const finishes = ['chrome', 'black oxide', 'it’s \\ "raw"', '1..2']
const words = ['alpha', 'beta', 'gamma']

const product: fc.Arbitrary<Made> = fc.record({
  name: fc.subarray(words, { minLength: 1 }).map((chosen) => chosen.join(' ')),
  perPrice: fc.constantFrom(5, 7.5, 10, 19.99, 250),
  quantity: fc.constantFrom(0, 9, 10, 500),
  category: fc.constantFrom('wrenches', 'sockets', 'hand-tools', 'hammers', null),
  specifications: fc.oneof(
    fc.record(
      {
        length: fc.constantFrom(...lengths),
        finish: fc.constantFrom(...finishes),
        pieces: fc.nat({ max: 3 }),
      },
      { requiredKeys: [] },
    ),
  ),
})
const range: fc.Arbitrary<NumberRange> = fc
  .tuple(fc.constantFrom(null, 0, ...lengths), fc.constantFrom(null, ...lengths))
  .filter(([min, max]) => (min === null) !== (max === null) || Number(min) <= Number(max))
  .filter(([min, max]) => min !== null || max !== null)
  .map(([min, max]) => ({ min, max }))
const query: fc.Arbitrary<CatalogueQuery> = fc.record({
  text: fc.constantFrom('', 'alpha', 'bet gamma'),
  category: fc.constantFrom(null, 'wrenches', 'hand-tools'),
  specifications: fc.record(
    {
      length: fc.oneof(
        fc.record({ values: fc.subarray(lengths.map(String)), range }),
        fc.record({
          values: fc.subarray(lengths.map(String), { minLength: 1 }),
          range: fc.constant(null),
        }),
      ),
      finish: fc.record({
        values: fc.subarray(finishes, { minLength: 1 }),
        range: fc.constant(null),
      }),
      pieces: fc.record({
        values: fc.subarray(['0', '1', '2'], { minLength: 1 }),
        range: fc.constant(null),
      }),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<CatalogueQuery['specifications']>,
  price: fc.option(
    fc.constantFrom<NumberRange>({ min: 7, max: null }, { min: null, max: 7.5 }, { min: 8, max: 20 }),
  ),
  isInStock: fc.boolean(),
  view: fc.constant('families' as const),
  sort: fc.constantFrom('relevance', 'price', 'stock', 'newest', 'name', 'minimum'),
})

test('counts of facets are those of a plain scan, each without its own filter', {
  tags: 'long',
}, async () => {
  const { db } = await createTestDatabase()
  await addDemoCategories(db)
  const catalogue = fc.array(product, { minLength: 1, maxLength: 30 })
  const run = async (products: Made[], queries: CatalogueQuery[]) => {
    await sql`truncate product, stock_movement cascade`.execute(db)
    await sql`update product_count set listed = 0`.execute(db)
    await addCatalogue(db, products)
    for (const query of queries) {
      const found = await searchCatalogue(db, query, { size: 100, page: 0, withFacets: true })
      const expected = products.filter((one) => fits(one, query))
      expect(found.total).toBe(expected.length)
      expect(found.products.map(({ name }) => name).sort()).toEqual(expected.map(({ name }) => name).sort())
      const facets = found.facets
      if (!facets) throw new Error('no facets')
      const open = products.filter((one) => fits(one, { ...query, category: null }))
      const named = facets.categories.map(({ slug, count }) => ({ value: slug, count }))
      expect(countsOf(named)).toEqual(categoryCounts(open))
      // Filters leave every category and value in its place.
      const ofText = products.filter((one) => fits(one, { ...everything, text: query.text }))
      expect(valuesOf(named)).toEqual(Object.keys(categoryCounts(ofText)).sort())
      const { text, category } = query
      const unfiltered = products.filter((one) => fits(one, { ...everything, text, category }))
      expect(facets.inStock).toBe(products.filter((one) => fits(one, { ...query, isInStock: true })).length)
      expect(facets.capped).toEqual([])
      const prices = boundsOf(
        products.filter((one) => fits(one, { ...query, price: null })).map((one) => one.perPrice),
      )
      expect(facets.price).toEqual(prices)
      for (const key of ['length', 'finish', 'pieces'] as const) {
        const { [key]: _, ...others } = query.specifications
        const offered = products.filter((one) => fits(one, { ...query, specifications: others }))
        const facet = facets.specifications.find((one) => one.key === key)
        const counts = countsOf(facet?.values ?? [])
        expect(counts, key).toEqual(valueCounts(offered, key))
        const expectedValues = Object.keys(valueCounts(unfiltered, key))
        expect(valuesOf(facet?.values ?? [])).toEqual(expectedValues.sort())
        if (facet && key !== 'finish') {
          const { min, max } = facet
          const bounds = boundsOf(Object.keys(counts).map(Number))
          expect({ min, max }).toEqual(bounds ?? { min: null, max: null })
        }
      }
    }
  }
  await fc.assert(fc.asyncProperty(catalogue, fc.array(query, { maxLength: 8 }), run), {
    numRuns: Number(process.env.PROVE_RUNS ?? 20),
  })
})

function fits(product: Made, query: CatalogueQuery): boolean {
  const { text, category, specifications, price, isInStock } = { ...everything, ...query }
  const hasWords = text
    .split(' ')
    .every((word) => product.name.split(' ').some((each) => each.startsWith(word)))
  const isOfCategory =
    category === null ||
    product.category === category ||
    (category === 'hand-tools' && product.category !== null)
  const hasAll = Object.entries(specifications).every(([key, { values, range }]) => {
    const value = product.specifications[key]
    if (value === undefined) return false
    return values.includes(String(value)) || (range !== null && isWithin(Number(value), range))
  })
  const isPriced = price === null || isWithin(product.perPrice, price)
  return hasWords && isOfCategory && hasAll && isPriced && (!isInStock || product.quantity >= 10)
}

function isWithin(value: number, { min, max }: NumberRange): boolean {
  return value >= (min ?? -Infinity) && value <= (max ?? Infinity)
}

function categoryCounts(products: Made[]): Record<string, number> {
  const slugs = products.flatMap(({ category }) =>
    category === null || category === 'hand-tools' ? [category] : [category, 'hand-tools'],
  )
  return countEach(slugs.filter((slug) => slug !== null))
}

type ValueCounts = { value: string; count: number }[]

/** The values that a product is left with, and all that are offered. */
function countsOf(values: ValueCounts): Record<string, number> {
  return Object.fromEntries(values.flatMap(({ value, count }) => (count > 0 ? [[value, count]] : [])))
}

function valuesOf(values: ValueCounts): string[] {
  return values.map(({ value }) => value).sort()
}

function valueCounts(products: Made[], key: string): Record<string, number> {
  return countEach(
    products.flatMap(({ specifications }) =>
      specifications[key] === undefined ? [] : [String(specifications[key])],
    ),
  )
}

function boundsOf(numbers: number[]) {
  return numbers.length === 0 ? null : { min: Math.min(...numbers), max: Math.max(...numbers) }
}

function countEach(values: string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}
