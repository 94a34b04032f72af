import type { Order } from '#shop/orders/order.ts'
import { allOrders } from './buyer-steps.ts'
import { eventsToSend } from './card-steps.ts'
import type { ProofShop } from './shop.ts'
import { until } from './waiting.ts'

const HEAL_LIMIT_MS = 180_000
// Rarely: the shop's time is for healing.
const LOOK_AGAIN_MS = 250

/**
 * Lets time pass and waits until the shop has healed: every event was sent, no cancel is under way,
 * and `isHealed` says so of every order. Waiting for real would take minutes, so the dates on which
 * the reconciler and the provider wait are moved to now, while the shop is stopped. Says when the
 * shop does not heal; the audit then tells what is wrong.
 */
export async function heal(
  shop: ProofShop,
  isHealed: (order: Order) => boolean,
): Promise<string[]> {
  await shop.stop()
  await shop.ground.ask(async (pool) => {
    await pool.query('update worker_turn set next_turn_at = now()')
    await pool.query(`update card_simulator.delivery set due_at = now() where state = 'pending'`)
  })
  await shop.start()
  let missing = ''
  const isDone = async () => {
    const events = await eventsToSend(shop)
    missing = `${events} events are still to be sent`
    if (events > 0) return false
    const open = (await allOrders(shop)).filter((order) => order.cancelling || !isHealed(order))
    missing = `${open.length} orders are still to be settled`
    return open.length === 0
  }
  return until('the shop has healed', HEAL_LIMIT_MS, isDone, LOOK_AGAIN_MS).then(
    () => [],
    (error: Error) => [`${error.message}: ${missing}`],
  )
}
