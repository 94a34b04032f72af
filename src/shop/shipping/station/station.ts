import {
  fetchPackingOrder,
  type PackingOrder,
  type Shipment,
} from '#shop/shipping/shipping-client.ts'
import { piecesIn, type Scan } from './packing.ts'

/** What the station works on: nothing, an order that is packed, or a packed parcel without carrier. */
export type Station =
  | { phase: 'idle' }
  | {
      phase: 'packing'
      shipment: Shipment
      order: PackingOrder
      scans: Scan[]
      marked: string | null
    }
  | { phase: 'shipping'; shipment: Shipment; order: PackingOrder }

export const idle: Station = { phase: 'idle' }

/** What the station says about the last scan or request. */
export type Message = { kind: 'done' | 'refused'; text: string }

/** An order that a colleague is packing, until the packer decides. */
export type TakeOver = { order: string; text: string }

/**
 * Returns how the station goes on with a parcel: idle when all of its order was refunded meanwhile. Scans of
 * lines that have fewer pieces left are dropped.
 */
export function stationOf(shipment: Shipment, order: PackingOrder, scans: Scan[]): Station {
  if (shipment.status === 'packed') return { phase: 'shipping', shipment, order }
  const lines = order.lines.filter(({ open }) => open > 0)
  const [first] = lines
  if (!first) return idle
  const kept = scans.filter(({ lineId }) =>
    lines.some(({ _id, open }) => _id === lineId && piecesIn(scans, _id) <= open),
  )
  return {
    phase: 'packing',
    shipment,
    order: { ...order, lines },
    scans: kept,
    marked: first._id,
  }
}

/** Whether a scan has the form of a parcel's number. */
export function namesParcel(text: string): boolean {
  return /^FW-\d+-S\d+$/i.test(text)
}

/** Whether a scan has the form of an order's or a parcel's number. */
export function namesOrder(text: string): boolean {
  return /^FW-\d+(?:-S\d+)?$/i.test(text)
}

/** Returns the parcel of an order that is packed and waits for its carrier. */
export async function findPacked(order: string): Promise<Shipment | undefined> {
  const { shipments } = await fetchPackingOrder(order)
  return shipments.find(({ status }) => status === 'packed')
}
