import { expect, test } from 'vitest'
import type { PackingOrder, Shipment } from '#shop/shipping/shipping-client.ts'
import {
  type Change,
  idle,
  type Packing,
  type Shipping,
  type StationEvent,
  type StationState,
  type Step,
  stationAfter,
  stationOf,
} from './station.ts'

const open = { _id: 'parcel', version: 1, status: 'open' } as Shipment
const packed = { _id: 'parcel', version: 2, status: 'packed', number: 'FW-1-S1' } as Shipment
const orderOf = (...pieces: number[]) =>
  ({
    _id: 'order',
    number: 'FW-1',
    lines: pieces.map((left, index) => ({
      _id: `line ${index}`,
      sku: `FW-100${index}`,
      productName: `Tool ${index}`,
      codes: [`FW-100${index}`],
      open: left,
    })),
  }) as PackingOrder

const packing = (...pieces: number[]) => stationOf(open, orderOf(...pieces), []) as Packing
const shipping: Shipping = { phase: 'shipping', shipment: packed, order: orderOf(2) }

const first: StationState = {
  station: idle,
  message: null,
  takeOver: null,
  isLeaving: false,
  isBusy: false,
  waiting: [],
  wholeLines: false,
  carrier: 'UPS',
  carriers: ['UPS', 'DHL'],
}

/** The last step of some events. */
function after(state: Partial<StationState>, ...events: StationEvent[]): Step {
  return events.reduce<Step>((step, event) => stationAfter(step.state, event), {
    state: { ...first, ...state },
  })
}

const scan = (text: string): StationEvent => ({ event: 'scanned', text })
const press = (key: string): StationEvent => ({ event: 'pressed', key })
const end = (change: Change): StationEvent => ({ event: 'ended', change })
const piecesOf = ({ state: { station } }: Step) =>
  station.phase === 'packing' ? station.scans.map(({ pieces }) => pieces) : []

test('a packed shipment waits for its carrier', () => {
  expect(stationOf(packed, orderOf(0), []).phase).toBe('shipping')
})

test('an open shipment shows the lines with pieces left, without scans that no longer fit', () => {
  const scans = ['line 0', 'line 1', 'line 2', 'line 2'].map((lineId) => ({ lineId, pieces: 1 }))
  expect(stationOf(open, orderOf(0, 1, 1), scans)).toMatchObject({
    phase: 'packing',
    order: { lines: [{ _id: 'line 1' }, { _id: 'line 2' }] },
    scans: [{ lineId: 'line 1' }],
    marked: 'line 1',
  })
})

test('an order without pieces left leaves the station', () => {
  expect(stationOf(open, orderOf(0, 0), [])).toEqual(idle)
})

test('a page resumes its shipment first', () => {
  const draft = { shipmentId: 'parcel', version: 1, scans: [] }
  const step = after({}, { event: 'opened', order: 'FW-1', draft })
  expect(step.call).toEqual({ call: 'resume', order: 'FW-1', draft })
  expect(step.state.isBusy).toBe(true)
  const again = stationAfter(step.state, { event: 'opened', order: 'FW-1', draft })
  expect(again).toEqual({ state: step.state })
})

test('Enter opens the next order, a number that one', () => {
  expect(after({}, scan('')).call).toEqual({ call: 'open', key: undefined })
  expect(after({}, scan('FW-7')).call).toEqual({ call: 'open', key: 'FW-7' })
})

test('the last piece packs the shipment, F2 makes one scan of a line', () => {
  const two = after({ station: packing(2) }, scan('FW-1000'))
  expect([piecesOf(two), two.call]).toEqual([[1], undefined])
  expect(stationAfter(two.state, scan('FW-1000')).call).toMatchObject({ call: 'pack' })
  const whole = after({ station: packing(2) }, press('F2'), scan('FW-1000'))
  expect([piecesOf(whole), whole.call?.call]).toEqual([[2], 'pack'])
})

test('F2 is never lost: it works before an order is open, and after the scans that wait', () => {
  expect(after({}, press('F2')).state.wholeLines).toBe(true)
  const busy = after({ station: packing(3, 3), isBusy: true }, scan('FW-1000'), press('F2'), scan('FW-1001'))
  expect(busy.state.wholeLines).toBe(false)
  const ended = stationAfter(busy.state, { event: 'ended', change: {} })
  expect([ended.state.wholeLines, piecesOf(ended)]).toEqual([true, [1, 3]])
})

test('a wrong or surplus tool is refused in words and by a tone', () => {
  const wrong = after({ station: packing(2) }, scan('FW-9999'))
  expect(wrong).toMatchObject({
    tone: 'refused',
    state: { message: { kind: 'refused', text: 'FW-9999 is not in this order.' } },
  })
  expect(after({ station: packing(2) }, scan('3*FW-1000')).state.message?.text).toBe(
    'Only 2 of FW-1000 Tool 0 are left.',
  )
})

