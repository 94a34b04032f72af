import { expect, test } from 'vitest'
import { countPieces, type LinePieces, onlySome, shippingState } from './pieces.ts'

const line = (given: Partial<LinePieces>): LinePieces => ({
  lineId: 'a',
  productName: 'Claw Hammer',
  paid: 10,
  packed: 0,
  shipped: 0,
  delivered: 0,
  unshipped: 0,
  refundedShipped: 0,
  returned: 0,
  cameBack: 0,
  isMoneyBack: false,
  ...given,
})

test.each<[string, Partial<LinePieces>, [number, number, number]]>([
  ['a paid line', {}, [10, 0, 10]],
  ['an unpaid line', { paid: 0 }, [0, 0, 0]],
  ['packed pieces cannot be refunded', { packed: 4 }, [6, 0, 6]],
  ['shipped pieces can be refunded', { shipped: 4 }, [6, 4, 10]],
  ['refunded before shipping', { unshipped: 3 }, [7, 0, 7]],
  ['refunded after shipping', { shipped: 4, refundedShipped: 3 }, [6, 4, 7]],
  ['all money is back', { isMoneyBack: true }, [0, 0, 10]],
])('%s: open, shipped, refundable', (_, given, expected) => {
  const { open, shipped, refundable } = countPieces(line(given))
  expect([open, shipped, refundable]).toEqual(expected)
})

test('what was shipped and is in no return can be returned', () => {
  expect(countPieces(line({ shipped: 6, returned: 4 })).returnable).toBe(2)
})

test('the rest of a line is described in words', () => {
  expect(onlySome(1_200, 'Claw Hammer')).toBe('Only 1,200 of Claw Hammer')
  expect(onlySome(0, 'Claw Hammer')).toBe('None of Claw Hammer')
})

test.each<[string, Partial<LinePieces>[], string | null]>([
  ['nothing is paid', [{ paid: 0 }], null],
  ['all was refunded before', [{ unshipped: 10 }], null],
  ['all money is back', [{ isMoneyBack: true }], null],
  ['nothing is packed', [{}], 'to-pack'],
  ['all is packed', [{ packed: 10 }], 'to-pack'],
  ['one line is shipped', [{ shipped: 10 }, {}], 'part-shipped'],
  ['the rest was refunded before', [{ shipped: 4, unshipped: 6 }], 'shipped'],
  ['one of two parcels has arrived', [{ shipped: 10, delivered: 4 }], 'shipped'],
  ['some came back', [{ shipped: 10, delivered: 10, returned: 4, cameBack: 4 }], 'part-returned'],
  ['a return is under way', [{ shipped: 10, delivered: 10, returned: 4 }], 'delivered'],
  ['all came back', [{ shipped: 10, returned: 10, cameBack: 10 }], 'returned'],
  ['all has arrived', [{ shipped: 10, delivered: 10 }], 'delivered'],
])('%s: the state of the shipments', (_, lines, state) => {
  expect(shippingState(lines.map(line))).toBe(state)
})
