import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { ignoreConnectionErrors } from '../src/platform/database/connection-pools.server.ts'
import { runningEmbeddedServer } from '../src/platform/database/embedded/running-server.server.ts'
import { startPostgres } from '../src/platform/testing/postgres-server.ts'
import { startTestShop } from '../src/server/testing/shop-process.ts'
import { CONNECTIONS, loadOrders } from './order-load.ts'
import { processorMs, serverProcessorMs } from './processor-time.ts'
import { type Rows, report } from './report.ts'
import { AUTH_SECRET, auditShop, type Customers, fillShop } from './shops/order-shop.ts'

const SECONDS = 8
const WARM_UP_SECONDS = 2

/**
 * Measures orders over HTTP, each with its own Idempotency-Key, by many buyers: for a thousand
 * products, then for a single one. Afterwards the stock must match the orders. For comparison, it
 * measures how many small inserts per second the database server commits. On a busy machine, compare
 * the processor time per order, which includes that of the shop's workers meanwhile.
 */
const rows: Rows = {}
await measure('embedded', undefined)
const server = await startPostgres()
try {
  await measure('PostgreSQL', server.url)
  rows['PostgreSQL, bare inserts'] = { '/ s': await commitsPerSecond(server.url) }
} finally {
  await server.stop()
}
report('Orders over HTTP', rows)

async function measure(database: string, databaseUrl: string | undefined): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'forgewell-bench-'))
  const where = databaseUrl ? { databaseUrl } : { dataDir }
  const customers = await fillShop(where)
  const shop = await startTestShop({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? '',
    TRUSTED_PROXY: '127.0.0.1',
    AUTH_SECRET,
  })
  const serverUrl = databaseUrl ?? runningEmbeddedServer(dataDir) ?? ''
  let placed = 0
  try {
    placed += await warmUp(shop.url, serverUrl, customers)
    for (const [what, products] of Object.entries({
      'spread over 1,000 tools': customers.products,
      'one hot tool': customers.products.slice(0, 1),
    })) {
      const used = async () => ({
        shop: processorMs(shop.pid),
        database: await serverProcessorMs(serverUrl),
      })
      const before = await used()
      const {
        requests,
        latency,
        errors,
        non2xx,
        '2xx': good,
      } = await loadOrders(shop.url, { ...customers, products }, SECONDS)
      const after = await used()
      const perOrder = (part: 'shop' | 'database') => Number(((after[part] - before[part]) / good).toFixed(2))
      placed += good
      rows[`${database}, ${what}`] = {
        '/ s': Math.round(requests.average),
        'p50 ms': latency.p50,
        'p99 ms': latency.p99,
        'shop ms/order': perOrder('shop'),
        'database ms/order': perOrder('database'),
        failures: non2xx + errors,
      }
    }
  } finally {
    await shop.stop()
  }
  const { orders, faults } = await auditShop(where)
  rmSync(dataDir, { recursive: true })
  // Orders in progress at the end may have been placed without a counted response.
  const uncounted = orders - placed
  if (uncounted < 0 || uncounted > 3 * CONNECTIONS) faults.push(`${placed} responses for ${orders} orders`)
  if (faults.length > 0) throw new Error(`The stock of ${database} is wrong: ${faults.join('; ')}`)
}

/**
 * Places some orders and analyzes the tables, as autovacuum does within a minute: sessions keep plans that
 * were made for empty tables until then. Returns the number of orders.
 */
async function warmUp(url: string, serverUrl: string, customers: Customers): Promise<number> {
  const { '2xx': placed } = await loadOrders(url, customers, WARM_UP_SECONDS)
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query('analyze')
  await client.end()
  return placed
}

/** Small inserts committed per second, on as many connections as the shop uses. */
async function commitsPerSecond(url: string): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: 20 })
  ignoreConnectionErrors(pool)
  await pool.query('create table if not exists ceiling (id bigint generated always as identity, note text)')
  const until = performance.now() + 3000
  let commits = 0
  const insert = async () => {
    while (performance.now() < until) {
      await pool.query({
        name: 'insert',
        text: 'insert into ceiling (note) values ($1)',
        values: ['a'],
      })
      commits += 1
    }
  }
  await Promise.all(Array.from({ length: 20 }, insert))
  await pool.end()
  return Math.round(commits / 3)
}
