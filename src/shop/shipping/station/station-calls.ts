import { RestRefusal, refusalText } from '#platform/http/api/rest-client.ts'
import { SHIPMENT_NUMBER } from '#shop/documents/numbering/number-forms.ts'
import {
  fetchPackingOrder,
  fetchShipment,
  type Shipment,
  sendCancelled,
  sendPacked,
  sendShipped,
  sendStart,
} from '#shop/shipping/shipping-client.ts'
import { piecesIn, type Scan } from './packing.ts'
import {
  type Call,
  type Change,
  idle,
  isPacked,
  type Packing,
  refused,
  type Shipping,
  stationOf,
} from './station.ts'
import type { StationDraft } from './station-storage.ts'

/** Makes the requests of a call; returns what they change, also when they are refused. */
export async function runCall(call: Call): Promise<Change> {
  try {
    return await changeBy(call)
  } catch (error) {
    return refused(refusalText(error))
  }
}

async function changeBy(call: Call): Promise<Change> {
  switch (call.call) {
    case 'resume':
      return resume(call.draft, call.order)
    case 'open':
      return call.key && SHIPMENT_NUMBER.test(call.key) ? openShipment(call.key) : openOrder(call)
    case 'pack':
      return pack(call.at).catch((error) => recover(call.at, error))
    case 'ship':
      return ship(call)
    case 'unpack':
      return unpack(call.at)
    case 'put back':
      if (call.at.phase === 'packing') await sendCancelled(call.at.shipment)
      return { station: idle, message: null }
  }
}

/**
 * Goes on with the shipment of an interrupted page, unless a colleague has taken it over; then opens
 * the order that the page was opened for, if that is another and no scan would be lost.
 */
async function resume(draft: StationDraft | null, order: string | null): Promise<Change> {
  const shipment = draft && (await fetchShipment(draft.shipmentId).catch(() => null))
  const isSame = shipment?.version === draft?.version
  const goesOn = isSame && shipment && ['open', 'packed'].includes(shipment.status)
  const resumed: Change = goesOn ? await load(shipment, draft?.scans) : {}
  const { station = idle } = resumed
  if (order === null || (station.phase !== 'idle' && station.order.number === order)) return resumed
  if (station.phase === 'packing' && station.scans.length > 0) {
    return { ...resumed, ...refused(`Put ${station.order.number} back before you open ${order}.`) }
  }
  return { ...resumed, next: { call: 'open', key: order } }
}

async function load(shipment: Shipment, scans: Scan[] = []) {
  const station = stationOf(shipment, await fetchPackingOrder(shipment.orderId), scans)
  if (station.phase === 'idle') await sendCancelled(shipment)
  return { station }
}

async function openShipment(number: string): Promise<Change> {
  const shipment = await fetchShipment(number)
  if (shipment.status === 'packed') return load(shipment)
  return refused(`${shipment.number} is ${shipment.status} already.`)
}

/** Opens an order by its number; without one, the next that nobody packs. */
async function openOrder({ key, takesOver, except }: Call & { call: 'open' }): Promise<Change> {
  try {
    const next = except === undefined ? {} : { except }
    const request = key === undefined ? next : { order: key, takeOver: takesOver ?? false }
    return await load(await sendStart(request))
  } catch (error) {
    if (!(error instanceof RestRefusal)) throw error
    if (error.code === 'being-packed' && key) return { takeOver: { order: key, text: error.message } }
    if (error.code !== 'nothing-to-pack') throw error
    if (key === undefined) {
      return { station: idle, message: { kind: 'done', text: 'Nothing is left to pack.' } }
    }
    const waiting = (await fetchPackingOrder(key)).shipments.find(isPacked)
    return waiting ? load(waiting) : { station: idle, ...refused(error.message) }
  }
}

async function pack({ shipment, order, scans }: Packing): Promise<Change> {
  const lines = order.lines.flatMap(({ _id }) => {
    const quantity = piecesIn(scans, _id)
    return quantity > 0 ? [{ _id, quantity }] : []
  })
  const packed = await sendPacked(shipment, lines)
  return {
    station: { phase: 'shipping', shipment: packed, order },
    message: null,
    tone: 'done',
  }
}

async function ship({ at, trackingNumber, carrier }: Call & { call: 'ship' }): Promise<Change> {
  const by = trackingNumber === '' ? { carrier } : { carrier, trackingNumber }
  try {
    await sendShipped(at.shipment, by)
  } catch (error) {
    // The answer to an earlier request was lost.
    const shipment = await fetchShipment(at.shipment._id).catch(() => null)
    if (shipment?.status !== 'shipped' || shipment.carrier !== carrier) return recover(at, error)
  }
  return {
    station: idle,
    message: { kind: 'done', text: `${at.shipment.number} is on its way.` },
    tone: 'done',
    // The rest of an order that was shipped in part waits.
    next: { call: 'open', except: at.order._id },
  }
}

async function unpack({ shipment }: Shipping): Promise<Change> {
  await sendCancelled(shipment)
  const scans = shipment.lines.map(({ _id, quantity }) => ({ lineId: _id, pieces: quantity }))
  const message = { kind: 'done', text: `${shipment.number} is unpacked.` } as const
  try {
    return { ...(await load(await sendStart({ order: shipment.orderId }), scans)), message }
  } catch (error) {
    return { station: idle, ...refused(refusalText(error)) }
  }
}

/** Reloads a shipment that was changed elsewhere, or whose pieces were refunded. */
async function recover(at: Packing | Shipping, error: unknown): Promise<Change> {
  const said = refused(refusalText(error))
  if (!(error instanceof RestRefusal)) return said
  const shipment = await fetchShipment(at.shipment._id).catch(() => null)
  if (shipment && shipment.version === at.shipment.version && shipment.status === 'open') {
    return { ...(await load(shipment, at.phase === 'packing' ? at.scans : [])), ...said }
  }
  const isGone = ['stale', 'no-such-shipment', 'not-now'].includes(error.code)
  return isGone ? { station: idle, ...said } : said
}
