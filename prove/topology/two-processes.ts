import { readFileSync } from 'node:fs'
import { audit } from '#prove/audit.ts'
import { cancelOrder, isPaid, placeOrder } from '#prove/buyer-actions.ts'
import { PRODUCTS } from '#prove/seed.ts'
import type { ProofShop } from '#prove/shop.ts'
import { waitUntilConsistent } from '#prove/wait-until-consistent.ts'
import { until } from '#prove/waiting.ts'
import { compareOrders, orderAllAgain, startWorkload } from '#prove/workload.ts'
import { startGroup } from './shop-group.ts'
import type { TopologyScenario } from './topology.ts'
import { readPage } from './visitors.ts'

/** The lifetime of a cached response plus the rendering time on a busy machine. */
const STALE_LIMIT_MS = 2_000
const START_LIMIT_MS = 60_000
const STOP_LIMIT_MS = 12_000

/** WEB_PROCESSES=2: kills one of the processes under load, and compares what visitors of each see. */
export const twoProcesses: TopologyScenario = {
  name: 'WEB_PROCESSES=2, one process killed under load',
  run: async ({ open, random, isShort }) => {
    const environment = await open()
    const { shop, members } = await startGroup(environment, [{ WEB_PROCESSES: '2' }])
    const { url = '', pid = 0 } = members[0] ?? {}
    await until('two processes run', START_LIMIT_MS, async () => workersOf(pid).length === 2)
    const kills = isShort ? 1 : 5
    const workload = startWorkload(shop, random.fork('workload'))
    for (let kill = 0; kill < kills; kill++) {
      await workload.more(random.integer(20, 60))
      const victim = random.pick(workersOf(pid))
      process.kill(victim, 'SIGKILL')
      await until('the process is replaced', START_LIMIT_MS, async () => {
        const workers = workersOf(pid)
        return workers.length === 2 && !workers.includes(victim) && (await bothServe(url))
      })
    }
    await workload.more(20)
    await workload.finish()
    const cancelled: string[] = []
    const stale = await slowestNews(url, shop, cancelled)
    const metrics = await (await fetch(`${url}/metrics`)).text()
    const counted = Number(/^shop_orders_placed_total (\d+)/m.exec(metrics)?.[1] ?? 0)
    const again = await orderAllAgain(shop, workload)
    const inconsistent = await waitUntilConsistent(shop, isPaid)
    const stoppedAt = performance.now()
    await shop.stop()
    const stopMs = performance.now() - stoppedAt
    const deviations = await audit(shop, async (pool) => {
      const found = await compareOrders(pool, workload)
      return found.filter((line) => !cancelled.some((id) => line.includes(id)))
    })
    return {
      tries: kills,
      counted: `${workload.ordered.length} orders and ${workload.paid.length} payments acknowledged; a sale seen by both after at most ${Math.ceil(stale)} ms; metrics of both on one page (${counted} orders since the last kills); SIGTERM ended all in ${(stopMs / 1000).toFixed(1)} s`,
      deviations: [
        ...(stale > STALE_LIMIT_MS ? ['one process kept a stale response'] : []),
        ...(counted === 0 ? ['the metrics page counts no orders'] : []),
        ...(stopMs > STOP_LIMIT_MS ? ['stopping took more than 12 s'] : []),
        ...workload.deviations,
        ...again,
        ...inconsistent,
        ...deviations,
      ],
    }
  },
}

/** The processes that serve the port: children of the supervisor. */
function workersOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return children.split(' ').filter(Boolean).map(Number).filter(isWebProcess)
}

function isWebProcess(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('command.mjs')
  } catch {
    return false
  }
}

type Answer = { askedAt: number; quantity: number | undefined }

/** Asks for a product several times; connections go to the processes in turn. */
async function ask(url: string): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let asked = 0; asked < 6; asked++) {
    const askedAt = performance.now()
    const { status, body } = await readPage(`${url}/api/products/${PRODUCTS[0]}`)
    answers.push({ askedAt, quantity: status === 200 ? JSON.parse(body).quantity : undefined })
  }
  return answers
}

async function bothServe(url: string): Promise<boolean> {
  return (await ask(url)).every(({ quantity }) => quantity !== undefined)
}

/** The longest time, in milliseconds, after which a request still got the stock before a sale or its cancellation. */
async function slowestNews(url: string, shop: ProofShop, cancelled: string[]): Promise<number> {
  const [product = ''] = PRODUCTS
  let longest = 0
  const untilAllShow = async (expected: number) => {
    const since = performance.now()
    let stale = 0
    await until('all processes show the sale', 2 * STALE_LIMIT_MS, async () => {
      const old = (await ask(url)).filter(({ quantity }) => quantity !== expected)
      for (const { askedAt } of old) stale = Math.max(stale, askedAt - since)
      return old.length === 0
    })
    return stale
  }
  for (let number = 0; number < 5; number++) {
    const path = `/api/products/${product}`
    const { body: before } = await shop.send<{ quantity: number }>('other', path, { user: 1 })
    // Both processes have it in their caches.
    await untilAllShow(before.quantity)
    const { body } = await placeOrder(shop, 100, { product, quantity: 1, key: `news ${number}` })
    cancelled.push(body._id)
    longest = Math.max(longest, await untilAllShow(before.quantity - 1))
    await cancelOrder(shop, 100, body._id)
    longest = Math.max(longest, await untilAllShow(before.quantity))
  }
  return longest
}
