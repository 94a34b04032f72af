import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { ADMIN, BULK_BUYER } from '../prove/growth-rows.ts'
import { fillShop, middleOrder, openSession } from '../prove/growth-shop.ts'
import { startPostgres } from '../src/platform/testing/postgres-server.ts'
import { startTestShop } from '../src/server/testing/shop-process.ts'
import { createAccessTokens } from '../src/shop/auth/access/access-token.server.ts'
import { memoryMb, peakMemoryMb } from './processor-time.ts'
import { type Rows, report } from './report.ts'

const AUTH_SECRET = 'of the bench alone, long enough for a shop'
const SIZES = { small: 1_000, large: Number(process.env.BENCH_GROWTH ?? 1_000_000) }
const TRIES = 60

/** `#` is another number in each request; `$` names a position in the list, which depends on its length. */
const reads = {
  'a product': '/api/products/$product',
  'count of products': '/api/productsCount?n=#',
  'products, first page': '/api/products?size=10&page=0&n=#',
  'products, middle page': '/api/products?size=10&page=$middle',
  'products, last page': '/api/products?size=10&page=$last',
  'admin, by name, middle page': '/api/products/manage?sort=name&page=$middle',
  'admin, by price, last page': '/api/products/manage?sort=price&page=$last',
  'admin, by quantity, first page': '/api/products/manage?sort=quantity&page=0',
  'a category, middle page': '/tools/category/wrenches?page=$category',
  'all categories': '/tools?n=#',
  sitemap: '/sitemap.xml',
  'a page of posts': '/blogs?page=1&n=#',
  'a legal page': '/pages/terms?n=#',
  'a table of results': '/purchase?q=wrench&view=table&n=#',
  'an order': '/api/purchase/order/$order',
  'my orders': '/api/orders?size=20',
  'my orders, in the middle': '/api/orders?size=20&before=$order',
  'my orders, a word': '/api/orders?size=20&search=wrench',
  'my orders, summary': '/api/orders/summary',
  'all orders, in the middle': '/api/orders/all?size=20&before=$order',
  'all orders, a word': '/api/orders/all?size=20&search=wrench',
  'unpaid orders': '/api/orders/all?size=20&state=unpaid',
  'orders of a buyer with half of all': '/api/orders/all?size=20&buyer=$bulk',
  'all orders, by buyer': '/api/orders/all?size=20&sort=buyer',
  'all orders, summary': '/api/orders/all/summary',
  'all orders, summary of a word': '/api/orders/all/summary?search=wrench',
  'a customer with half of all orders': '/api/customers/$bulk',
  'sales of today': '/api/dashboard/sales?days=1',
  'sales of 7 days': '/api/dashboard/sales?days=7',
  'sales of 30 days': '/api/dashboard/sales?days=30',
  'users, middle page': '/api/users?size=20&page=$users',
  'admin overview': '/api/dashboard/overview',
  'suggest, 3 letters': '/api/products/suggest?q=ham',
  'suggest, a name and a number': '/api/products/suggest?q=wrench 1#',
  'search, a size': '/api/products/search?q=1# mm',
  'search, a word in most': '/api/products/search?q=steel&page=#',
  'search, a category with facets': '/api/products/search?category=wrenches&price=#..',
  'search, a category by price, deep': '/api/products/search?category=wrenches&sort=price&page=14#',
  'search, a filter': '/api/products/search?q=wrench&spec.material=CrV steel&page=#',
}
const ofBuyer = /api\/orders(?!\/all)/

const server = await startPostgres({ durable: false })
try {
  await measureGrowth(server.url)
} finally {
  await server.stop()
}

