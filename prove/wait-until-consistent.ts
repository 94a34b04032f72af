import { setTimeout } from 'node:timers/promises'
import type { Order } from '#shop/orders/order.ts'
import { allOrders } from './buyer-steps.ts'
import { eventsToSend } from './card-steps.ts'
import type { ProofShop } from './shop.ts'

// Longer than the reconciler rests, and than the provider waits with an event that failed often.
const STANDSTILL_MS = 90_000
// Rarely: the shop's time is for healing.
const LOOK_AGAIN_MS = 250

/**
 * Lets time pass and waits until the shop has healed: every event was sent, no cancel is under way,
 * and `isHealed` says so of every order. Waiting for real would take minutes, so the dates on which
 * the reconciler and the provider wait are moved to now, while the shop is stopped. Says what is
 * missing when nothing moves any more; the audit then tells what is wrong.
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
  let missing: string | undefined
  let since = performance.now()
  for (;;) {
    const now = await whatIsMissing(shop, isHealed)
    if (now === undefined) return []
    if (now !== missing) since = performance.now()
    if (performance.now() - since > STANDSTILL_MS) return [`the shop does not heal: ${now}`]
    missing = now
    await setTimeout(LOOK_AGAIN_MS)
  }
}

async function whatIsMissing(
  shop: ProofShop,
  isHealed: (order: Order) => boolean,
): Promise<string | undefined> {
  const events = await eventsToSend(shop)
  if (events > 0) return `${events} events are still to be sent`
  const open = (await allOrders(shop)).filter(
    (order) => order.status === 'cancelling' || !isHealed(order),
  )
  return open.length > 0 ? `${open.length} orders are still to be settled` : undefined
}
