import fc from 'fast-check'
import { expect } from 'vitest'
import { expectAnswer, step, which } from './command.ts'
import { happened, mailAbout, movePieces } from './model-transitions.ts'
import {
  type Expected,
  type ModelLine,
  type ModelParcel,
  type ModelReturn,
  nth,
  type OrderModel,
} from './order-model.ts'
import type { TestSystem } from './test-system.ts'

/** Mostly the admin; buyers are refused. */
const packer = fc.constantFrom(...(['admin', 'admin', 'admin', 'admin', 'jane', 'bill'] as const))
const quantity = fc.integer({ min: 1, max: 7 })
const notAllowed = { status: 403, code: 'not-allowed' }

/** Begins to pack the order of a line and packs pieces of it. */
export const packParcel = step(
  'packParcel',
  fc.record({ packer, line: which, quantity }),
  async ({ packer, line: n, quantity }, model, system) => {
    const line = nth(model.lines.filter(isPaid), n) ?? nth(model.lines, n)
    if (!line) return
    if (packer === 'admin') {
      const answer = await pack(system, line, quantity)
      return expectAnswer(answer, packed(model, line, quantity, answer.body))
    }
    const { call } = system.people[packer]
    expectAnswer(await call('POST', '/shipments', { order: line.orderId }), notAllowed)
  },
)

/** Ships, delivers or cancels a parcel. */
export const moveParcel = step(
  'moveParcel',
  fc.record({ packer, parcel: which, to: fc.constantFrom('ship', 'ship', 'deliver', 'cancel') }),
  async ({ packer, parcel: n, to }, model, { people }) => {
    const parcel = nth(model.parcels, n)
    if (!parcel) return
    const { version } = parcel
    const more = { ship: { carrier: 'UPS' }, deliver: {}, cancel: { reason: 'Lost' } }[to]
    const path = `/shipments/${parcel.number}/${to}`
    const answer = await people[packer].call('POST', path, { version, ...more })
    expectAnswer(answer, packer === 'admin' ? moved(model, parcel, to) : notAllowed)
  },
)

const wantedRefund = fc.record({
  line: which,
  quantity,
  restock: fc.boolean(),
  /** Whether it names a return that came of the line, if there is one. */
  isOfReturn: fc.boolean(),
  unshipped: fc.option(fc.integer({ min: 0, max: 3 })),
})
type WantedRefund = {
  quantity: number
  restock: boolean
  isOfReturn: boolean
  unshipped: number | null
}

/** Refunds pieces of a paid line, with or without their stock. */
export const refundPieces = step(
  'refundPieces',
  fc.record({ packer, wanted: wantedRefund }),
  async ({ packer, wanted }, model, system) => {
    const line = nth(model.lines.filter(isPaid), wanted.line)
    if (!line) return
    const answer = await refund(system, packer, line, choose(model, line, wanted))
    expectAnswer(answer, packer === 'admin' ? refunded(model, line, wanted) : notAllowed)
  },
)

/** Packs pieces of a line while pieces of it are refunded; each piece goes one way. */
export const packAsRefundRuns = step(
  'packAsRefundRuns',
  fc.record({ quantity, wanted: wantedRefund }),
  async ({ quantity, wanted }, model, system) => {
    const line = nth(model.lines.filter(isPaid), wanted.line)
    if (!line) return
    const [parcel, money] = await Promise.all([
      pack(system, line, quantity),
      refund(system, 'admin', line, choose(model, line, wanted)),
    ])
    const early = refusedRefund(model, line, wanted)
    // A refund that was refused before the pieces were packed may name another reason.
    const expectRefunded = () =>
      expectAnswer(
        money,
        early && money.body.code === early.code ? early : refunded(model, line, wanted),
      )
    // Where both succeed, their order makes no difference.
    if (parcel.status !== 200) expectRefunded()
    const expected = packed(model, line, quantity, parcel.body)
    // The refund may come between the two calls of the packer.
    if (parcel.body.code === 'not-open') expect(expected.status).toBe(409)
    else expectAnswer(parcel, expected)
    if (parcel.status === 200) expectRefunded()
  },
)

const isPaid = ({ status }: ModelLine) => status === 'paid'

/** An open parcel that nothing could be packed into is given back. */
async function pack({ people: { admin } }: TestSystem, line: ModelLine, quantity: number) {
  const begun = await admin.call('POST', '/shipments', { order: line.orderId })
  if (begun.status !== 200) return begun
  const { _id, version } = begun.body
  const lines = [{ _id: line.id, quantity }]
  const answer = await admin.call('POST', `/shipments/${_id}/pack`, { version, lines })
  if (answer.status !== 200) await admin.call('POST', `/shipments/${_id}/cancel`, { version })
  return answer
}

let keys = 0
function refund(
  { people }: TestSystem,
  who: 'admin' | 'jane' | 'bill',
  { id, paidBy }: ModelLine,
  { quantity, restock, unshipped, ofReturn }: ChosenRefund,
) {
  keys += 1
  const pieces = { _id: id, quantity, ...(unshipped !== null && { unshipped }) }
  const about = ofReturn && { return: ofReturn.id }
  const body = { lines: [pieces], reason: 'Bent', restock, ...about }
  const key = { 'Idempotency-Key': `refund-${keys}` }
  return people[who].call('POST', `/payments/${paidBy?.id}/refunds`, body, key)
}

