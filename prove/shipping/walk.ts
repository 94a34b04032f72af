import type { Random } from '#prove/random.ts'
import { PRICE_CENTS } from '#prove/seed.ts'
import type { ProofShop, Reply } from '#prove/shop.ts'
import { type Acknowledged, nothingYet } from './acknowledged.ts'
import type { PaidOrder } from './paid-orders.ts'
import {
  askForReturn,
  moveReturn,
  moveShipment,
  type Pieces,
  packShipment,
  readPackingOrder,
  readReturns,
  refund,
  startPacking,
  type Wanted,
} from './shipping-actions.ts'

/** A random walk of several actors over the same orders, and the shop's responses. */
export type Walk = {
  shop: ProofShop
  /** The orders that they work on now. */
  orders: PaidOrder[]
  acknowledged: Acknowledged
  /** Steps that were refused, and calls without an answer. */
  refused: number
  unanswered: number
  unexpected: string[]
}

/** A walk before its first step. */
export const newWalk = (shop: ProofShop): Walk => ({
  shop,
  orders: [],
  acknowledged: nothingYet(),
  refused: 0,
  unanswered: 0,
  unexpected: [],
})

/** Returns whether there was anything to do. */
type Step = (walk: Walk, actor: Actor) => Promise<boolean>
/** A user who takes steps; `step` is unique for each step. */
type Actor = { user: number; random: Random; step: number }

/** Takes a random step of a packer, who also refunds and decides about returns. */
export function stepOfPacker(walk: Walk, actor: Actor): Promise<void> {
  return stepOf(walk, actor, PACKER_STEPS)
}

/** Takes a random step of the buyer of an order: asks for a return, or withdraws it. */
export function stepOfBuyer(walk: Walk, actor: Omit<Actor, 'user'>): Promise<void> {
  return stepOf(walk, actor, [askForAReturn, askForAReturn, askForAReturn, withdrawAReturn])
}

const MAX_PICKS = 10

/** Picks steps until there is something to do. */
async function stepOf<Who extends Omit<Actor, 'user'>>(
  walk: Walk,
  actor: Who,
  steps: readonly ((walk: Walk, actor: Who) => Promise<boolean>)[],
): Promise<void> {
  for (let pick = 0; pick < MAX_PICKS; pick++) {
    if (await actor.random.pick(steps)(walk, actor)) return
  }
}

const pack: Step = async (walk, { user, random }) => {
  const { shop, acknowledged } = walk
  const { _id: order } = random.pick(walk.orders)
  const { lines } = await readPackingOrder(shop, user, order)
  const takeOver = random.chance(0.3)
  const shipment = note(walk, await startPacking(shop, user, { order, takeOver }))
  const pieces = somePieces(
    random,
    lines.map(({ _id, open }) => ({ _id, quantity: open })),
  )
  if (!shipment || pieces.length === 0) return false
  const packed = note(walk, await packShipment(shop, user, shipment, pieces), REFUSED_OR_GONE)
  if (packed) acknowledged.shipments.push(packed)
  return true
}

const moveShipmentNumber: Step = async (walk, { user, random }) => {
  const { shop, acknowledged, orders } = walk
  const { shipments } = await readPackingOrder(shop, user, random.pick(orders)._id)
  if (shipments.length === 0) return false
  const shipment = random.pick(shipments)
  // Usually the next valid step, sometimes one that must be refused.
  const next = shipment.status === 'packed' ? ('ship' as const) : ('deliver' as const)
  const to = random.pick([next, next, next, 'ship', 'cancel'] as const)
  const moved = note(walk, await moveShipment(shop, user, shipment, to), REFUSED_OR_GONE)
  // An open shipment that was given back is gone.
  if (moved && moved.status !== 'open') acknowledged.shipments.push(moved)
  return true
}

const refundSomething: Step = async (walk, { user, random, step }) => {
  const { shop, acknowledged, orders } = walk
  const order = random.pick(orders)
  const request = (await wantedOfReturn(walk, user, random, order)) ?? wantedOf(random, order)
  const key = `refund ${step}`
  const answer = note(walk, await refund(shop, user, order.paymentId, request, key))
  if (answer) acknowledged.refunds.push({ refund: answer, wanted: request })
  return true
}