/** Compares a shop of a thousand products and orders with one of a million, taking turns. */
async function measureGrowth(serverUrl: string): Promise<void> {
  // The small one last: access tokens end before another large one is filled.
  const large = await openShop(serverUrl, 'large')
  const small = await openShop(serverUrl, 'small')
  const rows: Rows = {}
  try {
    for (const [name, path] of Object.entries(reads)) {
      const times = { small: [] as number[], large: [] as number[] }
      // The first request after a start computes what the shop then caches.
      await Promise.all([small.time(path, TRIES), large.time(path, TRIES)])
      for (let attempt = 0; attempt < TRIES; attempt++) {
        times.small.push(await small.time(path, attempt))
        times.large.push(await large.time(path, attempt))
      }
      const [few, many] = [sorted(times.small), sorted(times.large)]
      rows[name] = {
        'ms with 1,000': rounded(middleOf(few)),
        'ms with 1,000,000': rounded(middleOf(many)),
        ratio: rounded(middleOf(many) / middleOf(few)),
        'p99 ms with 1,000,000': rounded(many.at(-1)),
      }
    }
    report('Reads of 1,000 and of 1,000,000 products and orders', rows)
    report('All orders of a buyer with 500,000 as one list', { streamed: await large.readAll() })
  } finally {
    await small.stop()
    await large.stop()
  }
}

async function openShop(serverUrl: string, database: 'small' | 'large') {
  const size = SIZES[database]
  const url = new URL(serverUrl)
  await withClient(url.href, (client) => client.query(`create database ${database}`))
  url.pathname = database
  const dataDir = mkdtempSync(join(tmpdir(), 'forgewell-bench-'))
  const settings = { DATABASE_URL: url.href, DATA_DIR: dataDir, AUTH_SECRET }
  await (await startTestShop(settings)).stop()
  const started = performance.now()
  const values = await withClient(url.href, async (client) => {
    await fillShop(client, size)
    const tokens = await createAccessTokens(AUTH_SECRET, () => new Date())
    return {
      admin: await tokens.issue(await openSession(client, ADMIN)),
      buyer: await tokens.issue(await openSession(client, BULK_BUYER)),
      bulk: (await client.query('select id from account where email = $1', [BULK_BUYER])).rows[0].id,
      product: (await client.query('select id from product offset 500 limit 1')).rows[0].id,
      order: await middleOrder(client, size),
    }
  })
  console.log(`${size} of each made in ${Math.round((performance.now() - started) / 1000)} s`)
  const shop = await startTestShop(settings)
  const pathOf = (path: string, attempt: number) =>
    path
      .replaceAll('#', `${attempt % 97}`)
      .replace('$product', values.product)
      .replace('$order', values.order)
      .replace('$bulk', values.bulk)
      .replace('$middle', `${Math.round(size / 20) - (attempt % 40)}`)
      .replace('$last', `${Math.floor(size / 10) - 1}`)
      .replace('$category', `${Math.floor(size / 400)}`)
      .replace('$users', `${Math.floor(size / 400)}`)
  const read = async (path: string) => {
    const token = ofBuyer.test(path) || path.includes(BULK_BUYER) ? values.buyer : values.admin
    const headers = { Authorization: `Bearer ${token}` }
    const answer = await fetch(encodeURI(shop.url + path), { headers })
    // 422: too many matches, the search must be narrowed.
    if (!answer.ok && answer.status !== 422) throw new Error(`${path} responded ${answer.status}`)
    return answer
  }
  return {
    /** The milliseconds until a response is read; infinite for a search that must be narrowed. */
    time: async (path: string, attempt: number): Promise<number> => {
      const start = performance.now()
      const answer = await read(pathOf(path, attempt))
      const text = await answer.text()
      const ms = performance.now() - start
      return answer.ok && !text.includes('"isTooSlow":true') ? ms : Number.POSITIVE_INFINITY
    },
    readAll: async (): Promise<Rows[string]> => {
      const start = performance.now()
      const before = memoryMb(shop.pid)
      let bytes = 0
      const { body } = await read(`/api/purchase/${BULK_BUYER}`)
      for await (const chunk of body ?? []) bytes += chunk.length
      return {
        MB: Math.round(bytes / 1e6),
        seconds: rounded((performance.now() - start) / 1000),
        'peak MB above idle': peakMemoryMb(shop.pid) - before,
      }
    },
    stop: async () => {
      await shop.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(url)
  await client.connect()
  return work(client).finally(() => client.end())
}

function sorted(times: number[]): number[] {
  return times.toSorted((a, b) => a - b)
}

function middleOf(times: number[]): number {
  return times[Math.floor(times.length / 2)] ?? Number.NaN
}

function rounded(number = Number.NaN): number {
  return Math.round(number * 100) / 100
}
