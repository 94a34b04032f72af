import { once } from 'node:events'
import { connect } from 'node:net'
import { createDb } from '#platform/database/database.server.ts'
import type { Environment, Environments } from '#prove/environment/environment.ts'
import { processorTime, reportsProcessorTime } from '#prove/processor-time.ts'
import type { Scenario } from '#prove/scenario.ts'
import { type ProofShop, withShopIn } from '#prove/shop.ts'
import { seedProducts } from '#scripts/operator/variants/seed-products.server.ts'
import { type CostlyRequest, costlyRequests } from './costly-requests.ts'

/** How often an ordinary request's processor time any other request may take. */
const MAX_TIMES = 20
const MANY_PRODUCTS = 100_000
const WARM_UP = 100
const ORDINARY = 30
/** The median of so many decides; more of them only for a request that seemed too costly. */
const TRIES = 3
const MORE_TRIES = 9
/** Requests of the fuzz that are measured. */
const REPEATED = 20

/** No head of a request up to 16 KB takes more than 20 times the processor time of an ordinary 404. */
export const requestCost: Scenario = {
  name: 'processor time of requests',
  notApplicable: () => (reportsProcessorTime() ? undefined : 'only where the system reports it'),
  run: async ({ environments, isShort }) =>
    withShopIn(await openCatalogue(environments, isShort), async (shop) => {
      const ordinary = await ordinaryCost(shop)
      const requests = costlyRequests(await builtVersion(shop))
      const deviations: string[] = []
      let worst = { name: '', times: 0 }
      for (const request of requests) {
        let cost = await medianCost(shop, request, TRIES)
        if (cost > MAX_TIMES * ordinary) cost = await medianCost(shop, request, MORE_TRIES)
        const times = cost / ordinary
        if (times > worst.times) worst = { name: request.name, times }
        if (times <= MAX_TIMES) continue
        deviations.push(`${request.name}: ${times.toFixed(0)} times an ordinary request’s time`)
      }
      return {
        tries: requests.length,
        counted: `the costliest, ${worst.name}: ${worst.times.toFixed(1)} times the processor time of an ordinary 404 (${ordinary.toFixed(1)} ms)`,
        deviations,
      }
    }),
}

/** The products of the proof; in the full form the demo's, with 100,000 variants of them. */
async function openCatalogue(environments: Environments, isShort: boolean): Promise<Environment> {
  if (isShort) return environments.open()
  const environment = await environments.open({ empty: true })
  // Its first start fills the demo, which the variants need.
  await withShopIn(environment, async () => {})
  const { ok, message } = await environment.query((pool) =>
    seedProducts(createDb(pool), MANY_PRODUCTS, 'demo'),
  )
  if (!ok) throw new Error(message)
  return environment
}

/** The version of the built pages, which their manifest is named after. */
async function builtVersion(shop: ProofShop): Promise<string> {
  const page = await (await fetch(shop.running().url)).text()
  const [, version] = /\/manifest-(\w+)\.js/.exec(page) ?? []
  if (version === undefined) throw new Error('The page names no manifest')
  return version
}

/** The processor time of a page that does not exist, in milliseconds, after the code is warm. */
async function ordinaryCost(shop: ProofShop): Promise<number> {
  const request = { name: 'ordinary', target: '/nowhere', headers: 'Accept: */*' }
  for (let warm = 0; warm < WARM_UP; warm++) await send(shop, request)
  return medianCost(shop, request, ORDINARY)
}

async function medianCost(shop: ProofShop, request: CostlyRequest, tries: number): Promise<number> {
  const { pid } = shop.running()
  const costs: number[] = []
  while (costs.length < tries) {
    const before = processorTime(pid)
    await send(shop, request)
    costs.push(processorTime(pid) - before)
  }
  return costs.sort((a, b) => a - b)[Math.floor(tries / 2)] ?? 0
}

/** Sends a request as it is, which clients of a library would change, and reads the whole answer. */
async function send(shop: ProofShop, { target, headers }: CostlyRequest): Promise<void> {
  const { hostname, port, host } = new URL(shop.running().url)
  const socket = connect({ host: hostname, port: Number(port), family: 4 })
  socket.on('error', () => {})
  socket.resume()
  socket.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${headers}\r\n\r\n`)
  await once(socket, 'close')
}

/** Repeats the slowest of these requests one by one, and returns those that cost too much. */
export async function costlyVisits(
  shop: ProofShop,
  visits: { path: string; milliseconds: number }[],
): Promise<string[]> {
  if (!reportsProcessorTime()) return []
  const ordinary = await ordinaryCost(shop)
  const slowest = visits.sort((a, b) => b.milliseconds - a.milliseconds)
  const deviations: string[] = []
  for (const { path } of slowest.slice(0, REPEATED)) {
    const request = { name: path, target: path, headers: 'Accept: */*' }
    const times = (await medianCost(shop, request, MORE_TRIES)) / ordinary
    if (times <= MAX_TIMES) continue
    deviations.push(`GET ${path.slice(0, 200)}: ${times.toFixed(0)} times an ordinary request’s time`)
  }
  return deviations
}
