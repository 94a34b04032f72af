import { setTimeout } from 'node:timers/promises'
import { audit } from '#prove/audit.ts'
import { isPaid } from '#prove/buyer-actions.ts'
import type { Scenario } from '#prove/scenario.ts'
import { type ProofShop, withShop } from '#prove/shop.ts'
import { waitUntilConsistent } from '#prove/wait-until-consistent.ts'
import { until } from '#prove/waiting.ts'
import { compareOrders, orderAllAgain, startWorkload } from '#prove/workload.ts'
import { watchReplies } from './watch-replies.ts'

const STOP_LIMIT_MS = 10_000
const ANSWER_LIMIT_MS = 10_000
const CLOSED_LIMIT_MS = 2_000

/** Stops the shop with SIGTERM while orders and payments are in flight, and starts it again. */
export const terminateUnderLoad: Scenario = {
  name: 'SIGTERM under load',
  run: ({ environments, random, isShort }) =>
    withShop(environments, async (shop) => {
      const stops = isShort ? 1 : 10
      const replies = watchReplies(shop, ANSWER_LIMIT_MS)
      const workload = startWorkload(shop, random.fork('workload'))
      const deviations: string[] = []
      let inFlight = 0
      let slowestMs = 0
      for (let stop = 0; stop < stops; stop++) {
        await workload.more(random.integer(10, 60))
        await shop.nextSent(stop % 2 === 0 ? 'order' : 'payment')
        await setTimeout(random.integer(0, 10))
        const waiting = shop.inFlight('order') + shop.inFlight('payment')
        inFlight += waiting
        const silentBefore = replies.silent
        const stopped = await terminate(shop)
        slowestMs = Math.max(slowestMs, stopped.milliseconds)
        deviations.push(...stopped.deviations)
        const unanswered = replies.silent - silentBefore
        if (unanswered > 0) deviations.push(`${unanswered} of ${waiting} requests got no response`)
        await shop.start()
      }
      await workload.finish()
      const again = await orderAllAgain(shop, workload)
      const inconsistent = await waitUntilConsistent(shop, isPaid)
      const stored = await audit(shop, (pool) => compareOrders(pool, workload))
      return {
        tries: stops,
        counted: `${workload.ordered.length} orders and ${workload.paid.length} payments acknowledged, ${inFlight} requests in progress at a SIGTERM and ${replies.silent} of them without a response, ended after at most ${slowestMs} ms`,
        deviations: [
          ...[...workload.deviations, ...replies.deviations, ...deviations],
          ...[...again, ...inconsistent, ...stored],
        ],
      }
    }),
}

/** Sends SIGTERM and checks how the process ends. */
async function terminate(shop: ProofShop): Promise<{ milliseconds: number; deviations: string[] }> {
  const process = shop.running()
  const startedAt = performance.now()
  await shop.stop()
  const milliseconds = Math.round(performance.now() - startedAt)
  const { code, signal } = await process.ended
  const problems = process.output().match(/Closing (failed|took too long)[^"]*/g) ?? []
  const deviations = problems.map((problem) => `the shop logged ${problem}`)
  if (milliseconds > STOP_LIMIT_MS) deviations.push(`the shop ended after ${milliseconds} ms`)
  if (code !== 0) deviations.push(`the shop ended with ${signal ?? `code ${code}`}`)
  return { milliseconds, deviations: [...deviations, ...(await connectionsLeft(shop))] }
}

/** Finds connections that the ended shop left at the database server. */
async function connectionsLeft({ environment }: ProofShop): Promise<string[]> {
  if (!environment.server) return []
  return environment.query(async (pool) => {
    const isNoneLeft = async () => {
      const { rows } = await pool.query(
        `select 1 from pg_stat_activity
         where datname = current_database() and application_name like 'forgewell%'`,
      )
      return rows.length === 0
    }
    return until('the database connections are closed', CLOSED_LIMIT_MS, isNoneLeft).then(
      () => [],
      ({ message }: Error) => [message],
    )
  })
}
