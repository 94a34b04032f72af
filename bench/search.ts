import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { fillShop } from '../prove/growth-shop.ts'
import { startPostgres } from '../src/platform/testing/postgres-server.ts'
import { startTestShop } from '../src/server/testing/shop-process.ts'
import { type Rows, report } from './report.ts'

const TRIES = Number(process.env.BENCH_TRIES ?? 200)
const SERVER_SIZES = (process.env.BENCH_PRODUCTS ?? '100000,1000000').split(',').map(Number)

/** Each request has a number in place of `#`, so that none is the same as the one before. */
const requests = {
  'suggest, 3 letters': 'suggest?q=ham',
  'suggest, a name and a number': 'suggest?q=wrench 1#',
  'suggest, a typing error': 'suggest?q=hamer',
  'a SKU': 'search?q=V-1#',
  'a size': 'search?q=1# mm',
  'a word in each tenth': 'search?q=hammer',
  'a word in most': 'search?q=steel',
  'a category, facets': 'search?category=wrenches&price=#..',
  'a category by price': 'search?category=wrenches&sort=price&page=1#',
  'a category, page 150': 'search?category=wrenches&page=14#',
  'two filters': 'search?q=wrench&spec.material=CrV steel&spec.length=1#..2#',
  'a range of all': 'search?spec.length=1#..1##',
  'in stock by stock': 'search?q=hammer&stock=1&sort=stock&page=1#',
  nothing: 'search?q=xylophone #',
}

const LINES = 200
const LISTS = 3
const WORST_CALLERS = 8
const COMMON =
  'wrench hammer drill plier saw bit set mm inch combination screwdriver socket chisel clamp tool kit'

const rows: Rows = {}

/** Measures pasted lists: of names as people write them, and a suggestion beside the worst lists. */
async function measureLists(url: string, name: string): Promise<void> {
  const worst = Array.from({ length: LINES }, (_, line) => `${COMMON} ${line}`)
  const times: number[] = []
  let skipped = 0
  for (let list = 0; list < LISTS; list++) {
    const answer = await fetch(`${url}/api/products?size=${LINES}&page=${list * 7}`)
    const names = ((await answer.json()) as { name: string }[]).map(({ name }, line) =>
      // In lower case, each tenth misspelled and each tenth without its last word.
      (line % 10 === 3
        ? name.replace(/[er]/, '')
        : line % 10 === 7
          ? name.replace(/ \S+$/, '')
          : name
      ).toLowerCase(),
    )
    const start = performance.now()
    skipped += await matchNames(url, names)
    times.push(performance.now() - start)
  }
  times.sort((a, b) => a - b)
  const beside: number[] = []
  const callers = Array.from({ length: WORST_CALLERS }, () => matchNames(url, worst))
  const finished = Promise.all(callers).then(() => true)
  for (let attempt = 0; ; attempt++) {
    const start = performance.now()
    await (await fetch(`${url}/api/products/suggest?q=ham${attempt % 97}`)).arrayBuffer()
    beside.push(performance.now() - start)
    if (await Promise.race([finished, Promise.resolve(false)])) break
  }
  beside.sort((a, b) => a - b)
  const round = (ms = 0) => Math.round(ms * 10) / 10
  for (const [row, of] of Object.entries({
    [`${LINES} pasted names`]: times,
    'suggest beside 8 worst lists': beside,
  })) {
    rows[row] = {
      ...rows[row],
      [`${name} p50`]: round(of[Math.floor(of.length / 2)]),
      [`${name} p99`]: round(of.at(-1)),
    }
  }
  console.log(`${skipped} names skipped of ${LINES * LISTS}`)
}

/** Returns how many names were not looked up in time. */
async function matchNames(url: string, names: string[]): Promise<number> {
  const answer = await fetch(`${url}/api/products/match`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ lines: names.map((name) => ({ sku: null, name: name.slice(0, 200) })) }),
  })
  if (!answer.ok) throw new Error(`The list responded ${answer.status}`)
  return ((await answer.json()) as { isSkipped: boolean }[]).filter(({ isSkipped }) => isSkipped).length
}

/** Measures the search with large catalogues: median and 99th percentile in milliseconds. */
async function measure(url: string, name: string): Promise<void> {
  console.log(`Measuring ${name}`)
  for (const [request, path] of Object.entries(requests)) {
    const times: number[] = []
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const number = String(attempt % 97)
      const start = performance.now()
      const answer = await fetch(`${url}/api/products/${encodeURI(path.replaceAll('#', number))}`)
      const body = await answer.json()
      if (!answer.ok || body.isTooSlow) times.push(Number.POSITIVE_INFINITY)
      else times.push(performance.now() - start)
    }
    times.sort((a, b) => a - b)
    const at = (share: number) => Math.round((times[Math.ceil(TRIES * share) - 1] ?? 0) * 10) / 10
    rows[request] = {
      ...rows[request],
      [`${name} p50`]: at(0.5),
      [`${name} p99`]: at(0.99),
    }
  }
}

const server = await startPostgres()
try {
  for (const size of SERVER_SIZES) await measureOnServer(server.url, size)
} finally {
  await server.stop()
}

async function measureOnServer(serverUrl: string, size: number): Promise<void> {
  const url = new URL(serverUrl)
  url.pathname = `products_${size}`
  await withClient(serverUrl, (client) => client.query(`create database products_${size}`))
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'forgewell-bench-'))
  try {
    const settings = { DATABASE_URL: url.href, DATA_DIR }
    await (await startTestShop(settings)).stop()
    await withClient(url.href, (client) => fillShop(client, size, 'products'))
    // Each in a shop of its own, because searches of one minute are limited.
    for (const measured of [measure, measureLists]) {
      const shop = await startTestShop(settings)
      await measured(shop.url, size.toLocaleString('en-US')).finally(shop.stop)
    }
  } finally {
    rmSync(DATA_DIR, { recursive: true, force: true })
  }
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client(url)
  await client.connect()
  await work(client).finally(() => client.end())
}

report('Search by catalogue size, ms (Infinity: asks to narrow the search)', rows)
