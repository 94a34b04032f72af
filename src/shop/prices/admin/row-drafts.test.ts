import { expect, test } from 'vitest'
import { draftOf, oddityOf, readDraft } from './row-drafts.ts'

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

test('a stored price far from the base price is named', () => {
  const row = { name: 'FW-1', from: '1', base: 7.9 }
  expect(oddityOf({ ...row, price: '79' })).toBe('Far from the base price of $7.90')
  expect(oddityOf({ ...row, price: '1.50' })).toBe('Far from the base price of $7.90')
  for (const price of ['7', '23.70', '1.58', '10 %', 'cheap'])
    expect(oddityOf({ ...row, price }), price).toBeNull()
})
