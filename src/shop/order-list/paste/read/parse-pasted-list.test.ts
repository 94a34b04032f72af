import { expect, test } from 'vitest'
import { readText, seedProducts } from '#shop/order-list/paste/testing/read-text.ts'
import { readCorpus } from '#shop/tables/testing/read-corpus.ts'
import { readOne } from './parse-pasted-list.ts'
import type { PastedLine } from './pasted-line.ts'

/**
 * A pasted text and what its writer meant, noted when it was written: each line is `[quantity, SKU]`,
 * `[quantity, null, name]` or the reason why it can't be read. A fourth element says why the quantity must
 * be confirmed. `asks`: which column is the quantity must be chosen first.
 */
type Row = [quantity: number | null, sku: string | null, name?: string | null, doubt?: string]
type Snippet = { text: string; read: (string | Row)[]; asks?: boolean }

const snippets = readCorpus<Snippet>('pasted/pasted-snippets.jsonl')

// Punctuation and case of a name do not matter: it is only searched for.
const words = (name: string | null) =>
  name
    ?.toLowerCase()
    .match(/[\p{L}\d/-]+/gu)
    ?.join(' ')

function toRow({ read }: PastedLine): Snippet['read'][number] {
  if ('unreadable' in read) return read.unreadable
  const { quantity, sku, name, doubt } = read
  if (doubt) return [quantity, sku, sku === null ? (words(name) ?? null) : null, doubt.why]
  return sku === null ? [quantity, null, words(name)] : [quantity, sku]
}

test('the corpus has 620 snippets', () => {
  expect(new Set(snippets.map(({ text }) => text)).size).toBe(620)
})

test.each(snippets)('$text', ({ text, read, asks = false }) => {
  const expected = read.map((row) =>
    typeof row === 'string' || row[1] !== null ? row : [row[0], null, words(row[2] ?? null), ...row.slice(3)],
  )
  const { lines, questions } = readText(text)
  expect(lines.map(toRow)).toEqual(expected)
  expect(questions.length > 0).toBe(asks)
})

test('each line keeps its text, so that it can be shown with its reason', () => {
  const [greeting, item] = readText('Hi Tom,\n>  12x   FW-1013').lines
  expect(greeting?.text).toBe('Hi Tom,')
  expect(item?.text).toBe('12x FW-1013')
})

test('a very long text is cut, and read in time', () => {
  // Processor time, because a busy machine is no failure.
  const before = process.threadCpuUsage().user
  readText('a '.repeat(200_000))
  readText('1 '.repeat(200_000))
  readText('1,'.repeat(200_000))
  readText('FW-'.repeat(200_000))
  expect((process.threadCpuUsage().user - before) / 1000).toBeLessThan(5_000)
})

test.each([
  ['12x 4471-220', 12, '4471-220'],
  ['5 pcs 60.1234', 5, '60.1234'],
  ['7 HX-12', 7, 'HX-12'],
  ['10 WRX12345678', 10, 'WRX12345678'],
])('a code in %s is looked up as a name', (text, quantity, name) => {
  expect(readText(text).lines.map(({ read }) => read)).toEqual([{ quantity, sku: null, name }])
})

test.each([
  ['40 FW-1013', null, { quantity: 40, sku: 'FW-1013' }],
  ['FW-1013', null, { quantity: null, sku: 'FW-1013' }],
  ['FW-1013', 30, { quantity: 30, sku: 'FW-1013' }],
  ['Combination Wrench 13 mm', null, { quantity: null, name: 'Combination Wrench 13 mm' }],
  ['40 Combination Wrench 13 mm', null, { quantity: 40, name: 'Combination Wrench 13 mm' }],
  ['10 T-Handle Socket Wrench 13 mm', null, { quantity: 10 }],
])('the row for one tool reads “%s” with %s', (text, quantity, read) => {
  expect(readOne(text, quantity, seedProducts).read).toMatchObject(read)
})
