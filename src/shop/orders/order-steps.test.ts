import { expect, test } from 'vitest'
import { stepsOf } from './order-steps.ts'

type Steps = Parameters<typeof stepsOf>[0]
const placed: Steps = {
  ...{ status: 'unpaid', placedAt: '2026-11-02', events: [], shipments: [], toShip: 0 },
}
const event = (kind: string, at: string) => ({ kind, at, by: 'shop', data: {} }) as never
const parcel = (status: string) => ({ status }) as never
const read = (order: Partial<Steps>) =>
  stepsOf({ ...placed, ...order }).map(({ name, state, at }) => `${name} ${state} ${at ?? '-'}`)

test('an order is placed, paid, packed, shipped and delivered, with their days', () => {
  expect(read({})).toEqual([
    'Placed done 2026-11-02',
    ...['Paid', 'Packed', 'Shipped', 'Delivered'].map((name) => `${name} open -`),
  ])
  const events = [event('paid', '2026-11-03'), event('packed', '2026-11-04')]
  const packed = { ...{ status: 'paid' as const, toShip: 4, shipping: 'to-pack' as const }, events }
  expect(read(packed).slice(1, 4)).toEqual([
    'Paid done 2026-11-03',
    'Packed part 2026-11-04',
    'Shipped open -',
  ])
  const left = [...events, event('shipped', '2026-11-05'), event('delivered', '2026-11-07')]
  const [part, whole] = [
    { events: left, toShip: 2, shipping: 'part-shipped' as const, shipments: [parcel('shipped')] },
    { events: left, toShip: 0, shipping: 'delivered' as const, shipments: [parcel('delivered')] },
  ].map((order) => read({ ...packed, ...order }).slice(2))
  expect(part).toEqual(['Packed part 2026-11-04', 'Shipped part 2026-11-05', 'Delivered open -'])
  expect(whole).toEqual(['Packed done 2026-11-04', 'Shipped done 2026-11-05', 'Delivered done 2026-11-07'])
})

test('unpacked parcels, refunded and cancelled orders promise no step that will not come', () => {
  const events = [event('packed', '2026-11-04'), event('shipment-cancelled', '2026-11-04')]
  expect(read({ status: 'paid', toShip: 4, shipping: 'to-pack', events })[2]).toBe('Packed open -')
  expect(read({ status: 'paid' }).length).toBe(2)
  expect(read({ status: 'cancelled' })).toEqual([])
})
