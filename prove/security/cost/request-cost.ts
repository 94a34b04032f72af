import { once } from 'node:events'
import { connect } from 'node:net'
import { processorTime, tellsProcessorTime } from '#prove/processor-time.ts'
import type { Scenario } from '#prove/scenario.ts'
import { type ProofShop, withShopIn } from '#prove/shop.ts'
import { COSTLY_REQUESTS, type CostlyRequest } from './costly-requests.ts'

/** How often an ordinary request's processor time any other request may take. */
export const MOST_TIMES = 20
const WARM_UP = 100
const ORDINARY = 30
/** The median of so many decides; more of them only for a request that seemed too costly. */
const TRIES = 3
const MORE_TRIES = 9

/** No head of a request up to 16 KB takes more than 20 times the processor time of an ordinary 404. */
export const requestCost: Scenario = {
  name: 'processor time of requests',
  notApplicable: () => (tellsProcessorTime() ? undefined : 'only where the system tells it'),
  run: async ({ environments }) =>
    withShopIn(await environments.open(), async (shop) => {
      const ordinary = await ordinaryCost(shop)
      const deviations: string[] = []
      let worst = { name: '', times: 0 }
      for (const request of COSTLY_REQUESTS) {
        let cost = await medianCost(shop, request, TRIES)
        if (cost > MOST_TIMES * ordinary) cost = await medianCost(shop, request, MORE_TRIES)
        const times = cost / ordinary
        if (times > worst.times) worst = { name: request.name, times }
        if (times <= MOST_TIMES) continue
        deviations.push(`${request.name}: ${times.toFixed(0)} times an ordinary request’s time`)
      }
      return {
        tries: COSTLY_REQUESTS.length,
        counted: `the costliest, ${worst.name}: ${worst.times.toFixed(1)} times the processor time of an ordinary 404 (${ordinary.toFixed(1)} ms)`,
        deviations,
      }
    }),
}

/** The processor time of a page that does not exist, in milliseconds, after the code is warm. */
export async function ordinaryCost(shop: ProofShop): Promise<number> {
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
  return costs.sort((one, other) => one - other)[Math.floor(tries / 2)] ?? 0
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
