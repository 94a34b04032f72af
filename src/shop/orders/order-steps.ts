import type { OrderDetails } from './order.ts'

/** A step of an order: done, begun, or to come; with its moment once it is done or begun. */
export type OrderStep = { name: string; state: 'done' | 'part' | 'open'; at: string | null }

type Steps = Pick<OrderDetails, 'status' | 'placedAt' | 'events' | 'shipments' | 'shipping' | 'toShip'>

/** Returns how far an order is, from placing to delivery; nothing for a cancelled one. */
export function stepsOf(order: Steps): OrderStep[] {
  if (order.status === 'cancelled') return []
  const { events, shipments, shipping, toShip } = order
  const isPaid = order.status === 'paid'
  const isShipped = shipping !== undefined && shipping !== 'to-pack' && toShip === 0
  const delivered = shipments.filter(({ status }) => status === 'delivered').length
  const step = (name: string, kind: string, isDone: boolean, isBegun: boolean): OrderStep => {
    const state = isDone ? 'done' : isBegun ? 'part' : 'open'
    const at = events.findLast((event) => event.kind === kind)?.at
    return { name, state, at: state === 'open' ? null : (at ?? null) }
  }
  // Packed parcels may be unpacked again, so the last of both events counts.
  const isPacked = events.findLast(({ kind }) => /^(packed|shipment-cancelled)$/.test(kind))
  const all: OrderStep[] = [
    { name: 'Placed', state: 'done', at: order.placedAt },
    step('Paid', 'paid', isPaid, order.status === 'part-paid'),
    step('Packed', 'packed', isShipped, shipments.length > 0 || isPacked?.kind === 'packed'),
    step('Shipped', 'shipped', isShipped, shipments.length > 0),
    step('Delivered', 'delivered', isShipped && delivered === shipments.length, delivered > 0),
  ]
  // Of a paid order all of which was refunded, nothing is left to ship.
  return isPaid && shipping === undefined ? all.slice(0, 2) : all
}
