import fc from 'fast-check'
import { expect } from 'vitest'
import type { Category } from '#shop/catalogue/categories/category.ts'
import { createCategoryPaths } from '#shop/catalogue/categories/category-paths.ts'
import { type CatalogueProduct, exportText, fieldValue } from '#shop/imports/compare/catalogue-product.ts'
import { categoryIn } from '#shop/imports/compare/category-columns.ts'
import { compareRow } from '#shop/imports/compare/compare-row.ts'
import { skuOf } from '#shop/imports/compare/read-cells.ts'
import { fieldsOf, isExported } from '#shop/imports/store/import-fields.ts'
import { importedProduct, importForms } from '#shop/product-admin/product-forms.ts'
import { readRowMeaning } from '#shop/tables/columns/row-meaning.ts'
import { notesOf, surveyColumns } from '#shop/tables/columns/survey-columns.ts'
import { readTableFile } from '#shop/tables/files/read-file.server.ts'

const categories: Category[] = [
  {
    slug: 'squares',
    parent: null,
    name: 'Squares',
    specifications: [
      { key: 'length', name: 'Length', kind: 'number', unit: 'mm', choices: null },
      { key: 'thread', name: 'Thread', kind: 'text', unit: null, choices: null },
    ],
  },
  { slug: 'hand-tools', parent: null, name: 'Hand tools', specifications: [] },
  { slug: 'chisels', parent: 'hand-tools', name: 'Chisels', specifications: [] },
]
export const paths = createCategoryPaths(categories)
/** The fields of an export. */
export const fields = fieldsOf(categories).filter(isExported)

/** Texts that programs change: codes, formulas, marks, separators and fractions. */
const text = fc.oneof(
  fc.constantFrom('0017', '90.750', '1E5', '3/8-16', '=SUM(A1)', "'=x", "'quoted", '(empty) x'),
  fc.constantFrom('a;b', 'a,b', '"', '1,50', '+49 1', '-5', '@x', '1.250', '½ in', 'a | b', 'Größe'),
  fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }),
)
/** A text as the form of products stores it. */
const stored = (longest: number) =>
  text
    .map((text) => importedProduct.shape.name.safeParse(text).data?.slice(0, longest))
    .filter((text = '') => text.isWellFormed() && text !== '' && text.trim() === text)
    .map(String)
const optional = (longest: number) => fc.option(stored(longest))
/** A long text as the form of products stores it: of several lines. */
const paragraphs = fc
  .array(fc.oneof(text, fc.constantFrom('', '- item', '  - deeper', '## Use', 'hard break  ')))
  .map((lines) => importedProduct.shape.longText.safeParse(lines.join('\n')).data ?? '')
  .filter((text) => text !== '' && text.trim() === text)
const amount = fc.double({ min: 0.001, max: 5000, noNaN: true }).map((n) => Number(n.toFixed(3)))

const IMAGE = '/media/0123456789abcdef0123456789abcdef.webp'

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
    longText: fc.option(paragraphs),
    pageTitle: optional(40),
    pageDescription: optional(40),
    family: optional(40),
    size: optional(20),
    gtin: fc.constantFrom('4006381333931', null),
    weight: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
    length: fc.option(amount),
    thread: optional(20),
  })
  .map(({ length, thread, ...product }) => ({
    ...product,
    image: IMAGE,
    shownImage: IMAGE,
    version: 1,
    deletedAt: null,
    isDiscontinued: false,
    successorId: null,
    promised: 0,
    specifications:
      product.category === 'squares'
        ? { ...(length !== null && { length }), ...(thread !== null && { thread }) }
        : {},
  }))

/** Random products with texts that programs change. */
export const catalogue = fc.uniqueArray(product, {
  selector: ({ sku }) => sku,
  minLength: 1,
  maxLength: 8,
})

/** Returns products as an export writes them, with the columns and rows in another order. */
export function exported(products: CatalogueProduct[], order: number[] = []): string[][] {
  const columns = fields.toSorted((a, b) => rank(a.name, order) - rank(b.name, order))
  const rows = products.toSorted((a, b) => rank(a.sku, order) - rank(b.sku, order))
  const cellsOf = (product: CatalogueProduct) =>
    columns.map(({ name }) => exportText(name, fieldValue(product, name, paths)))
  return [columns.map(({ heading }) => heading), ...rows.map(cellsOf)]
}

const rank = (text: string, order: number[]) =>
  [...text].reduce((sum, letter, at) => sum + letter.charCodeAt(0) * (order[at % order.length] ?? 1), 0)

/** Reads a file and compares its rows with the products. */
export async function compareFile(bytes: Uint8Array<ArrayBuffer>, products: CatalogueProduct[]) {
  const chunks: string[] = []
  const reading = readTableFile(bytes, { sheet: null, chosen: [], fields })
  let next = await reading.next()
  for (; !next.done; next = await reading.next()) chunks.push(next.value)
  const read = next.value
  if ('refused' in read) throw new Error(read.problem)
  const { headings } = read
  const survey = surveyColumns({ headings, fields, chosen: {}, decimalMarks: {} })
  const rows = chunks.flatMap((chunk) => JSON.parse(chunk) as FileRow[])
  for (const [, cells] of rows) survey.add(cells)
  const asked = survey.finish().questions.filter((question) => !question.includes('decimal mark'))
  expect(asked).toEqual([])
  expect(notesOf(survey.columns)).toEqual([])
  const readColumns = survey.columns.flatMap(({ heading, field }, at) => {
    const definition = fields.find(({ name }) => name === field)
    return definition ? [{ at, heading, field: definition, mark: null }] : []
  })
  const meaningOf = (cells: readonly string[]) => readRowMeaning(cells, survey.columns, '2026-12-31')
  const choices = { mode: 'change' as const, makesCategories: false }
  const context = {
    columns: readColumns,
    ...choices,
    forms: importForms(undefined),
    paths,
    meaningOf,
    pathOf: (cells: readonly string[]) => categoryIn(cells, survey.columns),
    left: new Map(),
    values: {},
    imageNamed: () => undefined,
  }
  return rows.map(([, cells, problem]) => {
    const sku = skuOf(cells, readColumns)
    const product = products.find((product) => product.sku === sku)
    return { sku, ...compareRow({ cells, problem, restores: false }, product, context) }
  })
}

type FileRow = [number, string[], string | null]
