import { expect, test } from 'vitest'
import type { OrderRefunds } from '#shop/refunds/order-refunds.server.ts'
import { refundablePieces } from './refundable-pieces.ts'
import type { Return } from './return-json.server.ts'

const returned = {
  number: 'FW-1-R1',
  lines: [
    { _id: 'hammer', received: 4 },
    { _id: 'saw', received: 2 },
    { _id: 'level', received: 0 },
  ],
} as Return

function refunds(
  refundable: Record<string, number>,
  made: { of?: string; hammers?: number; state?: OrderRefunds['refunds'][number]['state'] }[] = [],
) {
  return {
    payments: [{ lines: Object.entries(refundable).map(([_id, count]) => ({ _id, refundable: count })) }],
    refunds: made.map(({ of, hammers, state = 'succeeded' }) => ({
      returnNumber: of,
      state,
      lines: [{ _id: 'hammer', quantity: hammers }],
    })),
  } as OrderRefunds
}

test('all pieces that came can be refunded, and none that did not', () => {
  const all = refunds({ hammer: 10, saw: 10, level: 10 })
  expect(refundablePieces(returned, all)).toEqual({ hammer: '4', saw: '2' })
})

test('what was refunded for the return is left out', () => {
  const some = refunds({ hammer: 9, saw: 0 }, [{ of: 'FW-1-R1', hammers: 1 }])
  expect(refundablePieces(returned, some)).toEqual({ hammer: '3' })
})

test('refunds of other returns, of amounts and dropped ones leave the pieces', () => {
  const others = refunds({ hammer: 5 }, [
    { of: 'FW-1-R2', hammers: 3 },
    { of: 'FW-1-R1' },
    { of: 'FW-1-R1', hammers: 2, state: 'dropped' },
  ])
  expect(refundablePieces(returned, others)).toEqual({ hammer: '4' })
})
