import { expect, test } from 'vitest'
import { draftOf, pastedRows, problemOf, readDraft } from './row-drafts.ts'

const categories = [{ slug: 'wrenches', name: 'Wrenches' }]
const read = (name: string, from: string, price: string) =>
  readDraft({ name, from, price }, categories)

test('a row is read as it is typed', () => {
  expect(read('FW-1', '1,000', '$8.90')).toEqual({ sku: 'FW-1', minQuantity: 1000, perPrice: 8.9 })
  expect(read(' wrenches ', '', '12,5 %')).toEqual({
    category: 'wrenches',
    minQuantity: 1,
    percent: 12.5,
  })
  expect(read('ALL', '10', '-5%')).toEqual({ all: true, minQuantity: 10, percent: 5 })
  expect(read('FW-1', '1', '8.905')).toEqual({ sku: 'FW-1', minQuantity: 1, perPrice: 8.905 })
  expect(read('', 'ten', 'cheap')).toEqual({ minQuantity: 0 })
})

test('what a list has is typed back as the same', () => {
  for (const row of [
    { sku: 'FW-1', minQuantity: 10, perPrice: 8.9 },
    { category: 'wrenches', minQuantity: 1, percent: 12.5 },
    { all: true as const, minQuantity: 1, percent: 5 },
  ]) {
    expect(readDraft(draftOf({ ...row, name: '' }), categories)).toEqual(row)
  }
})

test('a pasted row that can’t be read stays, with its reason', () => {
  const rows = pastedRows(
    'SKU\tFrom\tPrice\nFW-1\t1\t7.10\nFW-2\t1\ton request\nFW-3\t1\t\nFW-4\tten\t9',
  )
  expect(rows.map(({ name }) => name)).toEqual(['FW-1', 'FW-2', 'FW-3', 'FW-4'])
  expect(rows.map(problemOf)).toEqual([
    null,
    '“on request” is no price.',
    'The price is missing.',
    '“ten” is no quantity.',
  ])
  expect(pastedRows('FW-1;on request\nFW-2;7')).toHaveLength(2)
})

test('columns of a spreadsheet are pasted without their headings and blank lines', () => {
  expect(pastedRows('SKU\tFrom\tPrice\nFW-1\t10\t8.90\n\nWrenches\t1\t12 %\n')).toEqual([
    { name: 'FW-1', from: '10', price: '8.90' },
    { name: 'Wrenches', from: '1', price: '12 %' },
  ])
  expect(pastedRows('FW-1;8,90\r\nFW-2;7,50')).toEqual([
    { name: 'FW-1', from: '1', price: '8,90' },
    { name: 'FW-2', from: '1', price: '7,50' },
  ])
})
