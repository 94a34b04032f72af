import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { audit } from '#prove/audit.ts'
import { isPaid } from '#prove/buyer-actions.ts'
import type { Scenario } from '#prove/scenario.ts'
import { type ProofShop, withShopIn } from '#prove/shop.ts'
import { waitUntilConsistent } from '#prove/wait-until-consistent.ts'
import { until } from '#prove/waiting.ts'
import { compareOrders, startWorkload } from '#prove/workload.ts'
import { descriptorLimit } from './descriptor-limit.ts'
import { quantile } from './open-loop.ts'
import { watchReplies } from './watch-replies.ts'

const CONNECTIONS = 10_000
/** More than all connections at once, so that descriptors suffice for both processes. */
const DESCRIPTORS = 12_000
const AT_ONCE = 100
// As in src/server/start.server.ts.
const PER_IP = 100
const HOLD_MS = 20_000
const LIMITED_WITHIN_MS = 10_000
const GROWTH_LIMIT_MB = 150
const ANSWER_LIMIT_MS = 5_000

/** Ten thousand connections that send nothing, from a hundred addresses, and from a single one. */
export const idleConnections: Scenario = {
  name: '10,000 idle connections',
  notApplicable: ({ isShort }) => {
    if (isShort) return 'only in the full form; src/platform/http/listen/listen.test.ts runs in npm test'
    const allowed = descriptorLimit()
    if (allowed >= DESCRIPTORS) return undefined
    return `only ${allowed} file descriptors are allowed (ulimit -n), ${DESCRIPTORS} are needed`
  },
  run: async ({ environments, random }) => {
    const outside = outsideAddress()
    const settings = {
      ...(outside && { HOST: '0.0.0.0', DEMO_PUBLIC: '1', TRUSTED_PROXY: 'none' }),
    }
    return withShopIn(
      await environments.open(),
      async (shop) => {
        const replies = watchReplies(shop, ANSWER_LIMIT_MS)
        const durations: number[] = []
        shop.watch(({ milliseconds }) => durations.push(milliseconds))
        const workload = startWorkload(shop, random.fork('workload'))
        // Orders go on all the time. First without idle connections, since memory grows with the first orders too.
        const orderFor = async (ms: number) => {
          const endsAt = performance.now() + ms
          while (performance.now() < endsAt) {
            await workload.more(5)
            await setTimeout(100)
          }
        }
        await orderFor(HOLD_MS)
        const before = memoryMb(shop)
        durations.length = 0
        const idle = await openIdle(shop, CONNECTIONS, (index) => ({
          host: '127.0.0.1',
          localAddress: `127.0.1.${1 + (index % 100)}`,
        }))
        await orderFor(HOLD_MS)
        const held = idle.filter(({ destroyed }) => !destroyed).length
        const after = memoryMb(shop)
        for (const socket of idle) socket.destroy()
        const single = outside ? await openIdle(shop, 2 * PER_IP, () => ({ host: outside })) : []
        const openOf = (sockets: Socket[]) => sockets.filter(({ destroyed }) => !destroyed).length
        // A connection counts when the shop has accepted it, which takes a while after so many others.
        await until('the connections of one address are limited', LIMITED_WITHIN_MS, async () => {
          return openOf(single) <= PER_IP
        }).catch(() => {})
        const heldBySingle = openOf(single)
        for (const socket of single) socket.destroy()
        await workload.finish()
        const sorted = durations.sort((a, b) => a - b)
        const inconsistent = await waitUntilConsistent(shop, isPaid)
        const stored = await audit(shop, (pool) => compareOrders(pool, workload))
        const limits = [
          ...(replies.silent > 0 ? [`${replies.silent} requests got no response`] : []),
          ...(after - before > GROWTH_LIMIT_MB ? [`memory grew by ${after - before} MB`] : []),
          ...(heldBySingle > PER_IP ? [`one address held ${heldBySingle} connections`] : []),
        ]
        const fromOne = outside
          ? `${heldBySingle} of ${2 * PER_IP} from one address`
          : 'one address not tried, because this machine has no address but loopback'
        return {
          tries: idle.length + single.length,
          counted: `${held} of ${idle.length} idle connections left after ${HOLD_MS / 1000} s, ${fromOne}; ${workload.ordered.length} orders acknowledged meanwhile, requests p50 ${quantile(sorted, 0.5)} ms, p99 ${quantile(sorted, 0.99)} ms; memory ${before} MB before, ${after} MB after`,
          deviations: [
            ...[...workload.deviations, ...replies.deviations, ...limits],
            ...[...inconsistent, ...stored],
          ],
        }
      },
      { settings },
    )
  },
}

type From = { host: string; localAddress?: string }

/** Opens connections that never send anything; fails when one can't be opened. */
async function openIdle(shop: ProofShop, count: number, from: (index: number) => From): Promise<Socket[]> {
  const port = Number(new URL(shop.running().url).port)
  const sockets: Socket[] = []
  while (sockets.length < count) {
    const opening = Array.from({ length: AT_ONCE }, async (_, index) => {
      const socket = connect({ port, ...from(sockets.length + index) })
      socket.on('error', () => {})
      // Otherwise a response before the end keeps the end from being noticed.
      socket.resume()
      await once(socket, 'connect')
      return socket
    })
    sockets.push(...(await Promise.all(opening)))
  }
  return sockets
}

/** An IPv4 address of this machine that is not loopback, whose connections count as a visitor's. */
function outsideAddress(): string | undefined {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address
}

function memoryMb(shop: ProofShop): number {
  const status = readFileSync(`/proc/${shop.running().pid}/status`, 'utf8')
  return Math.round(Number(/^VmRSS:\s*(\d+)/m.exec(status)?.[1]) / 1024)
}
