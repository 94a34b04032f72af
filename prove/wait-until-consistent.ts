import { setTimeout } from 'node:timers/promises'
import type { OrderLine } from '#shop/orders/order.ts'
import { allOrders } from './buyer-actions.ts'
import { eventsToSend } from './card-actions.ts'
import type { ProofShop } from './shop.ts'

// Longer than the reconciler's interval and the longest retry delay of an event.
const NO_PROGRESS_MS = 90_000
// Poll rarely, to leave the CPU to the shop.
const POLL_INTERVAL_MS = 250

/**
 * Waits until the shop is consistent: all events are sent, no cancellation is in progress, and
 * `isSettled` is true for every order. To avoid real delays, it first makes the reconciler and all
 * pending events due now, while the shop is stopped. Returns a deviation when there is no more progress.
 */
export async function waitUntilConsistent(
  shop: ProofShop,
  isSettled: (order: OrderLine) => boolean,
): Promise<string[]> {
  await shop.stop()
  await shop.environment.query(async (pool) => {
    await pool.query('update lease set free_at = now()')
    await pool.query(`update card_simulator.delivery set due_at = now() where state = 'pending'`)
  })
  await shop.start()
  let missing: string | undefined
  let since = performance.now()
  for (;;) {
    const current = await whatIsMissing(shop, isSettled)
    if (current === undefined) return []
    if (current !== missing) since = performance.now()
    if (performance.now() - since > NO_PROGRESS_MS) return [`not consistent: ${current}`]
    missing = current
    await setTimeout(POLL_INTERVAL_MS)
  }
}

async function whatIsMissing(
  shop: ProofShop,
  isSettled: (order: OrderLine) => boolean,
): Promise<string | undefined> {
  const events = await eventsToSend(shop)
  if (events > 0) return `${events} events not sent`
  const open = (await allOrders(shop)).filter((order) => order.status === 'cancelling' || !isSettled(order))
  return open.length > 0 ? `${open.length} orders not settled` : undefined
}
