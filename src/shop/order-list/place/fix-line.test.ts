import { expect, test } from 'vitest'
import { currentErrors, fixAllText, fixFor, fixText, refusedLines } from './fix-line.ts'

test.each([
  [{ code: 'price-changed', perPrice: 9.5 }, 'Accept $9.50'],
  [{ code: 'out-of-stock', available: 20 }, 'Change to 20'],
  [{ code: 'below-minimum', minimum: 1200 }, 'Change to 1,200'],
  [{ code: 'price-changed', perPrice: 9.5, available: 20 }, 'Change to 20 at $9.50'],
  [{ code: 'out-of-stock', available: 0 }, 'Remove'],
  [{ code: 'no-such-product' }, 'Remove'],
  [{ code: 'too-much-of-the-stock', available: 50 }, 'Change to 50'],
])('%j is fixed by “%s”', (error, text) => {
  const fix = fixFor(error, 100)
  expect(fix && fixText(fix)).toBe(text)
})

test('one button says what it changes', () => {
  const to = (quantity: number) => ({ takeOut: false, quantity, perPrice: null }) as const
  const dearer = { takeOut: false, quantity: null, perPrice: 11 } as const
  const removed = { takeOut: true } as const
  expect(fixAllText([to(47), to(12)])).toBe('Order 47 and 12 instead')
  expect(fixAllText([removed, dearer, to(1200)])).toBe('Remove 1 line, accept the price, order 1,200 instead')
  expect(fixAllText([to(1), to(2), to(3), to(4)])).toBe('Order 4 other quantities instead')
})

test('an error without a possible change has no fix', () => {
  expect(fixFor({ code: 'invalid' }, 100)).toBeNull()
})

test('errors are shown at the lines that were sent', () => {
  const sent = [
    { productId: 'a', quantity: 5 },
    { productId: 'b', quantity: 30 },
  ]
  const lines = [{ index: 1, code: 'out-of-stock', message: 'Only 20', available: 20 }]
  expect([...currentErrors(refusedLines({ lines }, sent), sent)]).toEqual([
    [
      'b',
      {
        message: 'Only 20',
        summary: '30 → 20, stock',
        fix: { takeOut: false, quantity: 20, perPrice: null },
        isLimit: false,
      },
    ],
  ])
})

test.each([
  [{ code: 'too-many-open-orders', available: 0 }, '100 → 0, over your limit for unpaid orders'],
  [{ code: 'open-orders-too-valuable', available: 30 }, '100 → 30, over the value of unpaid orders'],
  [{ code: 'too-much-of-the-stock', available: 50 }, '100 → 50, over your limit for this tool'],
  [{ code: 'new-buyers-hold-too-much', available: 0 }, '100 → 0, left for new customers'],
])('%j is a limit of the buyer, not the stock', (error, summary) => {
  const sent = [{ productId: 'a', quantity: 100 }]
  const refused = refusedLines({ lines: [{ index: 0, message: '', ...error }] }, sent)
  expect(currentErrors(refused, sent).get('a')).toMatchObject({ summary, isLimit: true })
})

test('an error goes with its line, and with the quantity that caused it', () => {
  const sent = [
    { productId: 'a', quantity: 40 },
    { productId: 'b', quantity: 40 },
    { productId: 'c', quantity: 40 },
  ]
  const refused = refusedLines(
    {
      lines: [
        { index: 0, code: 'out-of-stock', message: 'Only 30', available: 30 },
        { index: 1, code: 'out-of-stock', message: 'Only 30', available: 30 },
        { index: 2, code: 'price-changed', message: 'Now $9.50', perPrice: 9.5 },
      ],
    },
    sent,
  )
  const retyped = (quantity: number) => [{ productId: 'b', quantity }]
  expect([...currentErrors(refused, retyped(10)).keys()]).toEqual([])
  // Still more than there is.
  expect(currentErrors(refused, retyped(35)).get('b')?.fix).toMatchObject({ quantity: 30 })
  // Another quantity leaves the price to be accepted.
  const other = [{ productId: 'c', quantity: 10 }]
  expect(currentErrors(refused, other).get('c')?.fix).toMatchObject({ perPrice: 9.5 })
})
