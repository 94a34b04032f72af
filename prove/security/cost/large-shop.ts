import type pg from 'pg'
import { AUTH_SECRET } from '#prove/environment/environment.ts'
import { ADMIN, BULK_BUYER } from '#prove/growth-rows.ts'
import { fillShop, idOf, middleOrder, openSession } from '#prove/growth-shop.ts'
import { mainThreadTime, reportsProcessorTime } from '#prove/processor-time.ts'
import type { Scenario } from '#prove/scenario.ts'
import { callApi, type Received, request, type Sent, sessionCookie } from '#prove/security/client.ts'
import { operationsOf, type Parameter } from '#prove/security/fuzz/operations.ts'
import { withShopIn } from '#prove/shop.ts'
import { pageVerdicts } from '#server/testing/authorization/page-verdicts.ts'
import { createAccessTokens } from '#shop/auth/access/access-token.server.ts'
import { MAX_LINES } from '#shop/list-store/order-list.ts'

/** Products and orders; the demo has a tenth of this, or less. */
const SIZE = 10_000
const SHORT_SIZE = 1_000
const TRIES = 3
/** How long the thread that answers requests may work on a request, for each megabyte of its answer. */
const MAX_THREAD_MS = 100
/** The costliest requests that are reported. */
const REPORTED = 3

type Asked = { path: string; method?: string; body?: object }

/** Every list and page of a shop of ten times the demo, as each kind of caller, with its costliest query. */
export const largeShop: Scenario = {
  name: 'every page of a large shop',
  notApplicable: ({ environments }) => {
    if (environments.name === 'embedded') return 'only a superuser may fill a shop so quickly'
    return reportsProcessorTime() ? undefined : 'only where the system reports processor time'
  },
  run: async ({ environments, isShort }) => {
    const environment = await environments.open({ empty: true })
    // The first start fills the demo, of which the rows are variants.
    await withShopIn(environment, async () => {})
    const { callers, values, searches } = await environment.query((pool) =>
      plant(pool, isShort ? SHORT_SIZE : SIZE),
    )
    return withShopIn(environment, async (shop) => {
      const { url, pid } = shop.running()
      const { json } = await callApi(url, 'GET', '/openapi.json')
      const reads = [...apiPaths(json, values), ...pagePaths(values)]
      const requests = [...reads.map((path): Asked => ({ path })), ...searches]
      const costs: { title: string; ms: number }[] = []
      const deviations: string[] = []
      for (const { path, method = 'GET', body } of requests) {
        for (const [caller, sent] of Object.entries(callers)) {
          const title = `${method} ${path} as ${caller}`
          const { ms, answer } = await cost(pid, () => request(url, method, path, { ...sent, body }))
          const limit = MAX_THREAD_MS * Math.max(1, answer.bytes.length / 1_000_000)
          costs.push({ title, ms })
          if (ms > limit) deviations.push(`${title}: ${ms.toFixed()} ms of the thread that answers`)
          if (answer.status >= 500) deviations.push(`${title}: ${answer.status} ${answer.text}`)
        }
      }
      const costliest = costs.sort((a, b) => b.ms - a.ms).slice(0, REPORTED)
      const counted = costliest.map(({ title, ms }) => `${title}: ${ms.toFixed()} ms`).join('; ')
      return { tries: costs.length, counted: `the costliest: ${counted}`, deviations }
    })
  },
}

/** Fills the shop, and signs its callers in. */
async function plant(pool: pg.Pool, size: number) {
  const client = await pool.connect()
  try {
    await fillShop(client, size)
    const tokens = await createAccessTokens(AUTH_SECRET, () => new Date())
    const signIn = async (email: string): Promise<Sent> => {
      const session = await openSession(client, email)
      return { token: await tokens.issue(session), cookie: sessionCookie(session.sessionId) }
    }
    const callers = {
      visitor: {},
      'a buyer of half of all': await signIn(BULK_BUYER),
      'an admin': await signIn(ADMIN),
    }
    const order = await middleOrder(client, size)
    const product = await idOf(client, 'select id from product offset 500 limit 1')
    const customer = await idOf(client, 'select id from account where email = $1', BULK_BUYER)
    const values: Record<string, string> = {
      order,
      id: order,
      product,
      tool: product,
      customer,
      category: 'wrenches',
      payment: await idOf(client, 'select id from payment limit 1'),
      email: BULK_BUYER,
      number: await idOf(client, 'select number as id from orders where id = $1', order),
      kind: 'confirmation',
    }
    const { rows } = await client.query<{ id: string }>('select id from product limit $1', [MAX_LINES])
    const searches: Asked[] = [
      { method: 'POST', path: '/api/products/lookup', body: { ids: rows.map(({ id }) => id) } },
      { method: 'POST', path: '/api/products/match', body: { lines: rows.map(namedLine) } },
    ]
    return { callers, values, searches }
  } finally {
    client.release()
  }
}

const namedLine = (_: unknown, line: number) => ({ sku: null, name: `steel wrench ${line} mm` })

/** Each GET route without and with all its parameters. */
function apiPaths(document: Parameters<typeof operationsOf>[0], values: Record<string, string>) {
  return operationsOf(document)
    .filter(({ method }) => method === 'GET')
    .flatMap(({ path, parameters }) => {
      const filled = `/api${fill(path, values)}`
      const query = new URLSearchParams(
        parameters.filter((given) => given.in === 'query').map((given) => [given.name, costliest(given)]),
      )
      return query.size > 0 ? [filled, `${filled}?${query}`] : [filled]
    })
}

function pagePaths(values: Record<string, string>): string[] {
  return pageVerdicts.map(({ path }) => fill(path, values))
}

function fill(path: string, values: Record<string, string>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? name))
}

/** The largest number, the last choice, or a word that many rows contain. */
function costliest({ name, schema }: Parameter): string {
  const { maximum, enum: choices } = schema.anyOf?.[0] ?? schema
  if (name === 'page') return '0'
  return String(maximum ?? choices?.at(-1) ?? (name.startsWith('q') || name === 'search' ? 'wrench' : '1'))
}

async function cost(pid: number, send: () => Promise<Received>) {
  let answer = await send()
  const costs: number[] = []
  while (costs.length < TRIES) {
    const before = mainThreadTime(pid)
    answer = await send()
    costs.push(mainThreadTime(pid) - before)
  }
  return { answer, ms: costs.sort((a, b) => a - b)[Math.floor(TRIES / 2)] ?? 0 }
}
