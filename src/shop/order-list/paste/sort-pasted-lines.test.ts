import { expect, test } from 'vitest'
import type { Product, ProductMatch } from '#shop/catalogue/product.ts'
import { addedLinesText, MAX_LINES } from '#shop/list-store/order-list.ts'
import { sortPastedLines } from './sort-pasted-lines.ts'
import { readText } from './testing/read-text.ts'

const hammer = { _id: 'hammer', name: 'Claw Hammer', minQuantity: 12, quantity: 100 } as Product
const certain = { product: hammer, candidates: [], isSkipped: false }
const sort = (text: string, matches: ProductMatch[]) => sortPastedLines(readText(text).lines, matches, [])

test('certain lines go to the list, in quantities that can be ordered', () => {
  const { lines, added, changed } = sort('5 x FW-4016', [certain])
  expect(lines).toEqual([{ productId: 'hammer', quantity: 12 }])
  expect(added).toBe(1)
  expect(changed).toEqual([{ text: '5 x FW-4016', note: 'Raised to 12, the minimum order' }])
  expect(sort('FW-4016', [certain]).lines[0]?.quantity).toBe(12)
})

test('the same product twice adds up, and counts as one line of the list', () => {
  const sorted = sort('20 x FW-4016\n30 x FW-4016\n10 x FW-4016', [certain, certain, certain])
  expect(sorted.lines).toEqual([{ productId: 'hammer', quantity: 60 }])
  expect(addedLinesText(sorted)).toBe('1 line added, 2 merged')
  expect(addedLinesText({ added: 5, merged: 0 })).toBe('5 lines added')
  expect(addedLinesText({ added: 0, merged: 1 })).toBe('1 line merged')
})

test('every other line stays visible with its reason', () => {
  const { lines, uncertain, unread } = sort('Hi Tom,\n12 hammer\n5 x FW-9999\n7 spanners', [
    { product: null, candidates: [hammer], isSkipped: false },
    { product: null, candidates: [], isSkipped: false },
    { product: null, candidates: [], isSkipped: false },
  ])
  expect(lines).toEqual([])
  expect(uncertain).toEqual([{ text: '12 hammer', quantity: 12, candidates: [hammer] }])
  expect(unread).toEqual([
    { text: 'Hi Tom,', note: 'No SKU or quantity found.' },
    { text: '5 x FW-9999', note: 'No tool has the SKU FW-9999.' },
    { text: '7 spanners', note: 'No tool has this name.' },
  ])
})

test('a tool that is no longer made is replaced only when the buyer says so', () => {
  const next = { product: null, candidates: [hammer], discontinued: 'FW-1', isSkipped: false }
  const { lines, uncertain, unread } = sort('20 x FW-1\n20 x FW-0', [
    next,
    { ...next, candidates: [], discontinued: 'FW-0' },
  ])
  expect(lines).toEqual([])
  expect(uncertain).toEqual([
    { text: '20 x FW-1', quantity: 20, candidates: [hammer], note: 'FW-1 is no longer made.' },
  ])
  expect(unread).toEqual([{ text: '20 x FW-0', note: 'FW-0 is no longer made.' }])
})

test('a line that does not fit into a full list is reported', () => {
  const full = Array.from({ length: MAX_LINES }, (_, index) => ({
    productId: `p${index}`,
    quantity: 1,
  }))
  const { lines, unread } = sortPastedLines(readText('12 x FW-4016').lines, [certain], full)
  expect(lines).toEqual(full)
  expect(unread).toEqual([{ text: '12 x FW-4016', note: 'The list is full: 200 lines.' }])
})

test('a missing quantity takes the minimum, and pieces on the list are named', () => {
  expect(sort('FW-4016\n20 x FW-4016', [certain, certain]).changed).toEqual([
    { text: 'FW-4016', note: 'No quantity given: 12, the minimum order' },
    { text: '20 x FW-4016', note: 'Added to the 12 already on your list: 32' },
  ])
})

test.each([
  ['300-400 FW-4016', 300, 'It may also be 400.'],
  ['ca. 30 FW-4016', 30, 'Its quantity is not understood. How many?'],
  ['FW-4016 +30', 30, 'Its quantity is not understood. How many?'],
  ['Order 4711 FW-4016 30', 30, 'It may also be 4711.'],
  ['2x30 FW-4016', 60, '2 × 30 = 60 pieces?'],
  ['3 packs of 10 FW-4016', 30, '3 packs of 10 = 30 pieces?'],
  ['FW-4016 none', null, 'Its quantity is not understood. How many?'],
  ['FW-4016 same as last time', null, 'Its quantity is not understood. How many?'],
  ['FW-4016 30 €', null, 'Its quantity is not understood. How many?'],
  ['FW-4016,1,250.00', 1, 'It may also be 1,250.00.'],
  ['a few FW-4016', null, 'Its quantity is not understood. How many?'],
])('%s is confirmed with the parsed quantity', (text, quantity, note) => {
  const { lines, uncertain } = sort(text, [certain])
  expect(lines).toEqual([])
  expect(uncertain).toEqual([{ text, quantity, candidates: [hammer], note }])
})

test('a number of the product’s name is no second quantity', () => {
  const wrench = { ...hammer, name: 'Adjustable Wrench 250 mm' }
  const match = { product: wrench, candidates: [], isSkipped: false }
  expect(sort('20 FW-1250 Adjustable Wrench 250', [match]).lines[0]?.quantity).toBe(20)
  expect(sort('20 FW-1250 Adjustable Wrench 300', [match]).uncertain).toHaveLength(1)
})

test.each([
  ['FW-1309 Hex Key Set, 5 pcs', null],
  ['FW-1309\tHex Key Set, 5 pcs\t5', 5],
  ['5 Hex Key Set, 5 pcs', 5],
])('a number of the product’s name is no quantity: %s', (text, quantity) => {
  const keys = { ...hammer, name: 'Hex Key Set, 5 pcs', minQuantity: 1 }
  const { lines, uncertain } = sort(text, [{ product: keys, candidates: [], isSkipped: false }])
  expect(lines[0]?.quantity ?? null).toBe(quantity)
  expect(uncertain).toHaveLength(quantity === null ? 1 : 0)
})

test('a line that was not looked up can be retried', () => {
  const pasted = readText('12 hammer').lines
  const skipped = { product: null, candidates: [], isSkipped: true }
  expect(sortPastedLines(pasted, [skipped], [])).toMatchObject({ skipped: pasted, unread: [] })
})
