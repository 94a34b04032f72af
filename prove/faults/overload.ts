import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { audit } from '#prove/audit.ts'
import { AUTH_SECRET } from '#prove/environment/environment.ts'
import type { Random } from '#prove/random.ts'
import type { Scenario } from '#prove/scenario.ts'
import { BUYERS, PRODUCTS, userId } from '#prove/seed.ts'
import { type ProofShop, withShopIn } from '#prove/shop.ts'
import { until } from '#prove/waiting.ts'
import { createAccessTokens } from '#shop/auth/access/access-token.server.ts'
import { type LoadReply, type LoadRequest, openLoad, quantile } from './open-loop.ts'
import { probe } from './watch-replies.ts'

const TIMES = 5
const SECONDS = 120
const MEASURED_SECONDS = 10
// Below the limit of requests in progress, so that none is refused while the capacity is measured.
const AT_CAPACITY = 16
// A request waits up to a second.
const P99_LIMIT_MS = 1_500
const NORMAL_MS = 500
const RECOVER_LIMIT_MS = 10_000
// Raises the buyers' limits, which are not tested here.
const SETTINGS = {
  OPEN_ORDERS: '1000000 orders, $999999999, 100%',
}

/** Five times as many requests as the shop can answer: half of them orders, half of them pages. */
export const overload: Scenario = {
  name: 'Overload five times over capacity',
  notApplicable: ({ isShort }) => (isShort ? 'only in the full form' : undefined),
  run: async ({ environments, random }) =>
    withShopIn(
      await environments.open(),
      async (shop) => {
        const load = openLoad(shop.running().url)
        const next = await requestsOf(random)
        const counts = { accepted: [] as number[], refused: 0, other: 0, withoutRetryAfter: 0 }
        const orders = new Set<string>()
        const remember = ({ status, text }: LoadReply, { method }: LoadRequest) => {
          if (status === 200 && method === 'POST') orders.add(JSON.parse(text)._id)
        }
        const count = (reply: LoadReply, sent: LoadRequest) => {
          remember(reply, sent)
          if (reply.status === 200) {
            counts.accepted.push(reply.milliseconds)
          } else if (reply.status === 503) {
            counts.refused += 1
            if (!reply.retryAfter) counts.withoutRetryAfter += 1
          } else counts.other += 1
        }
        const measure = () =>
          load.closedLoop(AT_CAPACITY, MEASURED_SECONDS, () => next('at capacity'), remember)
        // The first run warms up.
        const capacity = (await measure()) && (await measure())
        const health = watchHealth(shop)
        const rate = await load.openLoop(capacity * TIMES, SECONDS, () => next('over'), count)
        const unhealthy = await health.stop()
        const recoveryMs = await recover(load, () => next('page'))
        load.close()
        const sorted = counts.accepted.sort((a, b) => a - b)
        const p99 = quantile(sorted, 0.99)
        const deviations = [
          ...unhealthy,
          ...(counts.withoutRetryAfter > 0
            ? [`${counts.withoutRetryAfter} refusals without Retry-After`]
            : []),
          ...(counts.other > 0 ? [`${counts.other} requests got neither 200 nor 503`] : []),
          ...(p99 > P99_LIMIT_MS ? [`accepted requests took ${p99} ms (p99)`] : []),
          ...(recoveryMs > RECOVER_LIMIT_MS ? [`not normal for ${recoveryMs} ms`] : []),
        ]
        const stored = await audit(shop, (pool) => compareExactly(pool, orders))
        return {
          tries: sorted.length + counts.refused,
          counted: `capacity ${Math.round(capacity)} requests/s, then ${Math.round(rate)}/s for ${SECONDS} s: ${sorted.length} accepted (p50 ${quantile(sorted, 0.5)} ms, p99 ${p99} ms), ${counts.refused} refused with 503 and Retry-After, ${orders.size} orders, normal ${recoveryMs} ms afterwards`,
          deviations: [...deviations, ...stored],
        }
      },
      { settings: SETTINGS },
    ),
}

/** Returns requests of signed-in buyers, which no cache answers. */
async function requestsOf(random: Random) {
  const tokens = await createAccessTokens(AUTH_SECRET, () => new Date())
  const headers = await Promise.all(
    Array.from({ length: BUYERS - 1 }, async (_, index) => {
      const id = userId(index + 1)
      return `Bearer ${await tokens.issue({ accountId: id, sessionId: id })}`
    }),
  )
  let sent = 0
  return (phase: string): LoadRequest => {
    sent += 1
    const Authorization = random.pick(headers)
    if (phase === 'page' || sent % 2 === 0) {
      return { method: 'GET', path: '/purchase', headers: { Authorization } }
    }
    return {
      method: 'POST',
      path: '/api/perchase',
      headers: {
        Authorization,
        'Content-Type': 'application/json',
        'Idempotency-Key': `${phase} ${sent}`,
      },
      body: JSON.stringify({
        productId: random.pick(PRODUCTS),
        quantity: 1,
        name: 'Jane Buyer',
        address: '1 Anvil Street',
      }),
    }
  }
}

type Load = ReturnType<typeof openLoad>

/** Checks once a second that health checks are answered. */
function watchHealth(shop: ProofShop) {
  const deviations: string[] = []
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      for (const path of ['/healthz', '/readyz']) {
        const { status } = await probe(shop, path)
        if (status !== 200) deviations.push(`${path} returned ${status} under overload`)
      }
      await setTimeout(1_000)
    }
  })()
  return {
    stop: async () => {
      isOver = true
      await watching
      return deviations
    },
  }
}

/** Returns how long it takes until twenty requests in a row succeed quickly. */
async function recover({ send }: Load, next: () => LoadRequest): Promise<number> {
  const startedAt = performance.now()
  let inARow = 0
  await until('the shop is normal again', 6 * RECOVER_LIMIT_MS, async () => {
    const { status, milliseconds } = await send(next())
    inARow = status === 200 && milliseconds < NORMAL_MS ? inARow + 1 : 0
    return inARow >= 20
  })
  return Math.round(performance.now() - startedAt)
}

/** Compares the stored orders with the acknowledged ones: nothing refused may have been placed. */
async function compareExactly(pool: pg.Pool, acknowledged: Set<string>): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>('select id from order_line')
  const stored = new Set(rows.map(({ id }) => id))
  return [
    ...[...acknowledged].filter((id) => !stored.has(id)).map((id) => `order ${id} is lost`),
    ...[...stored].filter((id) => !acknowledged.has(id)).map((id) => `order ${id} was refused`),
  ]
}
