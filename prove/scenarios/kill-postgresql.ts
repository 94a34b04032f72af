import { setTimeout } from 'node:timers/promises'
import { audit } from '#prove/audit.ts'
import { isPaid } from '#prove/buyer-steps.ts'
import type { Scenario } from '#prove/scenario.ts'
import { withShop } from '#prove/shop.ts'
import { waitUntilConsistent } from '#prove/wait-until-consistent.ts'
import { compareOrders, orderAllAgain, startWorkload } from '#prove/workload.ts'

const RECOVER_LIMIT_MS = 5_000

/** Kills the database server under load; the shop must recover without a restart. */
export const killPostgresql: Scenario = {
  name: 'kill -9 of PostgreSQL under load',
  notApplicable: ({ environments: { name } }) =>
    name === 'embedded'
      ? 'the embedded database runs inside the shop, which is killed above'
      : undefined,
  run: ({ environments, random, isShort }) =>
    withShop(environments, async (shop) => {
      const { server } = shop.environment
      if (!server) throw new Error('There is no server to kill')
      const kills = isShort ? 1 : 5
      const workload = startWorkload(shop, random.fork('workload'))
      let slowest = 0
      for (let kill = 0; kill < kills; kill++) {
        await workload.more(random.integer(20, 60))
        await shop.nextSent(random.pick(['order', 'payment']))
        await setTimeout(random.integer(0, 10))
        await server.kill9()
        await server.restart()
        const restartedAt = performance.now()
        await workload.more(1)
        slowest = Math.max(slowest, performance.now() - restartedAt)
      }
      await workload.finish()
      const again = await orderAllAgain(shop, workload)
      const inconsistent = await waitUntilConsistent(shop, isPaid)
      const deviations = await audit(shop, (pool) => compareOrders(pool, workload))
      if (slowest > RECOVER_LIMIT_MS) deviations.push('the shop took more than 5 s to recover')
      return {
        tries: kills,
        counted: `${workload.ordered.length} orders and ${workload.paid.length} payments acknowledged, first order at most ${Math.ceil(slowest)} ms after the server was back`,
        deviations: [...workload.deviations, ...again, ...inconsistent, ...deviations],
      }
    }),
}
