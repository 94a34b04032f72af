import { expect, test } from 'vitest'
import type { Product } from '#shop/catalogue/product.ts'
import { MOST_LINES } from '#shop/order-list/order-list.ts'
import { parsePastedList } from './parse-pasted-list.ts'
import { sortPastedLines } from './sort-pasted-lines.ts'

const hammer = { _id: 'hammer', name: 'Claw Hammer', minQuantity: 12, quantity: 100 } as Product
const certain = { product: hammer, candidates: [] }
const sort = (
  text: string,
  matches: (typeof certain | { product: null; candidates: Product[] })[],
) => sortPastedLines(parsePastedList(text), matches, [])

test('certain lines go to the list, in quantities that can be ordered', () => {
  const { lines, added, changed } = sort('5 x FW-4016', [certain])
  expect(lines).toEqual([{ productId: 'hammer', quantity: 12 }])
  expect(added).toBe(1)
  expect(changed).toEqual([{ text: '5 x FW-4016', note: 'Raised to 12, the minimum order' }])
  expect(sort('FW-4016', [certain]).lines[0]?.quantity).toBe(12)
})

test('the same product twice adds up', () => {
  expect(sort('20 x FW-4016\n30 x FW-4016', [certain, certain]).lines).toEqual([
    { productId: 'hammer', quantity: 50 },
  ])
})

test('every other line stays visible with its reason', () => {
  const { lines, uncertain, unread } = sort('Hi Tom,\n12 hammer\n5 x FW-9999\n7 spanners', [
    { product: null, candidates: [hammer] },
    { product: null, candidates: [] },
    { product: null, candidates: [] },
  ])
  expect(lines).toEqual([])
  expect(uncertain).toEqual([{ text: '12 hammer', quantity: 12, candidates: [hammer] }])
  expect(unread).toEqual([
    { text: 'Hi Tom,', note: 'There is no SKU and no quantity in it.' },
    { text: '5 x FW-9999', note: 'No tool has the SKU FW-9999.' },
    { text: '7 spanners', note: 'No tool has this name.' },
  ])
})

test('a line that a full list has no room for is told', () => {
  const full = Array.from({ length: MOST_LINES }, (_, index) => ({
    productId: `p${index}`,
    quantity: 1,
  }))
  const { lines, unread } = sortPastedLines(parsePastedList('12 x FW-4016'), [certain], full)
  expect(lines).toEqual(full)
  expect(unread).toEqual([{ text: '12 x FW-4016', note: 'The list is full: 200 lines.' }])
})
