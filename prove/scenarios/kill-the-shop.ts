import { setTimeout } from 'node:timers/promises'
import { audit } from '#prove/audit.ts'
import { isPaid } from '#prove/buyer-actions.ts'
import type { Random } from '#prove/random.ts'
import type { Scenario } from '#prove/scenario.ts'
import { type ProofShop, withShop } from '#prove/shop.ts'
import { waitUntilConsistent } from '#prove/wait-until-consistent.ts'
import { compareOrders, orderAllAgain, type RunningWorkload, startWorkload } from '#prove/workload.ts'

/** Kills the shop repeatedly while orders and payments are in flight. */
export const killTheShop: Scenario = {
  name: 'kill -9 of the shop under load',
  run: ({ environments, random, isShort }) =>
    withShop(environments, async (shop) => {
      // Two: one while an order is placed, one while a payment is made.
      const kills = isShort ? 6 : 20
      const workload = startWorkload(shop, random.fork('workload'))
      let interrupted = 0
      for (let kill = 0; kill < kills; kill++) {
        interrupted += await killDuring(shop, workload, kill % 2 === 0 ? 'order' : 'payment', random)
        await shop.start()
      }
      await workload.finish()
      const again = await orderAllAgain(shop, workload)
      const inconsistent = await waitUntilConsistent(shop, isPaid)
      const deviations = await audit(shop, (pool) => compareOrders(pool, workload))
      return {
        tries: kills,
        counted: `${workload.ordered.length} orders and ${workload.paid.length} payments acknowledged, ${interrupted} requests interrupted by a kill`,
        deviations: [...workload.deviations, ...again, ...inconsistent, ...deviations],
      }
    }),
}

/** Kills the shop while it handles a request of this kind. Returns the number of interrupted requests. */
async function killDuring(
  shop: ProofShop,
  workload: RunningWorkload,
  kind: 'order' | 'payment',
  random: Random,
): Promise<number> {
  await workload.more(random.integer(10, 60))
  await shop.nextSent(kind)
  // A random moment between the request's arrival and its response.
  await setTimeout(random.integer(0, 10))
  const interrupted = shop.inFlight('order') + shop.inFlight('payment')
  await shop.kill()
  return interrupted
}
