import fc from 'fast-check'
import { expect } from 'vitest'
import { expectAnswer, step, which } from './command.ts'
import { happened, mailAbout, movePieces } from './model-transitions.ts'
import { type Expected, type ModelLine, type ModelReturn, nth, type OrderModel } from './order-model.ts'
import {
  isPaid,
  notAllowed,
  openPieces,
  pack,
  packed,
  packer,
  quantity,
  shippedPieces,
} from './shipment-commands.ts'
import type { TestSystem } from './test-system.ts'

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
    const [shipment, money] = await Promise.all([
      pack(system, line, quantity),
      refund(system, 'admin', line, choose(model, line, wanted)),
    ])
    const early = refusedRefund(model, line, wanted)
    // A refund that was refused before the pieces were packed may name another reason.
    const expectRefunded = () =>
      expectAnswer(money, early && money.body.code === early.code ? early : refunded(model, line, wanted))
    // Where both succeed, their order makes no difference.
    if (shipment.status !== 200) expectRefunded()
    const expected = packed(model, line, quantity, shipment.body)
    // The refund may come between the two calls of the packer.
    if (shipment.body.code === 'not-open') expect(expected.status).toBe(409)
    else expectAnswer(shipment, expected)
    if (shipment.status === 200) expectRefunded()
  },
)

let keys = 0
function refund(
  { users }: TestSystem,
  user: 'admin' | 'jane' | 'bill',
  { id, paidBy }: ModelLine,
  { quantity, restock, unshipped, ofReturn }: ChosenRefund,
) {
  keys += 1
  const pieces = { _id: id, quantity, ...(unshipped !== null && { unshipped }) }
  const about = ofReturn && { return: ofReturn.id }
  const body = { lines: [pieces], reason: 'Bent', restock, ...about }
  const key = { 'Idempotency-Key': `refund-${keys}` }
  return users[user].call('POST', `/payments/${paidBy?.id}/refunds`, body, key)
}

type ChosenRefund = Pick<WantedRefund, 'quantity' | 'restock' | 'unshipped'> & {
  ofReturn: ModelReturn | undefined
}

/** Pieces of a return were all shipped. */
function choose(model: OrderModel, line: ModelLine, wanted: WantedRefund): ChosenRefund {
  const { quantity, restock, isOfReturn, unshipped } = wanted
  const ofReturn = isOfReturn
    ? model.returns.find((request) => request.line === line && request.status === 'received')
    : undefined
  if (ofReturn) return { quantity, restock, unshipped: null, ofReturn }
  const chosen = unshipped === null ? null : Math.min(unshipped, quantity)
  return { quantity, restock, unshipped: chosen, ofReturn }
}

/** Why a refund of pieces is refused; undefined if it is made. */
function refusedRefund(
  model: OrderModel,
  line: ModelLine,
  wanted: WantedRefund,
): (Expected & { code: string }) | undefined {
  const { quantity, restock, ofReturn, unshipped } = choose(model, line, wanted)
  const conflict = (code: string) => ({ status: 409, code })
  if (quantity > line.quantity - line.unshipped - line.refundedShipped) return conflict('too-many-pieces')
  const shipped = shippedPieces(model, line) - line.refundedShipped
  if (ofReturn && quantity > Math.min(ofReturn.received - ofReturn.refunded, shipped))
    return conflict('not-received')
  const open = openPieces(model, line)
  if (quantity > open + shipped) return conflict('in-a-shipment')
  const givenUp = ofReturn ? 0 : (unshipped ?? Math.min(quantity, open))
  if (givenUp > open) return conflict('in-a-shipment')
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
  if (restock) movePieces(model, line.product, quantity, 'return', line.id)
  happened(model, [line], 'refunded')
  model.history.push(mailAbout('order-refunded', [line]))
  return { status: 200 }
}
