import fc from 'fast-check'
import { expectAnswer, step, which } from './command.ts'
import { happened, mailAbout } from './model-transitions.ts'
import { type Expected, type ModelLine, type ModelShipment, nth, type OrderModel } from './order-model.ts'
import type { TestSystem } from './test-system.ts'

/** Mostly the admin; buyers are refused. */
export const packer = fc.constantFrom(...(['admin', 'admin', 'admin', 'admin', 'jane', 'bill'] as const))
export const quantity = fc.integer({ min: 1, max: 7 })
export const notAllowed = { status: 403, code: 'not-allowed' }

/** Begins to pack the order of a line and packs pieces of it. */
export const packShipment = step(
  'packShipment',
  fc.record({ packer, line: which, quantity }),
  async ({ packer, line: n, quantity }, model, system) => {
    const line = nth(model.lines.filter(isPaid), n) ?? nth(model.lines, n)
    if (!line) return
    if (packer === 'admin') {
      const answer = await pack(system, line, quantity)
      return expectAnswer(answer, packed(model, line, quantity, answer.body))
    }
    const { call } = system.users[packer]
    expectAnswer(await call('POST', '/shipments', { order: line.orderId }), notAllowed)
  },
)

/** Ships, delivers or cancels a shipment. */
export const moveShipment = step(
  'moveShipment',
  fc.record({ packer, shipment: which, to: fc.constantFrom('ship', 'ship', 'deliver', 'cancel') }),
  async ({ packer, shipment: n, to }, model, { users }) => {
    const shipment = nth(model.shipments, n)
    if (!shipment) return
    const { version } = shipment
    const more = { ship: { carrier: 'UPS' }, deliver: {}, cancel: { reason: 'Lost' } }[to]
    const path = `/shipments/${shipment.number}/${to}`
    const answer = await users[packer].call('POST', path, { version, ...more })
    expectAnswer(answer, packer === 'admin' ? moved(model, shipment, to) : notAllowed)
  },
)

export const isPaid = ({ status }: ModelLine) => status === 'paid'

/** An open shipment that nothing could be packed into is given back. */
export async function pack({ users: { admin } }: TestSystem, line: ModelLine, quantity: number) {
  const begun = await admin.call('POST', '/shipments', { order: line.orderId })
  if (begun.status !== 200) return begun
  const { _id, version } = begun.body
  const lines = [{ _id: line.id, quantity }]
  const answer = await admin.call('POST', `/shipments/${_id}/pack`, { version, lines })
  if (answer.status !== 200) await admin.call('POST', `/shipments/${_id}/cancel`, { version })
  return answer
}

/** The pieces of a line in its shipments that have one of these states. */
function piecesIn(model: OrderModel, line: ModelLine, states: ModelShipment['status'][]): number {
  return model.shipments
    .filter((shipment) => shipment.line === line && states.includes(shipment.status))
    .reduce((sum, shipment) => sum + shipment.quantity, 0)
}

export function shippedPieces(model: OrderModel, line: ModelLine): number {
  return piecesIn(model, line, ['shipped', 'delivered'])
}

/** The pieces of a line in returns that were not refused or closed. */
export function returnedPieces(model: OrderModel, line: ModelLine): number {
  return model.returns
    .filter((request) => request.line === line && !['refused', 'closed'].includes(request.status))
    .reduce(
      (sum, returned) => sum + (returned.status === 'received' ? returned.received : returned.quantity),
      0,
    )
}

export function openPieces(model: OrderModel, line: ModelLine): number {
  if (line.status !== 'paid') return 0
  const live = piecesIn(model, line, ['packed', 'shipped', 'delivered'])
  return line.quantity - live - line.unshipped
}

export function packed(
  model: OrderModel,
  line: ModelLine,
  quantity: number,
  { number }: { number: string },
): Expected {
  const lines = model.lines.filter(({ orderId }) => orderId === line.orderId)
  if (lines.every((line) => openPieces(model, line) === 0)) return { status: 409, code: 'nothing-to-pack' }
  if (quantity > openPieces(model, line)) return { status: 409, code: 'not-open' }
  model.shipments.push({ number, line, quantity, status: 'packed', version: 2 })
  happened(model, [line], 'packed')
  return { status: 200 }
}

function moved(model: OrderModel, shipment: ModelShipment, to: 'ship' | 'deliver' | 'cancel'): Expected {
  const from = {
    ship: ['packed'],
    deliver: ['shipped'],
    cancel: ['packed', 'shipped', 'delivered'],
  }
  if (!from[to].includes(shipment.status)) return { status: 409, code: 'not-now' }
  const { line, quantity, status } = shipment
  if (to === 'cancel' && status !== 'packed') {
    const kept = Math.max(line.refundedShipped, returnedPieces(model, line))
    if (kept > shippedPieces(model, line) - quantity) return { status: 409, code: 'with-the-buyer' }
  }
  if (to === 'cancel' && status !== 'packed')
    model.history.push(mailAbout('order-shipment-cancelled', [line]))
  const becomes = { ship: 'shipped', deliver: 'delivered', cancel: 'cancelled' } as const
  shipment.status = becomes[to]
  shipment.version += 1
  happened(model, [line], to === 'cancel' ? 'shipment-cancelled' : shipment.status)
  if (to === 'ship') model.history.push(mailAbout('order-shipped', [line]))
  return { status: 200 }
}
