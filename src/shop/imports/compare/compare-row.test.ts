import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvRows } from '#platform/csv.ts'
import { catalogue, compareFile, exported, fields, paths } from '#shop/imports/testing/exported-products.ts'
import type { FieldChange } from './catalogue-product.ts'
import { type CatalogueProduct, fieldValue } from './catalogue-product.ts'

const csvOf = (products: CatalogueProduct[], order: number[]) =>
  new TextEncoder().encode(csvRows(exported(products, order), 'comma'))

const order = fc.array(fc.integer({ min: 1, max: 97 }), { minLength: 3, maxLength: 7 })

test('an export whose columns and rows were shuffled changes nothing', async () => {
  const unchanged = async (products: CatalogueProduct[], order: number[]) => {
    const rows = await compareFile(csvOf(products, order), products)
    expect(rows.map(({ state, reasons, changes }) => ({ state, reasons, changes }))).toEqual(
      products.map(() => ({ state: 'unchanged', reasons: [], changes: [] })),
    )
  }
  await fc.assert(fc.asyncProperty(catalogue, order, unchanged), { numRuns: 300 })
})

test('exactly the fields that were changed in an export are changed', async () => {
  const edits = fc.record({
    name: fc.constantFrom('Another name', undefined),
    perPrice: fc.constantFrom(77.25, undefined),
    quantity: fc.constantFrom(6001, undefined),
    bin: fc.constantFrom('Z-9', undefined),
    weight: fc.constantFrom(1_000_000, undefined),
  })
  const changed = async (products: CatalogueProduct[], order: number[], all: object[]) => {
    const edited = products.map((product, at) => {
      const { perPrice, ...others } = all[at % all.length] as Partial<Record<string, never>>
      const given = Object.entries(others).filter(([, value]) => value !== undefined)
      const price = perPrice === undefined ? {} : { unitPriceCents: Math.round(perPrice * 100) }
      return { ...product, ...Object.fromEntries(given), ...price }
    })
    const rows = await compareFile(csvOf(edited, order), products)
    for (const { sku, changes } of rows) {
      const [before, after] = [products, edited].map((all) => all.find((one) => one.sku === sku))
      const expected = fields.flatMap(({ name }): FieldChange[] => {
        const [from, to] = [before, after].map((one) => one && fieldValue(one, name, paths))
        return from === to ? [] : [{ field: name, from: from ?? null, to: to ?? null }]
      })
      expect(changes.toSorted((a, b) => (a.field < b.field ? -1 : 1))).toEqual(
        expected.toSorted((a, b) => (a.field < b.field ? -1 : 1)),
      )
    }
  }
  const some = fc.array(edits, { minLength: 1, maxLength: 4 })
  await fc.assert(fc.asyncProperty(catalogue, order, some, changed), { numRuns: 200 })
})
