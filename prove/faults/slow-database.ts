import { setTimeout } from 'node:timers/promises'
import { audit } from '#prove/audit.ts'
import { isPaid } from '#prove/buyer-actions.ts'
import type { Random } from '#prove/random.ts'
import type { Scenario } from '#prove/scenario.ts'
import { type ProofShop, withShopIn } from '#prove/shop.ts'
import { waitUntilConsistent } from '#prove/wait-until-consistent.ts'
import { compareOrders, orderAllAgain, type RunningWorkload, startWorkload } from '#prove/workload.ts'
import { type DatabaseProxy, openDatabaseProxy } from './database-proxy.ts'
import { probe, watchReplies } from './watch-replies.ts'

const DATABASE_TIMEOUT_SECONDS = 3
// Five seconds for a connection, and the statement's limit with five seconds of grace.
const ANSWER_LIMIT_MS = 15_000
const READY_LIMIT_MS = 3_000
const HEALTH_LIMIT_MS = 1_000
const PAGE_LIMIT_MS = 6_000
const RECOVER_LIMIT_MS = 5_000

/** A proxy delays, freezes, cuts and refuses the connections to the database server. */
export const slowDatabase: Scenario = {
  name: 'Slow, frozen and cut database connections',
  notApplicable: ({ environments: { name } }) =>
    name === 'embedded' ? 'the connections to the embedded server are local sockets' : undefined,
  run: async ({ environments, random, isShort }) => {
    const environment = await environments.open()
    const proxy = await openDatabaseProxy(environment.settings.DATABASE_URL ?? '')
    const settings = {
      DATABASE_URL: proxy.url,
      DATABASE_TIMEOUT_SECONDS: `${DATABASE_TIMEOUT_SECONDS}`,
    }
    const disturb = async (shop: ProofShop) => {
      const replies = watchReplies(shop, ANSWER_LIMIT_MS)
      const workload = startWorkload(shop, random.fork('workload'))
      const disturbed = await disturbAll({ shop, proxy, workload, random, isShort })
      proxy.thaw()
      proxy.accept()
      await workload.finish()
      const again = await orderAllAgain(shop, workload)
      const inconsistent = await waitUntilConsistent(shop, isPaid)
      const deviations = await audit(shop, (pool) => compareOrders(pool, workload))
      return {
        tries: disturbed.tries,
        counted: `${workload.ordered.length} orders and ${workload.paid.length} payments acknowledged, ${replies.refused} times 503, slowest response ${replies.slowestMs} ms, first order at most ${disturbed.slowestRecoveryMs} ms after the end of a fault`,
        deviations: [
          ...[...workload.deviations, ...replies.deviations, ...disturbed.deviations],
          ...[...again, ...inconsistent, ...deviations],
        ],
      }
    }
    return withShopIn(environment, disturb, { settings }).finally(proxy.close)
  },
}

type Disturbance = {
  shop: ProofShop
  proxy: DatabaseProxy
  workload: RunningWorkload
  random: Random
  isShort: boolean
}

async function disturbAll({ shop, proxy, workload, random, isShort }: Disturbance) {
  const deviations: string[] = []
  let slowestRecoveryMs = 0
  const recover = async (what: string) => {
    const endedAt = performance.now()
    await workload.more(1)
    const tookMs = Math.round(performance.now() - endedAt)
    slowestRecoveryMs = Math.max(slowestRecoveryMs, tookMs)
    if (tookMs > RECOVER_LIMIT_MS) deviations.push(`after ${what} no order for ${tookMs} ms`)
  }
  const unreachable = async (what: string, milliseconds: number) => {
    await setTimeout(milliseconds)
    deviations.push(...(await checkHealth(shop, what)))
  }
  const rounds = isShort ? 1 : 4
  for (let round = 0; round < rounds; round++) {
    await workload.more(random.integer(10, 40))
    proxy.delay(random.integer(20, 150))
    await workload.more(isShort ? 5 : 20)
    proxy.delay(0)

    await shop.nextSent(random.pick(['order', 'payment']))
    proxy.freeze()
    // Shorter and longer than the limits of a statement and of a connection.
    await unreachable('freezing', isShort ? 500 : random.integer(1, 12) * 1_000)
    proxy.thaw()
    await recover('freezing')

    for (let cut = 0; cut < (isShort ? 2 : 5); cut++) {
      await shop.nextSent(random.pick(['order', 'payment']))
      await setTimeout(random.integer(0, 10))
      proxy.cutHalfway()
      await recover('cutting')
    }
    proxy.refuse()
    await unreachable('refusing', isShort ? 200 : 3_000)
    proxy.accept()
    await recover('refusing')
  }
  return { tries: rounds * 4, deviations, slowestRecoveryMs }
}

/** While the database is out of reach, the process is healthy but not ready. */
async function checkHealth(shop: ProofShop, what: string): Promise<string[]> {
  const [health, ready, page] = await Promise.all([
    probe(shop, '/healthz'),
    probe(shop, '/readyz'),
    probe(shop, `/purchase?q=${encodeURIComponent(what)}`),
  ])
  const deviations: string[] = []
  if (health.status !== 200 || health.milliseconds > HEALTH_LIMIT_MS) {
    deviations.push(`${what}: /healthz ${health.status} after ${health.milliseconds} ms`)
  }
  if (ready.status !== 503 || !ready.retryAfter || ready.milliseconds > READY_LIMIT_MS) {
    deviations.push(`${what}: /readyz ${ready.status} after ${ready.milliseconds} ms`)
  }
  if (page.status !== 503 || !page.retryAfter || page.milliseconds > PAGE_LIMIT_MS) {
    deviations.push(`${what}: a page ${page.status} after ${page.milliseconds} ms`)
  }
  return deviations
}
