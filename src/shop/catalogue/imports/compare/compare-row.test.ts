import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvRows } from '#platform/csv.ts'
import { importedProduct } from '#shop/catalogue/admin/product-forms.ts'
import type { Category } from '#shop/catalogue/categories/category.ts'
import { mapColumns } from '#shop/catalogue/imports/read/map-columns.ts'
import { readImportFile } from '#shop/catalogue/imports/read/read-file.server.ts'
import { fieldsOf } from '#shop/catalogue/imports/store/import-fields.ts'
import { type CatalogueProduct, exportText, fieldValue } from './catalogue-product.ts'
import { createCategoryPaths } from './category-paths.ts'
import { compareRow, type FieldChange, skuOf } from './compare-row.ts'

const categories: Category[] = [
  {
    ...{ slug: 'squares', parent: null, name: 'Squares' },
    specifications: [
      { key: 'length', name: 'Length', kind: 'number', unit: 'mm', choices: null },
      { key: 'thread', name: 'Thread', kind: 'text', unit: null, choices: null },
    ],
  },
  { slug: 'hand-tools', parent: null, name: 'Hand tools', specifications: [] },
  { slug: 'chisels', parent: 'hand-tools', name: 'Chisels', specifications: [] },
]
const paths = createCategoryPaths(categories)
const fields = fieldsOf(categories).filter(({ isExported }) => isExported)

/** Texts that programs change: codes, formulas, marks, separators and fractions. */
const text = fc.oneof(
  fc.constantFrom('0017', '90.750', '1E5', '3/8-16', '=SUM(A1)', "'=x", "'quoted", '(empty) x'),
  fc.constantFrom(
    'a;b',
    'a,b',
    '"',
    '1,50',
    '+49 1',
    '-5',
    '@x',
    '1.250',
    '½ in',
    'a | b',
    'Größe',
  ),
  fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }),
)
/** A text as the form of products stores it. */
const stored = (longest: number) =>
  text
    .map((text) => importedProduct.shape.name.safeParse(text).data?.slice(0, longest))
    .filter((text = '') => text.isWellFormed() && text !== '' && text.trim() === text)
    .map(String)
const optional = (longest: number) => fc.option(stored(longest))
const amount = fc.double({ min: 0.001, max: 5000, noNaN: true }).map((n) => Number(n.toFixed(3)))

const product: fc.Arbitrary<CatalogueProduct> = fc
  .record({
    id: fc.uuid(),
    sku: fc.stringMatching(/^[A-Z0-9./-]{1,12}$/),
    name: stored(40),
    description: stored(40).map((text) => `${text} long enough`),
    quantity: fc.integer({ min: 0, max: 5000 }),
    minQuantity: fc.integer({ min: 1, max: 2000 }),
    unitPriceCents: fc.integer({ min: 500, max: 9_999_999 }),
    category: fc.constantFrom('squares', 'chisels', null),
    bin: optional(20),
    family: optional(40),
    size: optional(20),
    gtin: fc.constantFrom('4006381333931', null),
    weight: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
    length: fc.option(amount),
    thread: optional(20),
  })
  .map(({ length, thread, ...product }) => ({
    ...product,
    image: '/media/0123456789abcdef0123456789abcdef.webp',
    version: 1,
    deletedAt: null,
    promised: 0,
    specifications:
      product.category === 'squares'
        ? { ...(length !== null && { length }), ...(thread !== null && { thread }) }
        : {},
  }))

const catalogue = fc.uniqueArray(product, {
  selector: ({ sku }) => sku,
  minLength: 1,
  maxLength: 8,
})

/** Writes products as an export does, with the columns and rows in another order. */
function exported(products: CatalogueProduct[], order: number[]): string {
  const columns = fields.toSorted((a, b) => rank(a.name, order) - rank(b.name, order))
  const rows = products.toSorted((a, b) => rank(a.sku, order) - rank(b.sku, order))
  const cellsOf = (product: CatalogueProduct) =>
    columns.map(({ name }) => exportText(name, fieldValue(product, name, paths)))
  return csvRows([columns.map(({ heading }) => heading), ...rows.map(cellsOf)], 'comma')
}

const rank = (text: string, order: number[]) =>
  [...text].reduce(
    (sum, letter, at) => sum + letter.charCodeAt(0) * (order[at % order.length] ?? 1),
    0,
  )

/** Reads a file and compares its rows with the products. */
async function compareFile(file: string, products: CatalogueProduct[]) {
  const bytes = new TextEncoder().encode(file)
  const read = await readImportFile(bytes, { sheet: null, chosen: [], categories })
  if ('refused' in read) throw new Error(read.problem)
  const { columns, questions } = mapColumns(read.headings, fields, {})
  expect(questions).toEqual([])
  const readColumns = columns.flatMap(({ heading, field }, at) => {
    const found = fields.find(({ name }) => name === field)
    return found ? [{ at, heading, field: found, mark: null }] : []
  })
  const choices = { mode: 'change' as const, makesCategories: false }
  const context = { columns: readColumns, ...choices, paths, imageNamed: () => undefined }
  return read.chunks
    .flatMap((chunk) => JSON.parse(chunk) as [number, string[], string | null][])
    .map(([, cells, problem]) => {
      const sku = skuOf(cells, readColumns)
      const product = products.find((one) => one.sku === sku)
      return { sku, ...compareRow({ cells, problem, restores: false }, product, context) }
    })
}

const order = fc.array(fc.integer({ min: 1, max: 97 }), { minLength: 3, maxLength: 7 })

test('an export whose columns and rows were shuffled changes nothing', async () => {
  const unchanged = async (products: CatalogueProduct[], order: number[]) => {
    const rows = await compareFile(exported(products, order), products)
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
    const rows = await compareFile(exported(edited, order), products)
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
