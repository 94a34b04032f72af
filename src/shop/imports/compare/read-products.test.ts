import { expect, test } from 'vitest'
import { createCategoryPaths } from '#shop/catalogue/categories/category-paths.ts'
import { fieldsOf } from '#shop/imports/store/import-fields.ts'
import { importForms } from '#shop/product-admin/product-forms.ts'
import { readRowMeaning } from '#shop/tables/columns/row-meaning.ts'
import { notesOf, surveyColumns } from '#shop/tables/columns/survey-columns.ts'
import { readTableFile } from '#shop/tables/files/read-file.server.ts'
import { readCorpus } from '#shop/tables/testing/read-corpus.ts'
import { categoryIn } from './category-columns.ts'
import { readCells, skuOf } from './read-cells.ts'

/**
 * A file of products, and what its writer meant: the values of each row, or `refused`; `asks` are the columns
 * that must be chosen before, `notes` what is said of numbers that were converted.
 */
type Case = { text: string; rows?: string[]; asks?: string[]; notes?: string[] }

const cases = readCorpus<Case>('files/products.jsonl')

const fields = fieldsOf([])

async function read(text: string): Promise<Omit<Case, 'text'>> {
  const chunks: string[] = []
  const reading = readTableFile(new TextEncoder().encode(text), { sheet: null, chosen: [], fields })
  let next = await reading.next()
  for (; !next.done; next = await reading.next()) chunks.push(next.value)
  if ('refused' in next.value) return { asks: [next.value.problem] }
  const { headings, empty } = next.value
  const survey = surveyColumns({ headings, empty, fields, chosen: {}, decimalMarks: {} })
  const rows = chunks.flatMap((chunk): [number, string[]][] => JSON.parse(chunk))
  for (const [, cells] of rows) survey.add(cells)
  const { questions } = survey.finish()
  const { columns } = survey
  if (questions.length > 0) {
    const asked = columns.filter(({ choices }) => choices).map(({ name }) => name)
    return { asks: asked.length > 0 ? asked : questions }
  }
  const context = {
    columns: columns.flatMap((column, at) => {
      const field = fields.find(({ name }) => name === column.field)
      return field ? [{ ...column, at, field }] : []
    }),
    ...{ mode: 'change' as const, makesCategories: false, paths: createCategoryPaths([]) },
    forms: importForms(undefined),
    ...{ values: {}, left: new Map(), imageNamed: () => undefined },
    meaningOf: (cells: readonly string[]) => readRowMeaning(cells, columns, '2026-12-31'),
    pathOf: (cells: readonly string[]) => categoryIn(cells, columns),
  }
  const texts = rows.map(([, cells]) => {
    const { values, reasons } = readCells(cells, {}, undefined, context)
    const given = Object.entries(values).map(([field, value]) => `${field} ${value}`)
    const sku = skuOf(cells, context.columns)
    return reasons.length > 0 ? `${sku} refused` : [sku, ...given].join(', ')
  })
  const notes = notesOf(columns)
  return { rows: texts, ...(notes.length > 0 && { notes }) }
}

test.each(cases)('$text', async ({ text, ...meant }) => {
  expect(await read(text)).toEqual(meant)
})
