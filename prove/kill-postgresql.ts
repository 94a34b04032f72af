import { setTimeout } from 'node:timers/promises'
import { audit } from './audit.ts'
import { isPaid } from './buyer-steps.ts'
import type { Part } from './scenario.ts'
import { withShop } from './shop.ts'
import { heal } from './wait-until-consistent.ts'
import { compareOrders, orderAllAgain, startTrade } from './workload.ts'

const RECOVER_LIMIT_MS = 5_000

/** The database server is killed under load; the shop goes on by itself when it is back. */
export const killPostgresql: Part = {
  name: 'kill -9 of PostgreSQL under load',
  notApplicable: ({ grounds: { name } }) =>
    name === 'embedded'
      ? 'the embedded database ends with its shop, which is killed above'
      : undefined,
  run: ({ grounds, random, isShort }) =>
    withShop(grounds, async (shop) => {
      const { server } = shop.ground
      if (!server) throw new Error('There is no server to kill')
      const kills = isShort ? 1 : 5
      const trade = startTrade(shop, random.fork('trade'))
      let slowest = 0
      for (let kill = 0; kill < kills; kill++) {
        await trade.more(random.integer(20, 60))
        await shop.nextSent(random.pick(['order', 'payment']))
        await setTimeout(random.integer(0, 10))
        await server.kill9()
        await server.restart()
        const acceptsAgain = performance.now()
        await trade.more(1)
        slowest = Math.max(slowest, performance.now() - acceptsAgain)
      }
      await trade.finish()
      const again = await orderAllAgain(shop, trade)
      const unhealed = await heal(shop, isPaid)
      const deviations = await audit(shop, (pool) => compareOrders(pool, trade))
      if (slowest > RECOVER_LIMIT_MS) deviations.push('the shop took more than 5 s to recover')
      return {
        tries: kills,
        counted: `${trade.ordered.length} orders and ${trade.paid} payments acknowledged, first order at most ${Math.ceil(slowest)} ms after the server was back`,
        deviations: [...trade.deviations, ...again, ...unhealed, ...deviations],
      }
    }),
}
