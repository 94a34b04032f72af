import { expect, test } from 'vitest'
import { browserCsvFormat } from '#platform/csv.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { readText } from '#shop/order-list/paste/testing/read-text.ts'
import { listCsv } from './list-csv.ts'

const product = (sku: string, name: string) =>
  ({ sku, name, perPrice: 9.5, prices: [] as Product['prices'] }) as Product
const lines = [
  { productId: 'a', quantity: 12 },
  { productId: 'b', quantity: 1200 },
  { productId: 'gone', quantity: 1 },
]
const names = new Map([
  ['a', product('FW-1005', 'Combination Wrench Set, 5 pcs')],
  ['b', product('FW-1013', '=cmd("x")')],
])
const csv = listCsv(lines, (id) => names.get(id) ?? null)

test('a list is written as CSV without formulas', () => {
  expect(csv).toBe(
    '\ufeffSKU,Name,Quantity,Price\r\nFW-1005,"Combination Wrench Set, 5 pcs",12,9.50\r\nFW-1013,"\'=cmd(""x"")",1200,9.50\r\n',
  )
})

test('a downloaded list can be uploaded again', () => {
  const read = readText(csv).lines.map(({ read }) =>
    'unreadable' in read ? read : [read.quantity, read.sku],
  )
  expect(read).toEqual([
    [12, 'FW-1005'],
    [1200, 'FW-1013'],
  ])
})

test('a spreadsheet with decimal commas gets semicolons, and its list can be uploaded too', () => {
  const german = listCsv(lines, (id) => names.get(id) ?? null, browserCsvFormat('de-DE'))
  expect(german.split('\r\n')[1]).toBe('FW-1005;Combination Wrench Set, 5 pcs;12;9,50')
  const read = readText(german).lines.map(({ read }) =>
    'unreadable' in read ? read : [read.quantity, read.sku],
  )
  expect(read).toEqual([
    [12, 'FW-1005'],
    [1200, 'FW-1013'],
  ])
  expect(browserCsvFormat('en-US')).toBe('comma')
})

test('names with a hidden formula or a command are escaped too', () => {
  for (const name of ['|calc', '\u200b=1+1']) {
    const written = listCsv([{ productId: 'a', quantity: 5 }], () => product('FW-1014', name))
    expect(written).toContain(`\r\nFW-1014,'${name},5,9.50\r\n`)
  }
})
