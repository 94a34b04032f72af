import { ORDER_NUMBER, SHIPMENT_NUMBER } from '#shop/documents/numbering/number-forms.ts'
import type { PackingOrder, Shipment } from '#shop/shipping/shipping-client.ts'
import { isComplete, isTool, piecesIn, readScan, restOf, type Scan } from './packing.ts'
import type { StationDraft } from './station-storage.ts'

export type Packing = {
  phase: 'packing'
  shipment: Shipment
  order: PackingOrder
  scans: Scan[]
  /** The line that the keys act on. */
  marked: string | null
}

export type Shipping = { phase: 'shipping'; shipment: Shipment; order: PackingOrder }

export type Work = { phase: 'idle' } | Packing | Shipping

export const idle: Work = { phase: 'idle' }

/** What the station says about the last scan or request. */
export type Message = { kind: 'done' | 'refused'; text: string }

export type StationState = {
  station: Work
  message: Message | null
  /** An order that a colleague is packing, until the packer decides. */
  takeOver: { order: string; text: string } | null
  /** Whether the packer is asked to confirm that scans are lost. */
  isLeaving: boolean
  /** Whether a request is on its way. Meanwhile scans and F2 wait, and other keys do nothing. */
  isBusy: boolean
  waiting: readonly StationEvent[]
  /** Whether a scan packs all of its line, instead of a piece. */
  wholeLines: boolean
  carrier: string
  carriers: readonly string[]
}

export type StationEvent =
  | { event: 'opened'; order: string | null; draft: StationDraft | null }
  | { event: 'scanned'; text: string }
  | { event: 'pressed'; key: string }
  | { event: 'carrier chosen'; carrier: string }
  /** Whether a scan packs all of its line was changed. */
  | { event: 'toggled' }
  /** The packer answered whether to take an order over, or to put one back. */
  | { event: 'answered'; isConfirmed: boolean }
  | { event: 'ended'; change: Change }

/** Requests of the station, one at a time; `runCall` makes them. */
export type Call =
  | { call: 'resume'; order: string | null; draft: StationDraft | null }
  /** By the number of an order or a shipment; without one, the next order but `except`. */
  | { call: 'open'; key?: string | undefined; takesOver?: boolean; except?: string }
  | { call: 'pack'; at: Packing }
  | { call: 'ship'; at: Shipping; trackingNumber: string; carrier: string }
  | { call: 'unpack'; at: Shipping }
  | { call: 'put back'; at: Packing | Shipping }

export type Tone = 'refused' | 'done'

/** What a call changed, and the call that follows it. What is absent stays. */
export type Change = Partial<Pick<StationState, 'station' | 'message' | 'takeOver'>> & {
  tone?: Tone
  next?: Call
}

/** The state after an event, with the call to make and the tone to play. */
export type Step = { state: StationState; call?: Call; tone?: Tone }

/** Everything that a scan, a key or the end of a request does to the station. */
export function stationAfter(state: StationState, event: StationEvent): Step {
  switch (event.event) {
    case 'opened':
      // React opens a page twice in development.
      if (state.isBusy) return { state }
      return begin(state, { call: 'resume', order: event.order, draft: event.draft })
    case 'scanned':
      return scanned(state, event.text)
    case 'pressed':
      if (event.key === TOGGLE) return stationAfter(state, { event: 'toggled' })
      return state.isBusy || !isKey(state.station, event.key) ? { state } : pressed(state, event.key)
    case 'toggled':
      // After the scans before it, which it does not change.
      if (state.isBusy) return { state: { ...state, waiting: [...state.waiting, event] } }
      return { state: { ...state, wholeLines: !state.wholeLines } }
    case 'carrier chosen':
      return { state: { ...state, carrier: event.carrier } }
    case 'answered':
      return answered(state, event.isConfirmed)
    case 'ended':
      return ended(state, event.change)
  }
}

const TOGGLE = 'F2'
const PACKING_KEYS = ['+', 'ArrowDown', 'ArrowUp', 'Backspace', 'F4', 'Escape']
const SHIPPING_KEYS = ['Backspace', 'F8', 'Escape']

/** Returns whether a key has a meaning of its own. */
export function isKey({ phase }: Work, key: string): boolean {
  if (key === TOGGLE) return true
  return phase !== 'idle' && (phase === 'packing' ? PACKING_KEYS : SHIPPING_KEYS).includes(key)
}

