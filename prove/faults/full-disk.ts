import { setTimeout } from 'node:timers/promises'
import { mountSmallDisk } from '#platform/testing/small-disk.ts'
import { audit } from '#prove/audit.ts'
import { isPaid } from '#prove/buyer-actions.ts'
import type { Scenario } from '#prove/scenario.ts'
import { PRODUCTS } from '#prove/seed.ts'
import { type ProofShop, withShopIn } from '#prove/shop.ts'
import { waitUntilConsistent } from '#prove/wait-until-consistent.ts'
import { until } from '#prove/waiting.ts'
import { compareOrders, orderAllAgain, startWorkload } from '#prove/workload.ts'
import { probe, watchReplies } from './watch-replies.ts'

const DISK_MEGABYTES = 384
const ANSWER_LIMIT_MS = 20_000
const REFUSE_LIMIT_MS = 30_000
const RECOVER_LIMIT_MS = 10_000

/** The disk of the database fills up under load and becomes free again. */
export const fullDisk: Scenario = {
  name: 'Full disk',
  notApplicable: ({ isShort }) => {
    if (isShort)
      return 'only in the full form; src/platform/database/full-disk.test.ts runs in npm run test:all'
    const disk = mountSmallDisk(1)
    if ('skipped' in disk) return disk.skipped
    disk.unmount()
    return undefined
  },
  run: async ({ environments, random }) => {
    const disk = mountSmallDisk(DISK_MEGABYTES)
    if ('skipped' in disk) throw new Error(disk.skipped)
    // A signal ends this process without the code below.
    process.once('exit', disk.unmount)
    const environment = await environments.open({ folder: disk.folder })
    const fill = async (shop: ProofShop) => {
      const replies = watchReplies(shop, ANSWER_LIMIT_MS)
      const workload = startWorkload(shop, random.fork('workload'))
      const deviations: string[] = []
      const counts = { restarts: 0, slowestMs: 0 }
      // Megabytes left.
      const rounds = [20, 0, 8, 0]
      for (const left of rounds) {
        await workload.more(random.integer(20, 60))
        const refusedBefore = replies.refused
        await disk.fill(left * 1024 * 1024)
        const isRefused = async () => replies.refused > refusedBefore + 20
        // A server may have room in its write-ahead log for some time.
        await until('orders are refused', REFUSE_LIMIT_MS, isRefused).catch(() => {})
        deviations.push(...(await checkReads(shop)))
        await setTimeout(2_000)
        disk.free()
        const freedAt = performance.now()
        const restarts = await restartEnded(shop)
        await workload.more(1)
        const ms = Math.round(performance.now() - freedAt)
        counts.restarts += restarts
        counts.slowestMs = Math.max(counts.slowestMs, ms)
        if (restarts === 0 && ms > RECOVER_LIMIT_MS) {
          deviations.push(`no order for ${ms} ms after space was free`)
        }
      }
      await workload.finish()
      const again = await orderAllAgain(shop, workload)
      const inconsistent = await waitUntilConsistent(shop, isPaid)
      const stored = await audit(shop, (pool) => compareOrders(pool, workload))
      if (replies.refused === 0) deviations.push('no round refused anything')
      return {
        tries: rounds.length,
        counted: `${workload.ordered.length} orders and ${workload.paid.length} payments acknowledged, ${replies.refused} times 503, slowest response ${replies.slowestMs} ms, first order at most ${counts.slowestMs} ms after space was free, ${counts.restarts} restarts`,
        deviations: [
          ...[...workload.deviations, ...replies.deviations, ...deviations],
          ...[...again, ...inconsistent, ...stored],
        ],
      }
    }
    const settings = { DATABASE_TIMEOUT_SECONDS: '3' }
    return withShopIn(environment, fill, { settings }).finally(environment.close)
  },
}

/** Reads work on a full disk, or say clearly that they don't. */
async function checkReads(shop: ProofShop): Promise<string[]> {
  const { status, retryAfter } = await probe(shop, `/api/products/${PRODUCTS[0]}`)
  if (status === 200 || (status === 503 && retryAfter !== null)) return []
  return [`a product on a full disk returned ${status}`]
}

/** Starts a server that has ended because of the full disk, as its supervisor would. Returns how many. */
async function restartEnded(shop: ProofShop): Promise<number> {
  const { server } = shop.environment
  const isBack = async () => (await probe(shop, '/readyz')).status === 200
  const isStillUp = await until('the server is back', RECOVER_LIMIT_MS, isBack).then(
    () => true,
    () => false,
  )
  if (isStillUp) return 0
  await server?.kill9()
  await server?.restart()
  return 1
}
