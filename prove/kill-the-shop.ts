import { setTimeout } from 'node:timers/promises'
import { audit } from './audit.ts'
import { isPaid } from './buyer-steps.ts'
import type { Random } from './random.ts'
import type { Part } from './scenario.ts'
import { type ProofShop, withShop } from './shop.ts'
import { heal } from './wait-until-consistent.ts'
import { compareOrders, orderAllAgain, type RunningTrade, startTrade } from './workload.ts'

/** The shop is killed in the midst of orders and of payments, again and again. */
export const killTheShop: Part = {
  name: 'kill -9 of the shop under load',
  run: ({ grounds, random, isShort }) =>
    withShop(grounds, async (shop) => {
      const kills = isShort ? 3 : 20
      const trade = startTrade(shop, random.fork('trade'))
      let broken = 0
      for (let kill = 0; kill < kills; kill++) {
        broken += await killAmid(shop, trade, kill % 2 === 0 ? 'order' : 'payment', random)
        await shop.start()
      }
      await trade.finish()
      const again = await orderAllAgain(shop, trade)
      const unhealed = await heal(shop, isPaid)
      const deviations = await audit(shop, (pool) => compareOrders(pool, trade))
      return {
        tries: kills,
        counted: `${trade.ordered.length} orders and ${trade.paid} payments acknowledged, ${broken} requests broken off by a kill`,
        deviations: [...trade.deviations, ...again, ...unhealed, ...deviations],
      }
    }),
}

/** Kills the shop while it works on a step; answers how many requests were left unanswered. */
async function killAmid(
  shop: ProofShop,
  trade: RunningTrade,
  step: 'order' | 'payment',
  random: Random,
): Promise<number> {
  await trade.more(random.integer(10, 60))
  await shop.nextSent(step)
  // Somewhere between the arrival of the request and the departure of its answer.
  await setTimeout(random.integer(0, 10))
  const broken = shop.underWay('order') + shop.underWay('payment')
  await shop.kill()
  return broken
}
