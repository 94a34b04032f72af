import { setTimeout } from 'node:timers/promises'
import { audit } from '#prove/audit.ts'
import { isPaid } from '#prove/buyer-actions.ts'
import type { Environment } from '#prove/environment/environment.ts'
import type { Scenario } from '#prove/scenario.ts'
import { type ProofShop, withShop } from '#prove/shop.ts'
import { waitUntilConsistent } from '#prove/wait-until-consistent.ts'
import { compareOrders, orderAllAgain, startWorkload } from '#prove/workload.ts'

const RECOVER_LIMIT_MS = 5_000

/**
 * Kills the database server, single connections of it, and server and shop together, under load. The
 * shop must recover without a restart, unless it was killed too.
 */
export const killPostgresql: Scenario = {
  name: 'kill -9 of PostgreSQL under load',
  run: ({ environments, random, isShort }) =>
    withShop(environments, async (shop) => {
      const ways = [killServer, killConnection, killServerAndShop]
      const kills = isShort ? 2 * ways.length : 5 * ways.length
      const workload = startWorkload(shop, random.fork('workload'))
      let slowest = 0
      for (let kill = 0; kill < kills; kill++) {
        await workload.more(random.integer(20, 60))
        await shop.nextSent(random.pick(['order', 'payment']))
        await setTimeout(random.integer(0, 10))
        await ways[kill % ways.length]?.(shop)
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

function serverOf({ server }: Environment): NonNullable<Environment['server']> {
  if (!server) throw new Error('There is no server to kill')
  return server
}

async function killServer({ environment }: ProofShop): Promise<void> {
  const server = serverOf(environment)
  await server.kill9()
  await server.restart()
}

/** Kills the process of one connection, after which the server ends all others and recovers. */
async function killConnection({ environment }: ProofShop): Promise<void> {
  const pid = await environment.query(async (pool) => {
    const { rows } = await pool.query<{ pid: number }>(`select pid from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
      order by state = 'active' desc limit 1`)
    return rows[0]?.pid
  })
  if (!pid) throw new Error('There is no connection to kill')
  process.kill(pid, 'SIGKILL')
}

async function killServerAndShop(shop: ProofShop): Promise<void> {
  const server = serverOf(shop.environment)
  await Promise.all([server.kill9(), shop.kill()])
  // An embedded server is started by the shop.
  if (shop.environment.settings.DATABASE_URL) await server.restart()
  await shop.start()
}
