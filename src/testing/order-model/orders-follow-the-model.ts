import fc from 'fast-check'
import { expect } from 'vitest'
import { findViolations } from '#operations/invariants.server.ts'
import type { TestShop } from '#testing/test-shop.ts'
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
import { openWorld, startAnew } from './test-system.ts'

const whatHappens = [
  ...[placeOrder, placeOrder, placeOrder, placeOrder, placeOrder, sendAgain],
  ...[openPaymentPage, openPaymentPage, confirmPayment, confirmPayment, payPastTheShop],
  ...[reportPayment, reportPayment, sendEvents, sendEvents],
  ...[cancelOrder, cancelOrder, cancelAsMoneyArrives, acknowledgeRelease],
  ...[readLists, changePrice, correctStock],
  // Now and then: what follows is poorer for it.
  fc.oneof({ weight: 4, arbitrary: placeOrder }, { weight: 1, arbitrary: deleteProduct }),
]

/**
 * Whatever happens, in whatever order: the real shop holds and answers what the model says, and
 * breaks no invariant. A run has up to twice `steps`, on average as many. Throws with the seed and
 * the shortest path to the difference when there is one.
 */
export async function ordersFollowTheModel(
  shop: TestShop,
  { runs, steps, seed }: { runs: number; steps: number; seed: number },
): Promise<void> {
  const world = await openWorld(shop)
  const lives = fc.commands(whatHappens, { maxCommands: 2 * steps, size: 'max' })
  const followsTheModel = fc.asyncProperty(lives, async (life) => {
    const start = await startAnew(world)
    await buyFirst(start.model, start.real)
    await fc.asyncModelRun(() => start, life)
    expect(await findViolations(shop.db)).toEqual([])
  })
  await fc.assert(followsTheModel, { numRuns: runs, seed })
}