type ChosenRefund = Pick<WantedRefund, 'quantity' | 'restock' | 'unshipped'> & {
  ofReturn: ModelReturn | undefined
}

/** Pieces of a return were all shipped. */
function choose(model: OrderModel, line: ModelLine, wanted: WantedRefund): ChosenRefund {
  const { quantity, restock, isOfReturn, unshipped } = wanted
  const ofReturn = isOfReturn
    ? model.returns.find((one) => one.line === line && one.status === 'received')
    : undefined
  if (ofReturn) return { quantity, restock, unshipped: null, ofReturn }
  const chosen = unshipped === null ? null : Math.min(unshipped, quantity)
  return { quantity, restock, unshipped: chosen, ofReturn }
}

/** The pieces of a line in its parcels that have one of these states. */
function piecesIn(model: OrderModel, line: ModelLine, states: ModelParcel['status'][]): number {
  return model.parcels
    .filter((parcel) => parcel.line === line && states.includes(parcel.status))
    .reduce((sum, parcel) => sum + parcel.quantity, 0)
}

export function shippedPieces(model: OrderModel, line: ModelLine): number {
  return piecesIn(model, line, ['shipped', 'delivered'])
}

/** The pieces of a line in returns that were not refused or closed. */
export function returnedPieces(model: OrderModel, line: ModelLine): number {
  return model.returns
    .filter((one) => one.line === line && !['refused', 'closed'].includes(one.status))
    .reduce((sum, one) => sum + (one.status === 'received' ? one.received : one.quantity), 0)
}

function openPieces(model: OrderModel, line: ModelLine): number {
  if (line.status !== 'paid') return 0
  const live = piecesIn(model, line, ['packed', 'shipped', 'delivered'])
  return line.quantity - live - line.unshipped
}

function packed(
  model: OrderModel,
  line: ModelLine,
  quantity: number,
  { number }: { number: string },
): Expected {
  const lines = model.lines.filter(({ orderId }) => orderId === line.orderId)
  if (lines.every((one) => openPieces(model, one) === 0))
    return { status: 409, code: 'nothing-to-pack' }
  if (quantity > openPieces(model, line)) return { status: 409, code: 'not-open' }
  model.parcels.push({ number, line, quantity, status: 'packed', version: 2 })
  happened(model, [line], 'packed')
  return { status: 200 }
}

function moved(
  model: OrderModel,
  parcel: ModelParcel,
  to: 'ship' | 'deliver' | 'cancel',
): Expected {
  const from = {
    ship: ['packed'],
    deliver: ['shipped'],
    cancel: ['packed', 'shipped', 'delivered'],
  }
  if (!from[to].includes(parcel.status)) return { status: 409, code: 'not-now' }
  const { line, quantity, status } = parcel
  if (to === 'cancel' && status !== 'packed') {
    const kept = Math.max(line.refundedShipped, returnedPieces(model, line))
    if (kept > shippedPieces(model, line) - quantity) return { status: 409, code: 'with-the-buyer' }
  }
  const becomes = { ship: 'shipped', deliver: 'delivered', cancel: 'cancelled' } as const
  parcel.status = becomes[to]
  parcel.version += 1
  happened(model, [line], to === 'cancel' ? 'shipment-cancelled' : parcel.status)
  if (to === 'ship') model.history.push(mailAbout('order-shipped', [line]))
  return { status: 200 }
}

/** Why a refund of pieces is refused; undefined if it is made. */
function refusedRefund(
  model: OrderModel,
  line: ModelLine,
  wanted: WantedRefund,
): (Expected & { code: string }) | undefined {
  const { quantity, restock, ofReturn, unshipped } = choose(model, line, wanted)
  const conflict = (code: string) => ({ status: 409, code })
  if (quantity > line.quantity - line.unshipped - line.refundedShipped)
    return conflict('too-many-pieces')
  const shipped = shippedPieces(model, line) - line.refundedShipped
  if (ofReturn && quantity > Math.min(ofReturn.received - ofReturn.refunded, shipped))
    return conflict('not-received')
  const open = openPieces(model, line)
  if (quantity > open + shipped) return conflict('in-a-parcel')
  const givenUp = ofReturn ? 0 : (unshipped ?? Math.min(quantity, open))
  if (givenUp > open) return conflict('in-a-parcel')
  if (quantity - givenUp > shipped) return conflict('not-shipped')
  return restock && quantity > givenUp ? conflict('was-shipped') : undefined
}

function refunded(model: OrderModel, line: ModelLine, wanted: WantedRefund): Expected {
  const payment = line.paidBy
  if (!payment) throw new Error('A paid line has a payment')
  const refusal = refusedRefund(model, line, wanted)
  if (refusal) return refusal
  const { quantity, restock, ofReturn, unshipped } = choose(model, line, wanted)
  const givenUp = ofReturn ? 0 : (unshipped ?? Math.min(quantity, openPieces(model, line)))
  line.unshipped += givenUp
  line.refundedShipped += quantity - givenUp
  if (ofReturn) ofReturn.refunded += quantity
  payment.money.refunded += quantity * line.cents
  model.history.push(`refund of ${line.id}: ${quantity}, ${givenUp} not shipped`)
  if (restock && !line.product.isDeleted)
    movePieces(model, line.product, quantity, 'return', line.id)
  happened(model, payment.lines, 'refunded')
  model.history.push(mailAbout('order-refunded', payment.lines))
  return { status: 200 }
}
