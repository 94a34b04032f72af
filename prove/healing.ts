import { allOrders } from './buyer-steps.ts'
import { eventsToSend } from './card-steps.ts'
import type { ProofShop } from './shop.ts'
import { until } from './waiting.ts'

const HEAL_LIMIT_MS = 120_000

/**
 * Lets time pass and waits until the shop has healed: every event was sent, no cancel is under way,
 * and `isHealed` says so of the orders. Waiting for real would take minutes, so the dates on which
 * the reconciler and the provider wait are moved to now, while the shop is stopped. Says when the
 * shop does not heal; the audit then tells what is wrong.
 */
export async function heal(
  shop: ProofShop,
  isHealed: (orders: Awaited<ReturnType<typeof allOrders>>) => boolean,
): Promise<string[]> {
  await shop.stop()
  await shop.ground.ask(async (pool) => {
    await pool.query('update worker_turn set next_turn_at = now()')
    await pool.query(`update card_simulator.delivery set due_at = now() where state = 'pending'`)
  })
  await shop.start()
  const isAll = async () => {
    if ((await eventsToSend(shop)) > 0) return false
    const orders = await allOrders(shop)
    return !orders.some(({ cancelling }) => cancelling) && isHealed(orders)
  }
  return until('the shop has healed', HEAL_LIMIT_MS, isAll).then(
    () => [],
    (error: Error) => [error.message],
  )
}
