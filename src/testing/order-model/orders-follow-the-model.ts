import fc from 'fast-check'
import { expect } from 'vitest'
import { findViolations } from '#operations/invariants.server.ts'
import type { TestShop } from '#testing/test-shop.ts'
import { openGroup, payPastTheGroup, resumeGroup } from './group-commands.ts'
import { buyFirst, placeOrder, sendAgain } from './order-commands.ts'
import {
  acknowledgeRelease,
  cancelAsMoneyArrives,
  cancelOrder,
  changePrice,
  correctStock,
  deleteProduct,
  readLists,
} from './other-commands.ts'
import {
  confirmPayment,
  openPaymentPage,
  payPastTheShop,
  reportPayment,
  sendEvents,
} from './payment-commands.ts'
import { openTestSystem, resetTestSystem } from './test-system.ts'

const whatHappens = [
  ...[placeOrder, placeOrder, placeOrder, placeOrder, placeOrder, sendAgain],
  ...[openPaymentPage, openPaymentPage, confirmPayment, confirmPayment, payPastTheShop],
  ...[reportPayment, reportPayment, sendEvents, sendEvents],
  ...[openGroup, openGroup, openGroup, resumeGroup, payPastTheGroup],
  ...[cancelOrder, cancelOrder, cancelAsMoneyArrives, acknowledgeRelease],
  ...[readLists, changePrice, correctStock],
  // Rarely deletes products, because later commands then have less to act on.
  fc.oneof({ weight: 4, arbitrary: placeOrder }, { weight: 1, arbitrary: deleteProduct }),
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
