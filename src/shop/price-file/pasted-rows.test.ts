import { expect, test } from 'vitest'
import { problemOf } from '#shop/prices/admin/row-drafts.ts'
import { pastedRows } from './pasted-rows.ts'

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

test('headings say which column is which', () => {
  const rows = [
    { name: 'FW-1013', from: '50', price: '7' },
    { name: 'FW-1309', from: '100', price: '9' },
  ]
  expect(pastedRows('SKU\tPrice\tFrom\nFW-1013\t7\t50\nFW-1309\t9\t100')).toEqual(rows)
  expect(pastedRows('Prix\tDésignation\tRéférence\tQuantité\n7\tx\tFW-1013\t50')).toEqual(
    rows.slice(0, 1),
  )
})

test('the only unknown column has the tools; other unknown ones refuse the rows', () => {
  expect(pastedRows('Produkt\tPreis\tAb\nFW-1\t7,40\t50')).toEqual([
    { name: 'FW-1', from: '50', price: '7,40' },
  ])
  for (const text of ['Codice\tPrezzo\nFW-1\t7,40', 'FW-1\t1\t7.90\tEUR', 'FW-1\t1\t790\t100'])
    expect(pastedRows(text).map(problemOf), text).toEqual([expect.stringContaining('is no price')])
})

test('prices for several quantities are a row each', () => {
  expect(pastedRows('SKU;ab 1;ab 50\nFW-1;7,90;7,50')).toEqual([
    { name: 'FW-1', from: '1', price: '7,90' },
    { name: 'FW-1', from: '50', price: '7,50' },
  ])
})

test('what stands beside a price is read as in files', () => {
  expect(pastedRows('SKU\tPrice (per 100)\nFW-1\t790.00')).toMatchObject([{ price: '7.90' }])
  expect(pastedRows('Artikelnr\tPreis\tPE\nFW-1\t790,00\t100')).toMatchObject([{ price: '7.90' }])
  for (const text of [
    'SKU\tPrice (EUR)\nFW-1\t7',
    'SKU\tPrix TTC\nFW-1\t7',
    'SKU\tPrice\tCurrency\nFW-1\t7\tEUR',
    'SKU\tPrice\tUnit\nFW-1\t79\tBOX',
    'SKU\tPrice\tCustomer\nFW-1\t7\tAcme',
    'SKU\tPrice per 100\nFW-1\t790.01',
  ])
    expect(pastedRows(text).map(problemOf), text).toEqual([expect.stringContaining('is no price')])
})