function scanned(state: StationState, text: string): Step {
  const { station, takeOver, isLeaving, isBusy, waiting } = state
  if (takeOver || isLeaving) return { state }
  if (isBusy && text === '') return { state }
  if (isBusy) return { state: { ...state, waiting: [...waiting, { event: 'scanned', text }] } }
  if (station.phase === 'idle') {
    return begin(state, { call: 'open', key: text === '' ? undefined : text })
  }
  if (station.phase === 'shipping') {
    if (isTool(text, station.order.lines) || namesOrder(text, station.order)) {
      return refuse(state, `${text} is a tool or an order, not a tracking number.`)
    }
    const { carrier } = state
    return begin(state, { call: 'ship', at: station, trackingNumber: text, carrier })
  }
  if (text === '') return { state }
  const scan = readScan(text, rulesOf(state, station))
  return 'refused' in scan ? refuse(state, scan.refused) : addScan(state, station, scan)
}

function pressed(state: StationState, key: string): Step {
  const { station } = state
  if (station.phase === 'packing') return pressedPacking(state, station, key)
  if (station.phase === 'idle') return { state }
  if (key === 'Backspace') return begin(state, { call: 'unpack', at: station })
  if (key === 'Escape') return begin(state, { call: 'put back', at: station })
  const { carriers, carrier } = state
  const next = carriers[(carriers.indexOf(carrier) + 1) % carriers.length] ?? carrier
  return { state: { ...state, carrier: next } }
}

function pressedPacking(state: StationState, at: Packing, key: string): Step {
  const { lines } = at.order
  const mark = (step: 1 | -1) => {
    const index = lines.findIndex(({ _id }) => _id === at.marked) + step
    const marked = lines.at(index % lines.length)?._id ?? null
    return { state: { ...state, station: { ...at, marked } } }
  }
  switch (key) {
    case '+': {
      const rest = restOf(rulesOf(state, at), at.marked)
      if (rest) return addScan(state, at, rest)
      return refuse(state, 'All pieces of this line are packed already.')
    }
    case 'ArrowDown':
      return mark(1)
    case 'ArrowUp':
      return mark(-1)
    case 'Backspace': {
      const last = at.scans.at(-1)
      if (!last) return refuse(state, 'Nothing is packed yet.')
      const station = { ...at, scans: at.scans.slice(0, -1), marked: last.lineId }
      return { state: { ...state, station } }
    }
    case 'F4':
      return pack(state, at)
    default:
      if (at.scans.length > 0) return { state: { ...state, isLeaving: true } }
      return begin(state, { call: 'put back', at })
  }
}

function addScan(state: StationState, at: Packing, scan: Scan): Step {
  const station = { ...at, scans: [...at.scans, scan], marked: scan.lineId }
  const next = { ...state, station, message: null }
  return isComplete(at.order.lines, station.scans) ? pack(next, station) : { state: next }
}

function pack(state: StationState, at: Packing): Step {
  if (at.scans.length === 0) return refuse(state, 'Nothing is packed yet.')
  return begin(state, { call: 'pack', at })
}

function answered(state: StationState, isConfirmed: boolean): Step {
  const { takeOver, station } = state
  const next = { ...state, takeOver: null, isLeaving: false }
  if (!isConfirmed) return { state: next }
  if (takeOver) return begin(next, { call: 'open', key: takeOver.order, takesOver: true })
  return station.phase === 'idle' ? { state: next } : begin(next, { call: 'put back', at: station })
}

function ended(state: StationState, { tone, next, ...change }: Change): Step {
  const after = { ...state, ...change, isBusy: false }
  if (next) return { ...begin(after, next), ...(tone && { tone }) }
  let step: Step = { state: { ...after, waiting: [] }, ...(tone && { tone }) }
  for (const event of state.waiting) step = { ...step, ...stationAfter(step.state, event) }
  return step
}

function begin(state: StationState, call: Call): Step {
  return { state: { ...state, isBusy: true }, call }
}

/** Says why something was not done. */
export function refused(text: string): { message: Message; tone: Tone } {
  return { message: { kind: 'refused', text }, tone: 'refused' }
}

function refuse(state: StationState, text: string): Step {
  const { message, tone } = refused(text)
  return { state: { ...state, message }, tone }
}

function rulesOf({ wholeLines }: StationState, { order, scans, marked }: Packing) {
  return { lines: order.lines, scans, marked, wholeLines }
}

/** How the station goes on: idle when all was refunded meanwhile, without scans of more than is left. */
export function stationOf(shipment: Shipment, order: PackingOrder, scans: Scan[]): Work {
  if (isPacked(shipment)) return { phase: 'shipping', shipment, order }
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

export function isPacked({ status }: Pick<Shipment, 'status'>): boolean {
  return status === 'packed'
}

/** Whether a scan has the form of an order's or a shipment's number, which begins like this order's. */
function namesOrder(text: string, { number }: { number: string }): boolean {
  const isNumber = ORDER_NUMBER.test(text) || SHIPMENT_NUMBER.test(text)
  const prefix = number.slice(0, number.indexOf('-') + 1)
  return isNumber && text.toUpperCase().startsWith(prefix)
}
