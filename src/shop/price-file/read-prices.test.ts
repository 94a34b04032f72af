import { expect, test } from 'vitest'
import { createCategoryPaths } from '#shop/catalogue/categories/category-paths.ts'
import { readTableFile } from '#shop/tables/files/read-file.server.ts'
import { readCorpus } from '#shop/tables/testing/read-corpus.ts'
import { withHeadings } from './compare-pasted.ts'
import { readPriceRow } from './compare-price-file.ts'
import { priceFields } from './price-file-fields.ts'
import { surveyPrices } from './price-steps.ts'

/**
 * A table of prices, and what its writer meant: the rows of a list, or `refused`; `asks` are the columns that must
 * be chosen before. It is a file, and the same is pasted.
 */
type Case = { text: string; rows?: string[]; asks?: string[] }

const cases = readCorpus<Case>('files/prices.jsonl')

async function read(text: string): Promise<Omit<Case, 'text'>> {
  const chunks: string[] = []
  const given = { sheet: null, chosen: [], fields: priceFields }
  const reading = readTableFile(new TextEncoder().encode(text), given)
  let next = await reading.next()
  for (; !next.done; next = await reading.next()) chunks.push(next.value)
  if ('refused' in next.value) return { asks: [next.value.problem] }
  const rows = chunks
    .flatMap((chunk): [number, string[], string | null][] => JSON.parse(chunk))
    .map(([position, cells, problem]) => ({ position, cells, problem }))
  const survey = surveyPrices({ headings: next.value.headings, rows })
  const { columns, questions } = survey
  if (questions.length > 0) {
    const asked = columns.filter(({ choices }) => choices).map(({ name }) => name)
    return { asks: asked.length > 0 ? asked : questions }
  }
  return {
    rows: survey.rows.map((fileRow) => {
      const { row, reasons } = readPriceRow(fileRow, columns, createCategoryPaths([]), '2026-12-31')
      const price = row.percent === undefined ? row.perPrice : `${row.percent} %`
      const isBoth = row.percent !== undefined && row.perPrice !== undefined
      return reasons.length > 0 || isBoth ? `${row.sku} refused` : `${row.sku} ${row.minQuantity} ${price}`
    }),
  }
}

test.each(cases)('$text', async ({ text, ...meant }) => {
  expect(await read(text)).toEqual(meant)
  expect(await read(withHeadings(text))).toEqual(meant)
})

test('pasted rows without headings are two or three columns', async () => {
  const rows = ['FW-1 1 7.9', 'FW-2 1 7.5']
  expect(await read(withHeadings('FW-1;7,90\r\nFW-2;7,50'))).toEqual({ rows })
  expect(await read(withHeadings('FW-1\tab 10\t8.90\nFW-2\t1\t12 %\n'))).toEqual({
    rows: ['FW-1 10 8.9', 'FW-2 1 12 %'],
  })
  expect(await read(withHeadings('FW-1\t1\t7.90\tEUR'))).toHaveProperty('asks')
})
