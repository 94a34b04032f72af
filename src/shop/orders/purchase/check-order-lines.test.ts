import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents, centsToDollars } from '#platform/money.ts'
import type { OrderRules } from '#shop/orders/order-caps.ts'
import { priceLadder } from '#shop/prices/price-ladder.ts'
import { checkLines, type Holding, type WantedLine } from './check-order-lines.ts'

const rules: OrderRules = {
  caps: {
    verified: { orders: 3, cents: cents(10_000_00), stockPercent: 50 },
    unverified: { orders: 2, cents: cents(500_00), stockPercent: 10 },
  },
  unverifiedHoldHours: 2,
  newBuyers: { stockPercent: 50, holdHours: 24, payAtOnceHours: 0.25 },
  freeOrder: cents(50_00),
  perMinute: 10,
  holdHours: 72,
  taxPercent: 0,
}
const unheld = { heldUnpaid: 0, heldByNew: 0, heldAtOnce: 0, nextEnd: null }
const flat = (unitPrice: number) => ({
  ladder: [{ minQuantity: 1, unitPrice: cents(unitPrice) }],
})
const square = { ...flat(12_50), minQuantity: 10, quantity: 100, ...unheld }
const stepped = [...flat(10_00).ladder, { minQuantity: 10, unitPrice: cents(5_00) }]
const products = new Map([
  ['square', square],
  ['anvil', { ...flat(400_00), minQuantity: 1, quantity: 1000, ...unheld }],
  ['nail', { ...flat(1), minQuantity: 1, quantity: 1000, ...unheld }],
  ['scarce', { ...square, quantity: 80, heldUnpaid: 20, heldByNew: 20 }],
  ['stepped', { ...square, minQuantity: 1, quantity: 12, ladder: stepped }],
  ['short', { ...flat(12_50), minQuantity: 10, quantity: 9, ...unheld }],
])
const nothing: Holding = {
  emailVerified: true,
  isNew: false,
  mayPayAtOnce: true,
  orders: 0,
  cents: cents(0),
  pieces: new Map(),
  tax: { treatment: 'standard', reference: null },
}
const line = (productId: string, quantity: number, perPrice?: number): WantedLine => {
  return { productId, quantity, perPrice }
}

/** The errors as [index, code, what would fix the line]. */
function errorsOf(lines: WantedLine[], holding: Partial<Holding> = {}) {
  return checkLines(lines, products, { ...nothing, ...holding }, rules).map(({ index, refusal, ...fix }) => [
    index,
    refusal.refused,
    fix,
  ])
}

test.each<[string, WantedLine[], Partial<Holding>, unknown[]]>([
  ['lines within all limits', [line('square', 50), line('anvil', 2, 400)], {}, []],
  ['a product that is gone', [line('gone', 10)], {}, [[0, 'no-such-product', {}]]],
  ['another price', [line('square', 10, 12)], {}, [[0, 'price-changed', { unitPrice: 1250 }]]],
  ['a price that is higher than the buyer’s own', [line('square', 10, 12.51)], {}, []],
  ['too few pieces', [line('square', 9)], {}, [[0, 'below-minimum', { minimum: 10 }]]],
  [
    'more than the stock and than the share, which is the tighter limit',
    [line('square', 101)],
    {},
    [[0, 'too-much-of-the-stock', { available: 50 }]],
  ],
  ['more than the share', [line('square', 51)], {}, [[0, 'too-much-of-the-stock', { available: 50 }]]],
  [
    'a share that earlier orders used up in part',
    [line('square', 50)],
    { pieces: new Map([['square', 20]]) },
    [[0, 'too-much-of-the-stock', { available: 40 }]],
  ],
  [
    'one product in two lines, which share the stock',
    [line('square', 30), line('square', 30)],
    {},
    [[1, 'too-much-of-the-stock', { available: 20 }]],
  ],
  [
    'one product in three lines, the last of which must go',
    [line('square', 30), line('square', 30), line('square', 10)],
    {},
    [
      [1, 'too-much-of-the-stock', { available: 20 }],
      [2, 'too-much-of-the-stock', { available: 0 }],
    ],
  ],
  [
    'more value than allowed, over all lines',
    [line('anvil', 15), line('anvil', 15), line('square', 10)],
    {},
    [
      [1, 'open-orders-too-valuable', { available: 10 }],
      [2, 'open-orders-too-valuable', { available: 0 }],
    ],
  ],
  ['less stock than the minimum', [line('short', 10)], {}, [[0, 'out-of-stock', { available: 0 }]]],
  ['no whole quantity', [line('square', 10.5)], {}, [[0, 'invalid', {}]]],
  ['no quantity', [line('square', 0)], {}, [[0, 'invalid', { minimum: 10 }]]],
  ['a total too small for a card', [line('nail', 1)], {}, [[0, 'total-out-of-range', { minimum: 50 }]]],
  [
    'every error at once',
    [line('square', 9, 12), line('gone', 1), line('anvil', 2), line('square', 500)],
    {},
    [
      [0, 'price-changed', { unitPrice: 1250, minimum: 10 }],
      [1, 'no-such-product', {}],
      [3, 'too-much-of-the-stock', { available: 40 }],
    ],
  ],
  [
    'an order of many lines is one order of a verified buyer',
    [line('anvil', 1), line('anvil', 1), line('anvil', 1), line('anvil', 1)],
    { orders: 2 },
    [],
  ],
  [
    'a verified buyer at the limit of orders',
    [line('anvil', 1)],
    { orders: 3 },
    [[0, 'too-many-open-orders', { available: 0 }]],
  ],
  [
    'an order of many lines is one order of an unverified buyer too',
    [line('nail', 50), line('nail', 50), line('square', 10)],
    { emailVerified: false, orders: 1 },
    [],
  ],
  [
    'a first order of a small value is free of all limits',
    [line('nail', 1000), line('nail', 1000), line('nail', 1000)],
    { emailVerified: false, isNew: true },
    [
      [1, 'out-of-stock', { available: 0 }],
      [2, 'out-of-stock', { available: 0 }],
    ],
  ],
  ['a first order is worth its own price', [line('stepped', 10)], { isNew: true }, []],
  [
    'a second one is not',
    [line('nail', 101)],
    { emailVerified: false, orders: 1 },
    [[0, 'too-much-of-the-stock', { available: 100 }]],
  ],
  [
    'new buyers have what is left of their share',
    [line('scarce', 20), line('scarce', 20)],
    { isNew: true },
    [[1, 'new-buyers-hold-too-much', { available: 10 }]],
  ],
  ['others have not', [line('scarce', 20), line('scarce', 20)], {}, []],
])('%s', (_, lines, holding, errors) => {
  expect(errorsOf(lines, holding)).toEqual(errors)
})

