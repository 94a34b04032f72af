import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents } from '#platform/money.ts'
import {
  type ApplyingList,
  candidatesAt,
  type PriceRow,
  priceAt,
  priceLadder,
  reasonOf,
  rowPrice,
} from './price-ladder.ts'

const price = fc.integer({ min: 1, max: 100_000 }).map(cents)
const percentOff = fc.integer({ min: 1, max: 9999 }).map((hundredths) => hundredths / 100)
const row: fc.Arbitrary<PriceRow> = fc.oneof(
  fc.record({ minQuantity: fc.integer({ min: 1, max: 200 }), unitPrice: price }),
  fc.record({ minQuantity: fc.integer({ min: 1, max: 200 }), percentOff }),
)
const rows = fc.uniqueArray(row, { maxLength: 6, selector: ({ minQuantity }) => minQuantity })
const lists = fc.uniqueArray(
  fc.record({ id: fc.uuid(), name: fc.string(), isContract: fc.boolean(), rows }),
  { maxLength: 5, selector: ({ id }) => id },
)
const quantity = fc.integer({ min: 1, max: 300 })

function list(rows: PriceRow[], given: Partial<ApplyingList> = {}): ApplyingList {
  return { id: 'a', name: 'Dealers', isContract: false, ...given, rows }
}
const from = (minQuantity: number, unitPrice: number) => ({
  minQuantity,
  unitPrice: cents(unitPrice),
})
const base = cents(1100)

test('the order of lists and of their rows never means money', () => {
  fc.assert(
    fc.property(lists, price, fc.infiniteStream(fc.nat()), (lists, base, keys) => {
      const shuffled = <Item>(items: Item[]) =>
        items
          .map((item) => ({ item, key: keys.next().value as number }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ item }) => item)
      const other = shuffled(lists).map((list) => ({ ...list, rows: shuffled(list.rows) }))
      expect(priceLadder(base, other)).toEqual(priceLadder(base, lists))
    }),
  )
})

test('more pieces never cost more each, and a ladder has no step that changes nothing', () => {
  fc.assert(
    fc.property(lists, price, (lists, base) => {
      const ladder = priceLadder(base, lists)
      expect(ladder[0]?.minQuantity).toBe(1)
      for (const [index, step] of ladder.entries()) {
        const next = ladder[index + 1]
        if (!next) continue
        expect(next.minQuantity).toBeGreaterThan(step.minQuantity)
        expect(next.unitPrice).toBeLessThan(step.unitPrice)
      }
    }),
  )
})

test('a price is at most the base price, unless a contract asks for more', () => {
  fc.assert(
    fc.property(lists, price, quantity, (lists, base, quantity) => {
      const others = lists.filter(({ isContract }) => !isContract)
      expect(priceAt(priceLadder(base, others), quantity)).toBeLessThanOrEqual(base)
    }),
  )
})

test('the ladder has the price of the first candidate at each quantity', () => {
  fc.assert(
    fc.property(lists, price, quantity, (lists, base, quantity) => {
      const [first] = candidatesAt(base, lists, quantity)
      expect(priceAt(priceLadder(base, lists), quantity)).toBe(first?.unitPrice)
    }),
  )
})

test('a percentage is rounded half up to the cent', () => {
  const off = (percentOff: number, base: number) => rowPrice({ minQuantity: 1, percentOff }, cents(base))
  expect(off(10, 1005)).toBe(905)
  expect(off(50, 1)).toBe(1)
  expect(off(33.33, 1099)).toBe(733)
  expect(off(99.99, 500)).toBe(1)
  expect(off(12.5, 2_000_000_000)).toBe(1_750_000_000)
})

test('the lowest price of all lists wins, step by step', () => {
  const dealers = list([from(1, 1000), from(50, 900)])
  const summer = list([from(20, 950), from(100, 920)], { id: 'b' })
  expect(priceLadder(base, [dealers, summer])).toEqual([from(1, 1000), from(20, 950), from(50, 900)])
})

test('a list that is dearer, or begins later, leaves the base price', () => {
  expect(priceLadder(base, [list([from(1, 1200)])])).toEqual([from(1, 1100)])
  expect(priceLadder(base, [list([from(30, 800)])])).toEqual([from(1, 1100), from(30, 800)])
  expect(priceLadder(base, [])).toEqual([from(1, 1100)])
})

test('a contract replaces every other price at every quantity, also when it is dearer', () => {
  const contract = list([from(1, 1300), from(100, 1250)], { id: 'c', isContract: true })
  const cheap = list([from(1, 100)])
  expect(priceLadder(base, [cheap, contract])).toEqual([from(1, 1300), from(100, 1250)])
  const late = list([from(100, 1250)], { id: 'c', isContract: true })
  expect(priceLadder(base, [cheap, late])).toEqual([from(1, 1250)])
})

test('a contract without a row for the product changes nothing', () => {
  const contract = list([], { isContract: true })
  expect(priceLadder(base, [contract])).toEqual([from(1, 1100)])
})

test('a reason names the list of the price first, then the others and the base price', () => {
  const contract = list([from(1, 950), from(100, 890)], {
    id: 'c',
    name: 'Contract 2026-17',
    isContract: true,
  })
  const others = [list([from(1, 950)]), contract]
  expect(reasonOf(candidatesAt(base, others, 120))).toBe(
    'Contract 2026-17, from 100: $8.90; Dealers: $9.50; base price: $11.00',
  )
  expect(reasonOf(candidatesAt(base, [list([from(1, 1200)])], 5))).toBe('base price: $11.00; Dealers: $12.00')
})
