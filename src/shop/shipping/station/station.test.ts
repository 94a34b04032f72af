import { expect, test } from 'vitest'
import type { PackingOrder, Shipment } from '#shop/shipping/shipping-client.ts'
import { stationOf } from './station.ts'

const open = { status: 'open' } as Shipment
const orderOf = (...pieces: number[]) =>
  ({ lines: pieces.map((left, index) => ({ _id: `line ${index}`, open: left })) }) as PackingOrder

test('a packed parcel waits for its carrier', () => {
  const packed = { status: 'packed' } as Shipment
  expect(stationOf(packed, orderOf(0), []).phase).toBe('shipping')
})

test('an open parcel shows the lines with pieces left, without scans that no longer fit', () => {
  const scans = ['line 0', 'line 1', 'line 2', 'line 2'].map((lineId) => ({ lineId, pieces: 1 }))
  expect(stationOf(open, orderOf(0, 1, 1), scans)).toMatchObject({
    phase: 'packing',
    order: { lines: [{ _id: 'line 1' }, { _id: 'line 2' }] },
    scans: [{ lineId: 'line 1' }],
    marked: 'line 1',
  })
})

test('an order without pieces left leaves the station', () => {
  expect(stationOf(open, orderOf(0, 0), [])).toEqual({ phase: 'idle' })
})