const askForAReturn = async (walk: Walk, { random }: Omit<Actor, 'user'>) => {
  const { _id, buyer } = random.pick(walk.orders)
  const { returnable } = await readReturns(walk.shop, buyer, _id)
  const lines = somePieces(random, returnable)
  if (lines.length === 0) return false
  const asked = note(walk, await askForReturn(walk.shop, buyer, _id, lines))
  if (asked) walk.acknowledged.returns.push(asked)
  return true
}

const withdrawAReturn = async (walk: Walk, actor: Omit<Actor, 'user'>) => {
  const order = actor.random.pick(walk.orders)
  return moveAReturn(walk, { ...actor, user: order.buyer }, order, ['close'])
}

const decideAReturn: Step = async (walk, actor) =>
  moveAReturn(walk, actor, actor.random.pick(walk.orders), DECISIONS)

const PACKER_STEPS: Step[] = [
  ...[pack, pack, pack],
  ...[moveShipmentNumber, moveShipmentNumber, moveShipmentNumber, moveShipmentNumber],
  ...[decideAReturn, decideAReturn],
  refundSomething,
]

const DECISIONS = ['approve', 'approve', 'receive', 'receive', 'receive', 'refuse', 'close'] as const

async function moveAReturn(
  walk: Walk,
  { user, random }: Actor,
  order: PaidOrder,
  moves: readonly ('approve' | 'receive' | 'refuse' | 'close')[],
): Promise<boolean> {
  const { shop, acknowledged } = walk
  const { returns } = await readReturns(shop, user, order._id)
  if (returns.length === 0) return false
  const chosen = random.pick(returns)
  const move = random.pick(moves)
  const lines = chosen.lines.map(({ _id, quantity }) => {
    const received = random.integer(0, quantity)
    const restocked = random.integer(0, received)
    return { _id, received, restocked, scrapped: received - restocked }
  })
  const more = { approve: {}, close: {}, refuse: { refusal: 'Used' }, receive: { lines } }[move]
  const moved = note(walk, await moveReturn(shop, user, chosen, move, more))
  if (moved) acknowledged.returns.push(moved)
  return true
}

/** Half of the time, a refund of a line of a return that came, if there is one. */
async function wantedOfReturn(
  { shop }: Walk,
  user: number,
  random: Random,
  { _id: order }: PaidOrder,
): Promise<Wanted | undefined> {
  if (random.chance(0.5)) return undefined
  const { returns } = await readReturns(shop, user, order)
  const came = returns.flatMap(({ _id, status, lines }) =>
    lines.filter(({ received }) => status === 'received' && received > 0).map((line) => ({ _id, line })),
  )
  if (came.length === 0) return undefined
  const { _id, line } = random.pick(came)
  const pieces = { _id: line._id, quantity: random.integer(1, line.received) }
  return { lines: [pieces], restock: false, return: _id }
}

/** A refund of some pieces of an order, or of an amount, that may fit or be too much. */
export function wantedOf(random: Random, { lines }: PaidOrder): Wanted {
  if (random.chance(0.3)) return { amount: random.integer(1, 2 * PRICE_CENTS) / 100 }
  const { _id, quantity } = random.pick(lines)
  const pieces = random.integer(1, Math.min(2, quantity))
  return { lines: [{ _id, quantity: pieces }], restock: random.chance(0.5) }
}

/** Some of these pieces; lines without any are left out. */
function somePieces(random: Random, lines: Pieces[]): Pieces[] {
  return lines.flatMap(({ _id, quantity }) => {
    const some = quantity > 0 && random.chance(0.7) ? random.integer(1, quantity) : 0
    return some > 0 ? [{ _id, quantity: some }] : []
  })
}

const REFUSED = [409]
/** A colleague who turns to another order gives the open shipment back. */
const REFUSED_OR_GONE = [404, 409]

/** Counts an answer; returns its body if the step was done. */
function note<Body>(walk: Walk, { status, body }: Reply<Body>, refusals = REFUSED): Body | undefined {
  if (status === 200) return body
  if (status === 0 || status === 503) walk.unanswered += 1
  else if (refusals.includes(status)) walk.refused += 1
  else walk.unexpected.push(`a step was answered with ${status} ${JSON.stringify(body)}`)
  return undefined
}