test('a list can be ordered after applying the fix of every line', () => {
  const amount = fc.integer({ min: 0, max: 3000 })
  const anyLadder = fc
    .array(
      fc.record({
        minQuantity: fc.integer({ min: 1, max: 300 }),
        unitPrice: fc.integer({ min: 1, max: 5_000_00 }).map(cents),
      }),
      { maxLength: 3 },
    )
    .map((rows) => priceLadder(cents(5_000_00), [{ id: 'a', name: 'A', isContract: false, rows }]))
  const anyProduct = fc.record({
    ladder: anyLadder,
    minQuantity: fc.integer({ min: 1, max: 50 }),
    quantity: amount,
    heldUnpaid: amount,
    heldByNew: fc.integer({ min: 0, max: 500 }),
  })
  const ids = ['a', 'b', 'c', 'gone']
  const anyLine = fc.record(
    {
      productId: fc.constantFrom(...ids),
      quantity: fc.oneof(amount, fc.constantFrom(10.5, -3, 2 ** 40)),
      perPrice: fc.constantFrom(1, 12.5),
    },
    { requiredKeys: ['productId', 'quantity'] },
  )
  const anyHolding = fc.record({
    emailVerified: fc.boolean(),
    isNew: fc.boolean(),
    orders: fc.integer({ min: 0, max: 3 }),
    cents: fc.integer({ min: 0, max: 11_000_00 }).map(cents),
    pieces: fc.dictionary(fc.constantFrom(...ids), amount).map((held) => new Map(Object.entries(held))),
  })
  fc.assert(
    fc.property(
      fc.tuple(anyProduct, anyProduct, anyProduct),
      fc.array(anyLine, { maxLength: 12 }),
      anyHolding,
      (three, lines, held) => {
        const holding = { ...nothing, ...held }
        const products = new Map(three.map((product, index) => [ids[index] ?? '', { ...unheld, ...product }]))
        const errors = new Map(
          checkLines(lines, products, holding, rules).map((error) => [error.index, error]),
        )
        const fixed = lines.flatMap((line, index): WantedLine[] => {
          const error = errors.get(index)
          if (!error) return [line]
          const { refusal, unitPrice, available = Number.POSITIVE_INFINITY, minimum = 0 } = error
          if (refusal.refused === 'no-such-product' || available === 0) return []
          const quantity = Math.min(available, Math.max(minimum, Math.floor(line.quantity)))
          const perPrice = unitPrice === undefined ? line.perPrice : centsToDollars(unitPrice)
          return [{ productId: line.productId, quantity, perPrice }]
        })
        expect(checkLines(fixed, products, holding, rules)).toEqual([])
      },
    ),
    { numRuns: 2000, seed: 20_261_122 },
  )
})

test('the most that a card can be charged counts with the tax', () => {
  const wide = { orders: 3, cents: cents(10_000_000_00), stockPercent: 100 }
  const taxed = { ...rules, caps: { verified: wide, unverified: wide }, taxPercent: 19 }
  const errors = (quantity: number, holding = nothing) =>
    checkLines([line('press', quantity)], presses, holding, taxed).map(({ refusal }) => refusal.refused)
  const press = { ...flat(1_000_00), minQuantity: 1, quantity: 10_000, ...unheld }
  const presses = new Map([['press', press]])
  // $840,000.00 and 19 % of it are $999,600.00.
  expect(errors(840)).toEqual([])
  expect(errors(841)).toEqual(['total-out-of-range'])
  // Of several lines together.
  const two = checkLines([line('press', 500), line('press', 341)], presses, nothing, taxed)
  expect(two).toMatchObject([{ index: 1, refusal: { refused: 'total-out-of-range' }, available: 340 }])
  const tax = { treatment: 'exempt', reference: 'EX-42' } as const
  expect(errors(841, { ...nothing, tax })).toEqual([])
})