test('keys mark a line, pack its rest, and take the last scan back', () => {
  const station = packing(2, 3)
  const rest = after({ station }, press('ArrowDown'), press('+'))
  expect(rest.state.station).toMatchObject({ scans: [{ lineId: 'line 1', pieces: 3 }] })
  expect(stationAfter(rest.state, press('+')).state.message?.text).toMatch(/^All pieces/)
  expect(after({ station }, press('ArrowUp'), scan('2*')).state.station).toMatchObject({
    scans: [{ lineId: 'line 1', pieces: 2 }],
  })
  expect(piecesOf(stationAfter(rest.state, press('Backspace')))).toEqual([])
  expect(after({ station }, press('Backspace')).state.message?.text).toBe('Nothing is packed yet.')
})

test('F4 ships what is packed, and nothing without a piece', () => {
  const station = packing(2)
  expect(after({ station }, scan('FW-1000'), press('F4')).call).toMatchObject({ call: 'pack' })
  const none = after({ station }, press('F4'))
  expect([none.call, none.tone]).toEqual([undefined, 'refused'])
})

test('scans wait while a request is on its way, and keys do nothing', () => {
  const station = packing(3)
  const busy = after({ station, isBusy: true }, scan('FW-1000'), scan(''), press('Backspace'))
  expect(busy.state).toMatchObject({ waiting: [scan('FW-1000')], message: null })
  const ended = stationAfter(busy.state, end({}))
  expect(piecesOf(ended)).toEqual([1])
  expect(ended.state.waiting).toEqual([])
})

test('a scan that begins a request leaves the later ones waiting', () => {
  const station = packing(1)
  const busy = after({ station, isBusy: true }, scan('FW-1000'), scan('1Z999'))
  const ended = stationAfter(busy.state, end({}))
  expect(ended.call).toMatchObject({ call: 'pack' })
  expect(ended.state.waiting).toEqual([scan('1Z999')])
  const shipped = stationAfter(ended.state, end({ station: shipping, tone: 'done' }))
  expect(shipped).toMatchObject({
    tone: 'done',
    call: { call: 'ship', trackingNumber: '1Z999', carrier: 'UPS' },
  })
})

test('a tool’s code or an order’s number is no tracking number', () => {
  for (const text of ['FW-1000', 'FW-1', 'FW-1-S1']) {
    const step = after({ station: shipping }, scan(text))
    expect([step.call, step.state.message?.text]).toEqual([
      undefined,
      `${text} is a tool or an order, not a tracking number.`,
    ])
  }
  expect(after({ station: shipping }, scan('')).call).toMatchObject({ trackingNumber: '' })
})

test('a packed shipment is unpacked by Backspace, left by Escape, and F8 chooses the next carrier', () => {
  expect(after({ station: shipping }, press('Backspace')).call).toMatchObject({ call: 'unpack' })
  expect(after({ station: shipping }, press('Escape')).call).toMatchObject({ call: 'put back' })
  const next = after({ station: shipping }, press('F8'))
  expect(next.state.carrier).toBe('DHL')
  expect(stationAfter(next.state, press('F8')).state.carrier).toBe('UPS')
})

test('leaving an order with scans is confirmed first, without any it is put back at once', () => {
  const station = packing(2)
  expect(after({ station }, press('Escape')).call).toMatchObject({ call: 'put back' })
  const asked = after({ station }, scan('FW-1000'), press('Escape'))
  expect([asked.state.isLeaving, asked.call]).toEqual([true, undefined])
  expect(piecesOf(stationAfter(asked.state, scan('FW-1000')))).toEqual([1])
  const kept = stationAfter(asked.state, { event: 'answered', isConfirmed: false })
  expect([kept.state.isLeaving, kept.call, piecesOf(kept)]).toEqual([false, undefined, [1]])
  const left = stationAfter(asked.state, { event: 'answered', isConfirmed: true })
  expect(left.call).toMatchObject({ call: 'put back' })
})

test('a colleague’s order is taken over only when the packer says so', () => {
  const asked = after({ isBusy: true }, end({ takeOver: { order: 'FW-2', text: 'Busy' } }))
  expect(stationAfter(asked.state, scan('FW-3')).call).toBeUndefined()
  const no = stationAfter(asked.state, { event: 'answered', isConfirmed: false })
  expect([no.state.takeOver, no.call]).toEqual([null, undefined])
  expect(stationAfter(asked.state, { event: 'answered', isConfirmed: true }).call).toEqual({
    call: 'open',
    key: 'FW-2',
    takesOver: true,
  })
})

test('a call that follows another begins before what was scanned meanwhile', () => {
  const next = { call: 'open', except: 'order' } as const
  const step = after({ isBusy: true }, scan('FW-5'), end({ station: idle, next }))
  expect([step.call, step.state.isBusy, step.state.waiting]).toEqual([next, true, [scan('FW-5')]])
})
