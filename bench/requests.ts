import { fork } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { startTestShop, type TestShop } from '../src/server/testing/shop-process.ts'
import { processorMs } from './processor-time.ts'
import { type Rows, report } from './report.ts'

const CONNECTIONS = 32
const CROWD = 128
// Requests with an invalid token bypass the cache and get a visitor's response.
const UNCACHED = { authorization: 'Bearer of.no.body' }
const ROUNDS = 3
const ROUND_SECONDS = 2

/**
 * Compares cached responses of the shop with a bare Node server that sends the same bytes, taking
 * turns, and measures uncached ones by themselves. Ratios of processor time per request barely
 * depend on what else the machine does.
 */
const shop = await startTestShop()
try {
  const [product] = await (await fetch(`${shop.url}/api/products?size=1&page=0`)).json()
  const page = await (await fetch(`${shop.url}/`)).text()
  const script = /\/assets\/[\w.-]+\.js/.exec(page)?.[0] ?? '/'
  const cached = {
    'a list of ten': '/api/products?size=10&page=0',
    'one product': `/api/products/${product._id}`,
    'All Products': '/purchase',
    home: '/',
    'a script': script,
  }
  report('Cached responses, compared with a bare server', await sequentially(cached, compare))
  report('Uncached responses', await sequentially(cached, measureUncached))
  report(`Responses to ${CROWD} connections`, await sequentially(cached, measureCrowd))
} finally {
  await shop.stop()
}

type Load = { requests: number; seconds: number; p99: number; failures: number; cpuMs: number }

async function compare(path: string): Promise<Rows[string]> {
  const headers = { 'accept-encoding': 'br' }
  const bare = await startBareServer(shop, path, headers)
  const bareLoads: Load[] = []
  const shopLoads: Load[] = []
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      bareLoads.push(await load(bare.url, bare.pid, headers))
      shopLoads.push(await load(shop.url + path, shop.pid, headers))
    }
  } finally {
    bare.stop()
  }
  const [bareTotal, shopTotal] = [total(bareLoads), total(shopLoads)]
  return {
    'bare / s': bareTotal.rate,
    'shop / s': shopTotal.rate,
    'shop / bare': round(shopTotal.rate / bareTotal.rate),
    'processor, bare / shop': round(bareTotal.cpuUs / shopTotal.cpuUs),
    'bare p99 ms': bareTotal.p99,
    'shop p99 ms': shopTotal.p99,
    failures: bareTotal.failures + shopTotal.failures,
  }
}

async function measureUncached(path: string): Promise<Rows[string]> {
  const headers = { 'accept-encoding': 'br', ...UNCACHED }
  const { rate, cpuUs, p99, failures } = total([await load(shop.url + path, shop.pid, headers)])
  return { 'shop / s': rate, 'processor µs': cpuUs, 'p99 ms': p99, failures }
}

async function measureCrowd(path: string): Promise<Rows[string]> {
  const cached = total([await load(shop.url + path, shop.pid, {}, CROWD)])
  const uncached = total([await load(shop.url + path, shop.pid, UNCACHED, CROWD)])
  return {
    'cached p99 ms': cached.p99,
    'uncached p99 ms': uncached.p99,
    failures: cached.failures + uncached.failures,
  }
}

async function load(
  url: string,
  pid: number,
  headers: Record<string, string>,
  connections = CONNECTIONS,
): Promise<Load> {
  const before = processorMs(pid)
  const result = await autocannon({
    url,
    headers,
    connections,
    duration: ROUND_SECONDS,
  })
  return {
    requests: result['2xx'],
    seconds: result.duration,
    p99: result.latency.p99,
    failures: result.non2xx + result.errors,
    cpuMs: processorMs(pid) - before,
  }
}

function total(loads: Load[]) {
  const sum = (pick: (load: Load) => number) => loads.reduce((all, load) => all + pick(load), 0)
  const requests = sum((load) => load.requests)
  return {
    rate: Math.round(requests / sum((load) => load.seconds)),
    cpuUs: Math.round((sum((load) => load.cpuMs) * 1000) / requests),
    p99: Math.max(...loads.map((load) => load.p99)),
    failures: sum((load) => load.failures),
  }
}

/** Starts a bare server in its own process, with the bytes and headers of the shop's response. */
async function startBareServer({ url }: TestShop, path: string, headers: Record<string, string>) {
  // Not fetch, which decompresses the body.
  const [response] = await once(request(url + path, { headers }).end(), 'response')
  if (response.statusCode !== 200) throw new Error(`${path} responds ${response.statusCode}`)
  const body = Buffer.concat(await response.toArray())
  const { connection, date, 'transfer-encoding': chunked, ...sent } = response.headers
  const child = fork(join(import.meta.dirname, 'shops/bare-server.ts'))
  child.send({ body: body.toString('base64'), headers: sent })
  const [port] = await once(child, 'message')
  return { url: `http://127.0.0.1:${port}/`, pid: child.pid ?? 0, stop: () => child.kill() }
}

async function sequentially(
  paths: Record<string, string>,
  work: (path: string) => Promise<Rows[string]>,
): Promise<Rows> {
  const rows: Rows = {}
  for (const [name, path] of Object.entries(paths)) rows[name] = await work(path)
  return rows
}

function round(ratio: number): number {
  return Math.round(ratio * 100) / 100
}
