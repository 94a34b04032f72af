import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { withEmbeddedDatabase } from '../src/platform/testing/embedded-database.ts'
import { startTestShop, type TestShop } from '../src/server/testing/shop-process.ts'
import { createAccessTokens } from '../src/shop/auth/access/access-token.server.ts'
import { processorMs } from './processor-time.ts'
import { report } from './report.ts'
import { AUTH_SECRET, auditShop, fillShop } from './shops/order-shop.ts'

const ROWS = Number(process.env.BENCH_ROWS ?? 100_000)
const ORDERS_A_SECOND = 20

/**
 * Measures a file of 100,000 products, or of BENCH_ROWS: reading and comparing it, its pages, and applying it while orders
 * are placed. Afterwards the stock must match the orders.
 */
const dataDir = mkdtempSync(join(tmpdir(), 'forgewell-bench-'))
const customers = await fillShop({ dataDir })
const admin = await addAdminAndProducts()
const shop = await startTestShop({ DATA_DIR: dataDir, DATABASE_URL: '', AUTH_SECRET })
try {
  const started = performance.now()
  const memory = watchMemory(shop)
  const id = await uploadFile(shop)
  const compared = await waitFor(shop, id, 'compared')
  const compareSeconds = (performance.now() - started) / 1000
  const added = memory.stop()
  const pageMs = await slowestPage(shop, id)
  const placing = placeOrders(shop)
  const [applying, worked] = [performance.now(), allProcessorMs(shop.pid)]
  const { version } = compared
  await call(shop, 'POST', `/products/imports/${id}/apply`, { version })
  const applied = await waitFor(shop, id, 'applied')
  const applySeconds = (performance.now() - applying) / 1000
  const perRow = (allProcessorMs(shop.pid) - worked) / applied.done
  const latencies = await placing.stop()
  report(`A file of ${ROWS.toLocaleString('en-US')} products`, {
    'read and compare': {
      seconds: compareSeconds.toFixed(1),
      'MB added': added,
      rows: compared.counts.changed,
    },
    'a page of the comparison': { 'slowest ms': pageMs.toFixed(0) },
    apply: {
      seconds: applySeconds.toFixed(1),
      rows: applied.done,
      stale: applied.stale,
      'processor ms a row': perRow.toFixed(2),
    },
    'orders meanwhile': {
      orders: latencies.length,
      'p99 ms': percentile(latencies, 0.99).toFixed(0),
    },
  })
} finally {
  await shop.stop()
}
const { faults } = await auditShop({ dataDir })
rmSync(dataDir, { recursive: true })
if (faults.length > 0) throw new Error(faults.join('\n'))

async function addAdminAndProducts(): Promise<string> {
  const [account, session] = ['0191f7a0-0000-7000-8000-000000000001', '0191f7a0-0000-7000-8000-000000000002']
  await withEmbeddedDatabase(dataDir, async (pool) => {
    await pool.query(
      `insert into account (id, email, email_verified, name, role)
      values ($1, 'owen@example.com', true, 'Owen', 'admin')`,
      [account],
    )
    await pool.query(
      `insert into session (id, user_id, token, expires_at)
      values ($1, $2, 'of-the-bench', now() + interval '1 hour')`,
      [session, account],
    )
    await pool.query(
      `insert into product (id, sku, name, description, unit_price_cents, quantity, min_quantity, image)
      select gen_random_uuid(), 'B-' || n, 'Combination wrench ' || n,
        'Chrome vanadium steel, polished', 1250, 100, 10, '/media/x.webp'
      from generate_series(1, $1::integer) as n`,
      [ROWS],
    )
    await pool.query(`insert into stock_movement (product_id, delta, kind)
      select id, 100, 'opening' from product where sku like 'B-%'`)
    await pool.query('analyze')
  })
  const { issue } = await createAccessTokens(AUTH_SECRET, () => new Date())
  return issue({ accountId: account, sessionId: session })
}

