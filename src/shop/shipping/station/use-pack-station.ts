import { useRef, useState } from 'react'
import { RestRefusal, refusalText } from '#platform/http/api/rest-client.ts'
import {
  fetchPackingOrder,
  fetchShipment,
  type Shipment,
  sendCancelled,
  sendPacked,
  sendShipped,
  sendStart,
} from '#shop/shipping/shipping-client.ts'
import { beep } from './beep.ts'
import { isComplete, isTool, piecesIn, readScan, restOf, type Scan } from './packing.ts'
import {
  findPacked,
  idle,
  type Message,
  namesOrder,
  namesParcel,
  type Station,
  stationOf,
  type TakeOver,
} from './station.ts'
import { stationDraft } from './station-storage.ts'

/** The state of the pack station, and everything that a scan or a key does to it. */
export function usePackStation({ wholeLines }: { wholeLines: boolean }) {
  const [station, setStation] = useState<Station>(idle)
  const [message, setMessage] = useState<Message | null>(null)
  const [takeOver, setTakeOver] = useState<TakeOver | null>(null)
  const [isBusy, setBusy] = useState(false)
  // Scans can be faster than a render, so they read and write this.
  const now = useRef<Station>(idle)
  const working = useRef(false)

  const show = (next: Station) => {
    now.current = next
    setStation(next)
    if (next.phase === 'idle') return stationDraft.clear()
    const { _id: shipmentId, version } = next.shipment
    stationDraft.write({ shipmentId, version, scans: next.phase === 'packing' ? next.scans : [] })
  }
  const refuse = (text: string) => {
    beep('refused')
    setMessage({ kind: 'refused', text })
  }
  const tell = (text: string) => setMessage({ kind: 'done', text })
  /** Runs one request of the station at a time. */
  const work = async (run: () => Promise<void>) => {
    if (working.current) return
    working.current = true
    setBusy(true)
    await run().catch((error) => refuse(refusalText(error)))
    working.current = false
    setBusy(false)
  }

  const load = async (shipment: Shipment, scans: Scan[] = []) => {
    const next = stationOf(shipment, await fetchPackingOrder(shipment.orderId), scans)
    if (next.phase === 'idle') await sendCancelled(shipment)
    show(next)
  }
  /** Opens an order by its number or a parcel by its own; without one, the next order. */
  const openKey = async (key: string | undefined, mayTakeOver = false, except?: string) => {
    setTakeOver(null)
    if (key && namesParcel(key)) {
      const shipment = await fetchShipment(key)
      if (shipment.status === 'packed') return load(shipment)
      return refuse(`${shipment.number} is ${shipment.status} already.`)
    }
    try {
      const next = except === undefined ? {} : { except }
      const wanted = key === undefined ? next : { order: key, takeOver: mayTakeOver }
      await load(await sendStart(wanted))
    } catch (error) {
      if (!(error instanceof RestRefusal)) throw error
      if (error.code === 'being-packed' && key)
        return setTakeOver({ order: key, text: error.message })
      if (error.code !== 'nothing-to-pack') throw error
      show(idle)
      const waiting = key === undefined ? undefined : await findPacked(key)
      if (waiting) return load(waiting)
      if (key === undefined) tell('Nothing is left to pack.')
      else refuse(error.message)
    }
  }
  const pack = async () => {
    const at = now.current
    if (at.phase !== 'packing') return
    const lines = at.order.lines.flatMap(({ _id }) => {
      const quantity = piecesIn(at.scans, _id)
      return quantity > 0 ? [{ _id, quantity }] : []
    })
    if (lines.length === 0) return refuse('Nothing is packed yet.')
    try {
      const shipment = await sendPacked(at.shipment, lines)
      show({ phase: 'shipping', shipment, order: at.order })
      setMessage(null)
      beep('done')
    } catch (error) {
      await recover(error)
    }
  }
  /** Reloads a parcel that was changed elsewhere, or whose pieces were refunded. */
  const recover = async (error: unknown) => {
    const at = now.current
    if (at.phase === 'idle' || !(error instanceof RestRefusal)) throw error
    const shipment = await fetchShipment(at.shipment._id).catch(() => null)
    if (shipment && shipment.version === at.shipment.version && shipment.status === 'open') {
      await load(shipment, at.phase === 'packing' ? at.scans : [])
    } else if (['stale', 'no-such-shipment', 'not-now'].includes(error.code)) {
      show(idle)
    }
    throw error
  }
  const ship = async (trackingNumber: string, carrier: string) => {
    const at = now.current
    if (at.phase !== 'shipping') return
    if (isTool(trackingNumber, at.order.lines) || namesOrder(trackingNumber)) {
      return refuse(`${trackingNumber} is a tool or an order, not a tracking number.`)
    }
    try {
      const by = trackingNumber === '' ? { carrier } : { carrier, trackingNumber }
      const shipped = await sendShipped(at.shipment, by)
      tell(`${shipped.number} is on its way.`)
      beep('done')
    } catch (error) {
      // The answer to an earlier request was lost.
      const { _id: id } = at.shipment
      const shipment = await fetchShipment(id).catch(() => null)
      if (shipment?.status !== 'shipped' || shipment.carrier !== carrier) await recover(error)
      tell(`${shipment?.number} is on its way.`)
    }
    show(idle)
    // The rest of an order that was shipped in part waits.
    await openKey(undefined, false, at.order._id)
  }

  const resume = async () => {
    const draft = stationDraft.read()
    if (!draft) return
    const shipment = await fetchShipment(draft.shipmentId).catch(() => null)
    if (shipment?.version === draft.version && ['open', 'packed'].includes(shipment.status)) {
      return load(shipment, draft.scans)
    }
    stationDraft.clear()
  }
  const addScan = (scan: Scan) => {
    const at = now.current
    if (at.phase !== 'packing') return
    const scans = [...at.scans, scan]
    show({ ...at, scans, marked: scan.lineId })
    setMessage(null)
    if (isComplete(at.order.lines, scans)) void work(pack)
  }
  const rules = () => {
    const at = now.current
    if (at.phase !== 'packing') return null
    return { lines: at.order.lines, scans: at.scans, marked: at.marked, wholeLines }
  }

  return {
    station,
    message,
    takeOver,
    isBusy,
    /** Whether a request is pending, also before the next render. */
    isWorking: () => working.current,
    phase: () => now.current.phase,
    open: (key?: string) => work(() => openKey(key)),
    confirmTakeOver: () => work(() => openKey(takeOver?.order, true)),
    refuseTakeOver: () => setTakeOver(null),
    scanTool: (text: string) => {
      const read = rules()
      const scan = read && readScan(text, read)
      if (scan && 'refused' in scan) refuse(scan.refused)
      else if (scan) addScan(scan)
    },
    packRest: () => {
      const read = rules()
      const scan = read && restOf(read, read.marked)
      if (scan) addScan(scan)
      else refuse('All pieces of this line are packed already.')
    },
    mark: (step: 1 | -1) => {
      const at = now.current
      if (at.phase !== 'packing') return
      const { lines } = at.order
      const index = lines.findIndex(({ _id }) => _id === at.marked) + step
      show({ ...at, marked: lines.at(index % lines.length)?._id ?? null })
    },
    /** Takes the last scan back, or unpacks the packed parcel. */
    undo: () => {
      const at = now.current
      if (at.phase === 'packing') {
        const last = at.scans.at(-1)
        if (!last) return refuse('Nothing is packed yet.')
        return show({ ...at, scans: at.scans.slice(0, -1), marked: last.lineId })
      }
      if (at.phase !== 'shipping') return
      return work(async () => {
        const { shipment } = at
        await sendCancelled(shipment)
        show(idle)
        const again = await sendStart({ order: shipment.orderId })
        await load(
          again,
          shipment.lines.map(({ _id, quantity }) => ({ lineId: _id, pieces: quantity })),
        )
        tell(`${shipment.number} is unpacked.`)
      })
    },
    packNow: () => work(pack),
    ship: (trackingNumber: string, carrier: string) => work(() => ship(trackingNumber, carrier)),
    /** Gives the order back to the queue, or leaves a packed parcel there. */
    putBack: () =>
      work(async () => {
        const at = now.current
        if (at.phase === 'packing') await sendCancelled(at.shipment)
        show(idle)
        setMessage(null)
      }),
    /**
     * Goes on with the parcel of an interrupted page, unless a colleague has taken it over; then opens
     * the order that the page was opened for, if that is another and no scan would be lost.
     */
    start: (order: string | null) =>
      work(async () => {
        await resume()
        const at = now.current
        if (order === null || (at.phase !== 'idle' && at.order.number === order)) return
        if (at.phase === 'packing' && at.scans.length > 0)
          return refuse(`Put ${at.order.number} back before you open ${order}.`)
        await openKey(order)
      }),
  }
}

export type PackStation = ReturnType<typeof usePackStation>
