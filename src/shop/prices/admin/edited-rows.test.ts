import { expect, test } from 'vitest'
import { comparePasted, countChanges, editedRows, withPasted } from './edited-rows.ts'
import { createTargets } from './row-drafts.ts'

const rows = editedRows([
  { sku: 'A-1', name: '', minQuantity: 1, perPrice: 9 },
  { sku: 'A-1', name: '', minQuantity: 50, perPrice: 8 },
])
const known = { targetOf: createTargets([]), isKnown: (sku: string) => sku !== 'X-9' }
const paste = (...pasted: [name: string, from: string, price: string][]) =>
  comparePasted(
    pasted.map(([name, from, price]) => ({ name, from, price })),
    rows,
    known,
  )

test('pasted rows take the place of the same step, and nothing vanishes', () => {
  const pasted = paste(
    ['B-2', '1', '5'],
    ['a-1', '50', '7'],
    ['X-9', '1', '5'],
    ['B-3', '1', ''],
    ['B-2', '1', '4'],
    ['', '1', '4'],
  )
  expect(pasted.map(({ problem }) => problem)).toEqual([
    null,
    null,
    'There is no tool X-9.',
    'The price is missing.',
    'It stands twice in what was pasted.',
    'The SKU is missing.',
  ])
  const merged = withPasted(rows, pasted, 2)
  expect(merged.rows.map(({ name, from, price }) => `${name} ${from} ${price}`)).toEqual([
    'X-9 1 5',
    'B-3 1 ',
    'B-2 1 4',
    ' 1 4',
    'B-2 1 5',
    'A-1 1 9.00',
    'A-1 50 7',
  ])
  expect([...merged.errors.keys()]).toEqual([2, 3, 4, 5])
  expect(countChanges(merged.rows, 2)).toBe(6)
})

test('a change that is typed back is none, and a removed row is one', () => {
  expect(countChanges(rows, 2)).toBe(0)
  expect(countChanges(rows.slice(1), 2)).toBe(1)
  expect(countChanges([...rows.slice(1), { ...rows[0], key: 7, price: '8.00' } as never], 2)).toBe(
    1,
  )
})