async function uploadFile({ url }: TestShop): Promise<string> {
  const rows = Array.from(
    { length: ROWS },
    (_, n) => `B-${n + 1},Combination wrench ${n + 1} mm,13.75,110,Chrome vanadium steel`,
  )
  const form = new FormData()
  const file = ['SKU,Name,Price,Stock,Material', ...rows].join('\n')
  form.append('file', new Blob([file]), 'products.csv')
  const headers = { Authorization: `Bearer ${admin}`, Origin: url }
  const answer = await fetch(`${url}/api/products/imports`, { method: 'POST', body: form, headers })
  const body = (await answer.json()) as { _id: string }
  if (!answer.ok) throw new Error(JSON.stringify(body))
  return body._id
}

type Answer = {
  version: number
  status: string
  counts: { changed: number }
  done: number
  stale: number
}

async function call({ url }: TestShop, method: string, path: string, json?: object): Promise<Answer> {
  const headers = {
    Authorization: `Bearer ${admin}`,
    Origin: url,
    ...(json && { 'Content-Type': 'application/json' }),
  }
  const body = json && JSON.stringify(json)
  const answer = await fetch(`${url}/api${path}`, { method, headers, body })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json() as Promise<Answer>
}

async function waitFor(shop: TestShop, id: string, status: string): Promise<Answer> {
  for (;;) {
    const imported = await call(shop, 'GET', `/products/imports/${id}`)
    if (imported.status === status) return imported
    await setTimeout(250)
  }
}

async function slowestPage(shop: TestShop, id: string): Promise<number> {
  const times: number[] = []
  for (const page of [0, 1, 500, 1_000, 1_500, 1_999]) {
    const start = performance.now()
    await call(shop, 'GET', `/products/imports/${id}/rows?state=changed&size=50&page=${page}`)
    times.push(performance.now() - start)
  }
  return Math.max(...times)
}

/** Places orders at an even rate until stopped; returns their times. */
function placeOrders({ url }: TestShop) {
  const times: number[] = []
  const pending = new Set<Promise<void>>()
  let sent = 0
  const place = async () => {
    const start = performance.now()
    const productId = customers.products[sent % customers.products.length]
    const token = customers.tokens[sent % customers.tokens.length]
    sent += 1
    const answer = await fetch(`${url}/api/perchase`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        Origin: url,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ productId, quantity: 1, name: 'Jane', address: '1 Anvil Street' }),
    })
    if (!answer.ok) throw new Error(`An order: ${answer.status} ${await answer.text()}`)
    times.push(performance.now() - start)
  }
  const timer = setInterval(() => {
    const placing = place().finally(() => pending.delete(placing))
    pending.add(placing)
  }, 1000 / ORDERS_A_SECOND)
  return {
    stop: async () => {
      clearInterval(timer)
      await Promise.all(pending)
      return times
    },
  }
}

/** The processor time of the shop, its database and its workers, orders included. */
function allProcessorMs(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')
  const others = children.filter(Boolean).map((child) => allProcessorMs(Number(child)))
  return others.reduce((sum, ms) => sum + ms, processorMs(pid))
}

/** Watches the memory of the shop and its workers; returns by how many MB it grew at most. */
function watchMemory({ pid }: TestShop) {
  const before = memoryOf(pid)
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(pid))
  }, 100)
  return {
    stop: () => {
      clearInterval(timer)
      return Math.round((most - before) / 1024)
    },
  }
}

/** The proportional memory of a process and those that it started, without the database, in kB. */
function memoryOf(pid: number): number {
  const read = (file: string) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, 'utf8')
    } catch {
      return ''
    }
  }
  if (/postgres/.test(read('comm'))) return 0
  const children = read(`task/${pid}/children`).split(' ').filter(Boolean).map(Number)
  const own = Number(/^Pss:\s+(\d+)/m.exec(read('smaps_rollup'))?.[1] ?? 0)
  return children.reduce((sum, child) => sum + memoryOf(child), own)
}

function percentile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) * part)] ?? 0
}
