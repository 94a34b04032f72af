import { expect, test } from 'vitest'
import { cents } from '#platform/money.ts'
import { createCategoryPaths } from '#shop/catalogue/categories/category-paths.ts'
import type { SentRow } from '#shop/prices/price-list-forms.ts'
import { comparePriceFile, readPriceRow } from './compare-price-file.ts'
import { stepIn } from './price-steps.ts'

const category = (slug: string, name: string, parent: string | null) => {
  return { slug, name, parent, specifications: [], products: 0 }
}
const paths = createCategoryPaths([
  category('hand', 'Hand tools', null),
  category('wrenches', 'Wrenches', 'hand'),
])
const known = {
  products: new Map(['FW-1', 'FW-2'].map((sku) => [sku, { id: sku, basePrice: cents(1100) }] as const)),
  categories: new Set(['hand', 'wrenches']),
}
const fields = ['target', 'minQuantity', 'perPrice', 'percent']
const columns = fields.map((field) => {
  return { name: field, heading: field, field, sample: '', mark: '.' as const }
})
const read = (lines: string[]) =>
  lines.map((line, index) =>
    readPriceRow(
      { position: index + 2, cells: line.split('|'), problem: null },
      columns,
      paths,
      '2026-12-31',
    ),
  )
const stored: SentRow[] = [
  { sku: 'FW-1', minQuantity: 1, perPrice: 9.5 },
  { sku: 'FW-1', minQuantity: 100, perPrice: 8.9 },
  { category: 'wrenches', minQuantity: 1, percent: 10 },
  { all: true, minQuantity: 1, percent: 5 },
]
const compare = (lines: string[], { replaces = false, isContract = false } = {}) =>
  comparePriceFile(read(lines), {
    ...{ stored, known, isContract, replaces },
    changedAt: new Map(),
  })
const statesOf = (lines: string[]) => compare(lines).compared.map(({ state, reasons }) => [state, ...reasons])

test('rows are new, changed, unchanged or refused with all reasons', () => {
  const { compared, rows, others } = compare([
    'fw-1||9.40',
    'FW-2|10|10.5',
    'Hand tools > Wrenches|1||10',
    'FW-9|0.5|8.905',
    'all tools|1|#N/A',
  ])
  expect(compared.map(({ state, reasons }) => [state, ...reasons])).toEqual([
    ['changed'],
    ['new'],
    ['unchanged'],
    ['refused', 'There is no tool FW-9.', 'The quantity must be a whole number from 1.'],
    ['refused', 'perPrice has the spreadsheet’s error #N/A'],
  ])
  expect(compared[0]?.from).toEqual(stored[0])
  // What the file does not have, or is refused of it, stays.
  expect(others).toBe(1)
  expect(rows).toHaveLength(5)
  expect(rows).toContainEqual({ sku: 'FW-1', minQuantity: 1, perPrice: 9.4 })
  expect(rows).toContainEqual(stored[1])
  expect(rows).toContainEqual(stored[3])
})

test('a percentage is read from its column, or with its sign from the price’s', () => {
  const percents = read(['FW-1|1||12.5', 'FW-1|1|12.5 %', 'FW-1|1|-12.5%', 'FW-1|1||12.5%'])
  for (const { row } of percents) expect(row).toEqual({ sku: 'FW-1', minQuantity: 1, percent: 12.5 })
})

test('the steps of one tool are taken together, so that none of them rises', () => {
  expect(statesOf(['FW-1|1|8.50'])).toEqual([
    ['refused', 'The list, from 100: $8.90 is more than from 1, in row 2.'],
  ])
  expect(statesOf(['FW-1|1|8.50', 'FW-1|100|8.40', 'FW-1|100|8.30', 'FW-2|1|9'])).toEqual([
    ['refused', 'Row 4, from 100: Row 3 has the same quantity.'],
    ['refused', 'Row 4, from 100: Row 3 has the same quantity.'],
    ['refused', 'Row 3 has the same quantity.'],
    ['new'],
  ])
  expect(compare(['FW-1|1|8.50']).rows).toEqual(stored)
})

test('rows that the file lacks are removed if that is chosen, but none whose line is refused', () => {
  const lines = ['FW-1|1|9.50', 'FW-2|1|9', 'Wrenches|1||100']
  expect(compare(lines, { replaces: true }).rows).toEqual([
    stored[0],
    { sku: 'FW-2', minQuantity: 1, perPrice: 9 },
    stored[2],
  ])
})

test('a row is at fault for what it says, not for other steps', () => {
  const lines = ['FW-1|1|8.50', 'FW-2|1O|9', 'FW-2|1|-5.00', 'FW-2|1|9']
  const { compared } = compare(lines)
  expect(compared.map(({ isFaulty }) => isFaulty)).toEqual([false, true, true, false])
})

test('a contract begins at one piece', () => {
  const [row] = compare(['FW-2|10|9'], { isContract: true }).compared
  expect(row?.reasons).toEqual(['The first step of a contract is from 1 piece.'])
})

test('of many wrong steps of one tool, each row names its own, or three', () => {
  const lines = Array.from({ length: 2_000 }, () => 'FW-1|100|8.40')
  const { compared } = compare(['FW-1|1|9.50', ...lines])
  const counts = new Set(compared.map(({ reasons }) => reasons.length))
  expect([...counts].toSorted()).toEqual([1, 3])
})

test('of two exports in one file, a price changed between them is kept', () => {
  const column = { name: 'As of', heading: 'As of', field: 'asOf', sample: '', mark: '.' as const }
  const rows = ['2026-11-27T10:00:00Z', '2026-11-29T10:00:00Z'].map((asOf, index) =>
    readPriceRow(
      { position: index + 2, cells: [`FW-${index + 1}`, '1', '9.5', '', asOf], problem: null },
      [...columns, column],
      paths,
      '2026-12-31',
    ),
  )
  const wrenches = { category: 'wrenches', minQuantity: 1, percent: 10 }
  const { rows: left } = comparePriceFile(rows, {
    ...{ stored, known, isContract: false, replaces: true },
    changedAt: new Map([['in wrenches 1', new Date('2026-11-28T10:00:00Z')]]),
  })
  expect(left).toContainEqual(wrenches)
  expect(left).not.toContainEqual({ all: true, minQuantity: 1, percent: 5 })
})

test.each([
  ['> 49', '50'],
  ['über 49,00 Stk.', '50'],
  ['more than 1,000', '1001'],
  ['bis 9', '1'],
])('the step %s begins at %s', (cell, from) => {
  expect(stepIn(cell)).toBe(from)
})
