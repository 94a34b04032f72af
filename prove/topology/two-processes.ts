import { freePort } from '#platform/testing/free-port.ts'
import { audit } from '#prove/audit.ts'
import { cancelOrder, isPaid, placeOrder } from '#prove/buyer-actions.ts'
import { PRODUCTS } from '#prove/seed.ts'
import type { ProofShop } from '#prove/shop.ts'
import { waitUntilConsistent } from '#prove/wait-until-consistent.ts'
import { until } from '#prove/waiting.ts'
import { compareOrders, orderAllAgain, startWorkload } from '#prove/workload.ts'
import { PROXY_ADDRESS, startNginx } from './nginx.ts'
import { startGroup } from './shop-group.ts'
import type { TopologyScenario } from './topology.ts'
import { readPage } from './visitors.ts'

/** The lifetime of a cached response plus the rendering time on a busy machine. */
const STALE_LIMIT_MS = 2_000

/** Two shops behind nginx: one is killed under load and started again, and both show what the other sold. */
export const twoProcesses: TopologyScenario = {
  name: 'Two processes behind nginx, one killed under load',
  run: async ({ open, services: createServices, random, isShort }) => {
    const services = createServices()
    const ports: [number, number] = [await freePort(), await freePort()]
    const nginx = await startNginx(services, await freePort(), ports)
    const settings = ports.map((port) => ({
      PORT: `${port}`,
      PUBLIC_URL: nginx.url,
      TRUSTED_PROXY: PROXY_ADDRESS,
    }))
    const { shop, members, restart } = await startGroup(await open(), settings, nginx.url)
    try {
      const kills = isShort ? 1 : 5
      const workload = startWorkload(shop, random.fork('workload'))
      for (let kill = 0; kill < kills; kill++) {
        await workload.more(random.integer(20, 60))
        const victim = random.integer(0, 1)
        await members[victim]?.kill()
        await restart(victim)
      }
      await workload.more(20)
      await workload.finish()
      const cancelled: string[] = []
      const urls = members.map(({ url }) => url)
      const stale = await slowestNews(urls, shop, cancelled)
      const again = await orderAllAgain(shop, workload)
      const inconsistent = await waitUntilConsistent(shop, isPaid)
      const deviations = await audit(shop, async (pool) => {
        const differences = await compareOrders(pool, workload)
        return differences.filter((line) => !cancelled.some((id) => line.includes(id)))
      })
      return {
        tries: kills,
        counted: `${workload.ordered.length} orders and ${workload.paid.length} payments acknowledged; a sale seen by both after at most ${Math.ceil(stale)} ms`,
        deviations: [
          ...(stale > STALE_LIMIT_MS ? ['one process kept a stale response'] : []),
          ...workload.deviations,
          ...again,
          ...inconsistent,
          ...deviations,
        ],
      }
    } finally {
      await services.stopAll()
    }
  },
}

type Answer = { askedAt: number; quantity: number | undefined }

/** Asks each process for a product. */
async function ask(urls: string[]): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const url of urls) {
    const askedAt = performance.now()
    const { status, body } = await readPage(`${url}/api/products/${PRODUCTS[0]}`)
    answers.push({ askedAt, quantity: status === 200 ? JSON.parse(body).quantity : undefined })
  }
  return answers
}

/** The longest time, in milliseconds, after which a request still got the stock before a sale or its cancellation. */
async function slowestNews(urls: string[], shop: ProofShop, cancelled: string[]): Promise<number> {
  const [product = ''] = PRODUCTS
  let longest = 0
  const untilAllShow = async (expected: number) => {
    const since = performance.now()
    let stale = 0
    await until('all processes show the sale', 2 * STALE_LIMIT_MS, async () => {
      const old = (await ask(urls)).filter(({ quantity }) => quantity !== expected)
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
