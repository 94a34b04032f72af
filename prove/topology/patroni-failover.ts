import pg from 'pg'
import { ignoreConnectionErrors } from '#platform/database/connection-pools.server.ts'
import { audit } from '#prove/audit.ts'
import { isPaid } from '#prove/buyer-actions.ts'
import { AUTH_SECRET, type Environment, makeDataDir, SETTINGS } from '#prove/environment/environment.ts'
import { seed } from '#prove/seed.ts'
import { waitUntilConsistent } from '#prove/wait-until-consistent.ts'
import { until } from '#prove/waiting.ts'
import { compareOrders, orderAllAgain, type RunningWorkload, startWorkload } from '#prove/workload.ts'
import { startPatroniCluster } from './patroni-cluster.ts'
import { startGroup } from './shop-group.ts'
import type { TopologyScenario } from './topology.ts'

const FAILOVER_LIMIT_MS = 180_000
const SAMPLE_MS = 20

/** Kills the machine of PostgreSQL's primary while buyers order and pay. */
export const patroniFailover: TopologyScenario = {
  name: 'kill -9 of the primary under Patroni, etcd and HAProxy',
  run: async ({ services: createServices, random, isShort }) => {
    const services = createServices()
    const cluster = await startPatroniCluster(services)
    try {
      await withPool(cluster.url, seed)
      const environment: Environment = {
        dataDir: makeDataDir(services.folder),
        settings: { ...SETTINGS, AUTH_SECRET, DATABASE_URL: cluster.url },
        query: (work) => withPool(cluster.url, work),
      }
      environment.settings.DATA_DIR = environment.dataDir
      const { shop, failures } = await startGroup(environment, [{}])
      const workload = startWorkload(shop, random.fork('workload'))
      const kills = isShort ? 1 : 2
      const gaps: number[] = []
      for (let kill = 0; kill < kills; kill++) {
        await workload.more(random.integer(40, 100))
        const gap = measureGap(workload)
        const killed = await cluster.killPrimary()
        const target = workload.ordered.length + 30
        await until('orders are taken again', FAILOVER_LIMIT_MS, async () => {
          return workload.ordered.length >= target
        })
        gaps.push(gap())
        await cluster.revive(killed)
      }
      await workload.more(30)
      await workload.finish()
      const again = await orderAllAgain(shop, workload)
      const inconsistent = await waitUntilConsistent(shop, isPaid)
      const deviations = await audit(shop, (pool) => compareOrders(pool, workload))
      const seconds = gaps.map((gap) => (gap / 1000).toFixed(1)).join(' and ')
      return {
        tries: kills,
        counted: `${workload.ordered.length} orders and ${workload.paid.length} payments acknowledged; no order for ${seconds} s after a kill, while ${failures.length} requests failed and were repeated; the killed server came back as a standby`,
        deviations: [...workload.deviations, ...again, ...inconsistent, ...deviations],
      }
    } finally {
      await cluster.stop()
      await services.stopAll()
    }
  },
}

/** Measures the longest time without an acknowledged order from now on; the result ends it. */
function measureGap({ ordered }: RunningWorkload): () => number {
  let longest = 0
  let count = ordered.length
  let since = performance.now()
  const look = () => {
    const now = performance.now()
    longest = Math.max(longest, now - since)
    if (ordered.length === count) return
    count = ordered.length
    since = now
  }
  const timer = setInterval(look, SAMPLE_MS)
  return () => {
    look()
    clearInterval(timer)
    return longest
  }
}

async function withPool<Result>(url: string, work: (pool: pg.Pool) => Promise<Result>): Promise<Result> {
  const pool = new pg.Pool({ connectionString: url })
  ignoreConnectionErrors(pool)
  return work(pool).finally(() => pool.end())
}
