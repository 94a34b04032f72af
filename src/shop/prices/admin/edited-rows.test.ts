import { expect, test } from 'vitest'
import { countChanges, editedRows, withPasted } from './edited-rows.ts'

const rows = editedRows([
  { sku: 'A-1', name: '', minQuantity: 1, perPrice: 9 },
  { sku: 'A-1', name: '', minQuantity: 50, perPrice: 8 },
])

test('pasted rows give the price of the same step, and none is lost', () => {
  const paste = (sku: string, from: string, price: string, problem: string | null = null) => {
    return { name: sku, from, price, target: sku ? { sku } : {}, problem }
  }
  const merged = withPasted(
    rows,
    [
      paste('B-2', '1', '5'),
      paste('A-1', '50', '7', 'It is more.'),
      paste('X-9', '1', '5', 'There is no tool X-9.'),
      paste('A-1', '1', '', 'There is no price.'),
      paste('A-1', '50', '6', 'Row 2 has the same quantity.'),
      paste('', '1', '4', 'Name a SKU.'),
    ],
    2,
  )
  expect(merged.rows.map(({ name, from, price }) => `${name} ${from} ${price}`)).toEqual([
    'X-9 1 5',
    'A-1 1 ',
    'A-1 50 6',
    ' 1 4',
    'B-2 1 5',
    'A-1 1 9.00',
    'A-1 50 7',
  ])
  expect(merged.rows.map(({ key }) => merged.errors.get(key)?.split(' ')[0])).toEqual([
    'There',
    'There',
    'Row',
    'Name',
    undefined,
    undefined,
    'It',
  ])
  expect(countChanges(merged.rows, 2)).toBe(6)
})

test('a pasted row at fault gives no price to a row of the list', () => {
  const fault = 'From: no number in 1O'
  const row = { name: 'A-1', from: '1', price: '5', target: { sku: 'A-1' }, problem: fault, fault }
  const merged = withPasted(rows, [row], 2)
  expect(merged.rows.map(({ price, fault }) => [price, fault])).toEqual([
    ['5', fault],
    ['9.00', undefined],
    ['8.00', undefined],
  ])
})

test('a change that is typed back is none, and a removed row is one', () => {
  expect(countChanges(rows, 2)).toBe(0)
  expect(countChanges(rows.slice(1), 2)).toBe(1)
  expect(countChanges([...rows.slice(1), { ...rows[0], key: 7, price: '8.00' } as never], 2)).toBe(1)
})
