import { expect, test } from 'vitest'
import {
  addToList,
  isSameList,
  MAX_LINES,
  mergeLists,
  type OrderLines,
  rebaseList,
  removeLine,
  restoreLine,
  setLine,
  settleQuantity,
  snapQuantity,
} from './order-list.ts'

/** `a5 b10` is a list of 5 pieces of a and 10 of b. */
const list = (text: string): OrderLines =>
  text
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => ({ productId: word.slice(0, 1), quantity: Number(word.slice(1)) }))
const text = (lines: OrderLines) => lines.map(({ productId, quantity }) => productId + quantity).join(' ')

test.each([
  [12, 12, null],
  [13.9, 13, null],
  [1, 12, 'Raised to 12, the minimum order'],
  [0, 12, 'Raised to 12, the minimum order'],
  [-5, 12, 'Raised to 12, the minimum order'],
  [Number.NaN, 12, null],
  [1240, 1240, null],
  [1241, 1240, 'Lowered to 1,240, all that is in stock'],
  [Number.POSITIVE_INFINITY, 12, null],
])('a quantity of %d becomes %d: %s', (wanted, quantity, note) => {
  expect(snapQuantity(wanted, { minQuantity: 12, quantity: 1240 })).toEqual({ quantity, note })
})

test('a product whose stock is below the minimum keeps the quantity', () => {
  expect(snapQuantity(5, { minQuantity: 12, quantity: 3 })).toEqual({ quantity: 5, note: null })
})

test.each([
  ['a5', 'b10', 'a5 b10'],
  ['a5', 'a7', 'a7'],
  ['a5 b1', 'a3 c2', 'a5 b1 c2'],
  ['', 'a3', 'a3'],
  ['a3', '', 'a3'],
])('%s merged with %s is %s, and merging again changes nothing', (first, second, merged) => {
  const once = mergeLists(list(first), list(second))
  expect(text(once)).toBe(merged)
  expect(text(mergeLists(once, list(second)))).toBe(merged)
})

test.each([
  ['a5', 'a6', 'a5', 'a6', 'only this device changed it'],
  ['a5', 'a5', 'a7', 'a7', 'only the other device changed it'],
  ['a5', 'a6', 'a7', 'a6', 'both changed it'],
  ['a5', 'a5 b1', 'a5 c2', 'a5 c2 b1', 'each added one'],
  ['a5 b1', 'b1', 'a5 b1 c2', 'b1 c2', 'one removed, the other added'],
  ['a5 b1', 'a5 b1', 'b1', 'b1', 'the other device removed it'],
  ['a5', '', 'a9', '', 'removed here, changed there'],
  ['a5', 'a6', '', 'a6', 'changed here, removed there'],
])('from %s, %s here and %s there become %s: %s', (base, mine, theirs, merged) => {
  expect(text(rebaseList(list(base), list(mine), list(theirs)))).toBe(merged)
})

test('a list holds no more than its limit, and still changes its lines', () => {
  const full = Array.from({ length: MAX_LINES }, (_, index) => ({
    productId: `p${index}`,
    quantity: 10,
  }))
  expect(setLine(full, { productId: 'new', quantity: 1 })).toHaveLength(MAX_LINES)
  expect(setLine(full, { productId: 'p3', quantity: 11 })[3]).toEqual({
    productId: 'p3',
    quantity: 11,
  })
  expect(mergeLists(full, list('a1 b2'))).toHaveLength(MAX_LINES)
})

test.each([Number.NaN, 0, -1, 12.5, Number.POSITIVE_INFINITY])(
  'adding %d pieces leaves the list as it is',
  (pieces) => {
    const lines = list('a100')
    const product = { _id: 'a', minQuantity: 25, quantity: 1000 }
    expect(addToList(lines, product, pieces)).toEqual({
      lines,
      note: 'Quantity must be a whole number',
    })
    expect(text(addToList(lines, product, 25).lines)).toBe('a125')
  },
)

test('a removed line returns to its place', () => {
  const lines = list('a1 b2 c3')
  const removed = removeLine(lines, 'b')
  expect(text(removed)).toBe('a1 c3')
  expect(text(restoreLine(removed, { productId: 'b', quantity: 2 }, 1))).toBe('a1 b2 c3')
  expect(text(restoreLine(lines, { productId: 'b', quantity: 9 }, 1))).toBe('a1 b2 c3')
})

test('lists are the same in any sequence', () => {
  expect(isSameList(list('a1 b2'), list('b2 a1'))).toBe(true)
  expect(isSameList(list('a1 b2'), list('a1 b3'))).toBe(false)
  expect(isSameList(list('a1'), list('a1 b3'))).toBe(false)
})

test.each([
  ['', 12, 'Emptied: 12 is the minimum order'],
  [' \u00a0', 12, 'Emptied: 12 is the minimum order'],
  ['1\u202f000', 1000, null],
  ['1\u00a0000\u200b', 1000, null],
  ['３０', 30, null],
  ['3', 12, 'Raised to 12, the minimum order'],
  ['9\u00a0999', 1240, 'Lowered to 1,240, all that is in stock'],
  ['30.7', null, 'Quantity must be a whole number, not 30.7'],
  ['40 pcs', null, 'Quantity must be a whole number, not 40 pcs'],
  ['-40', null, 'Quantity must be a whole number, not -40'],
])('a box that is left with “%s” becomes %s', (typed, quantity, note) => {
  expect(settleQuantity(typed, { minQuantity: 12, quantity: 1240 })).toEqual({ quantity, note })
})
