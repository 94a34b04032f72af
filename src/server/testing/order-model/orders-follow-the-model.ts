import fc from 'fast-check'
import { expect } from 'vitest'
import { findViolations } from '#operations/invariants.server.ts'
import type { TestShop } from '#server/testing/test-shop.ts'
import { confirmPayment, payPastTheShop, reportPayment, sendEvents } from './money-commands.ts'
import { buyFirst, placeLine, placeOrder, sendAgain } from './order-commands.ts'
import {
  acknowledgeRelease,
  cancelAsMoneyArrives,
  cancelLine,
  cancelOrder,
  changePrice,
  correctStock,
  deleteProduct,
  readLists,
} from './other-commands.ts'
import { openPaymentPage, resumePayment, startPayment } from './payment-commands.ts'
import { packAsRefundRuns, refundPieces } from './refund-commands.ts'
import { askForReturn, moveReturn } from './return-commands.ts'
import { moveShipment, packShipment } from './shipment-commands.ts'
import { openTestSystem, resetTestSystem } from './test-system.ts'

const whatHappens = [
  ...[placeLine, placeLine, placeLine, placeOrder, placeOrder, sendAgain],
  ...[openPaymentPage, openPaymentPage, confirmPayment, confirmPayment, payPastTheShop],
  ...[reportPayment, reportPayment, sendEvents, sendEvents],
  ...[startPayment, startPayment, startPayment, resumePayment],
  ...[cancelLine, cancelLine, cancelOrder, cancelAsMoneyArrives, acknowledgeRelease],
  ...[packShipment, packShipment, moveShipment, moveShipment, refundPieces, packAsRefundRuns],
  ...[askForReturn, moveReturn, moveReturn],
  ...[readLists, changePrice, correctStock],
  // Rarely deletes products, because later commands then have less to act on.
  fc.oneof({ weight: 4, arbitrary: placeLine }, { weight: 1, arbitrary: deleteProduct }),
]

/**
 * Runs random commands and checks that the shop's state and responses match the model and that no
 * invariant is violated. A run has `steps` commands on average. On a difference it throws with the
 * seed and the shortest failing sequence.
 */
export async function ordersFollowTheModel(
  shop: TestShop,
  { runs, steps, seed }: { runs: number; steps: number; seed: number },
): Promise<void> {
  const system = await openTestSystem(shop)
  const lives = fc.commands(whatHappens, { maxCommands: 2 * steps, size: 'max' })
  const followsTheModel = fc.asyncProperty(lives, async (life) => {
    const start = await resetTestSystem(system)
    await buyFirst(start.model, start.real)
    await fc.asyncModelRun(() => start, life)
    expect(await findViolations(shop.db)).toEqual([])
  })
  await fc.assert(followsTheModel, { numRuns: runs, seed })
}
