import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '../src/platform/database/database.server.ts'
import { startPostgres } from '../src/platform/testing/postgres-server.ts'
import { startTestShop } from '../src/testing/shop-process.ts'
import { type Rows, report } from './report.ts'

const TRIES = Number(process.env.BENCH_TRIES ?? 200)
const SERVER_SIZES = (process.env.BENCH_PRODUCTS ?? '100000,1000000').split(',').map(Number)
const EMBEDDED_SIZE = Number(process.env.BENCH_EMBEDDED_PRODUCTS ?? 100_000)

/** Each request has a number in place of `#`, so that none is the same as the one before. */
const requests = {
  'suggest, 3 letters': 'suggest?q=ham',
  'suggest, a name and a number': 'suggest?q=wrench 1#',
  'suggest, a typing error': 'suggest?q=hamer',
  'a SKU': 'search?q=V-1-#',
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

const rows: Rows = {}

/** Measures the search with large catalogues: median and 99th percentile in milliseconds. */
async function measure(url: string, name: string): Promise<void> {
  console.log(`Measuring ${name}`)
  for (const [request, path] of Object.entries(requests)) {
    const times: number[] = []
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const number = String(attempt % 97)
      const start = performance.now()
      const answer = await fetch(`${url}/api/products/${encodeURI(path.replaceAll('#', number))}`)
      const found = await answer.json()
      if (!answer.ok || found.isTooSlow) times.push(Number.POSITIVE_INFINITY)
      else times.push(performance.now() - start)
    }
    times.sort((one, other) => one - other)
    const at = (share: number) => Math.round((times[Math.ceil(TRIES * share) - 1] ?? 0) * 10) / 10
    rows[request] = {
      ...rows[request],
      [`${name} p50`]: at(0.5),
      [`${name} p99`]: at(0.99),
    }
  }
}

/** Adds variants of the demo's products until there are `size`, with other numbers and prices. */
async function fillCatalogue(query: (text: string) => Promise<unknown>, size: number) {
  await query('drop index product_search_words')
  await query(`insert into product (id, sku, name, description, unit_price_cents, quantity, min_quantity, image, category, specifications)
    select gen_random_uuid(), 'V-' || nr || '-' || n, name || ' ' || n, description,
      500 + (unit_price_cents + n * 7907) % 90000, n * 6661 % 5000, min_quantity, image, category,
      (select coalesce(jsonb_object_agg(key, case jsonb_typeof(value) when 'number'
        then to_jsonb(round((value #>> '{}')::numeric * (1 + n % 40) / 10, 1)) else value end), '{}')
        from jsonb_each(specifications))
    from (select *, row_number() over (order by id) as nr from product where sku like 'FW-%') demo,
      generate_series(
        (select count(*) / 34 from product),
        ${Math.ceil(size / 34)} - 1) n`)
  await query(`create index product_search_words on product_search using gin (words)
    with (gin_pending_list_limit = 256)`)
  await query(`insert into stock_movement (product_id, delta, reason)
    select id, quantity, 'opening' from product where quantity > 0 and sku like 'V-%'
    and not exists (select from stock_movement where product_id = product.id)`)
  await query('analyze product')
  await query('vacuum analyze product_search')
}

const server = await startPostgres()
if ('skipped' in server) {
  console.log(`PostgreSQL is not measured: ${server.skipped}.`)
} else {
  const shop = await startTestShop({ DATABASE_URL: server.url })
  const client = new pg.Client(server.url)
  try {
    await client.connect()
    for (const size of SERVER_SIZES) {
      await fillCatalogue((text) => client.query(text), size)
      await measure(shop.url, `${size.toLocaleString('en-US')}`)
    }
  } finally {
    await client.end()
    await shop.stop()
    await server.stop()
  }
}

if (EMBEDDED_SIZE > 0) {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'forgewell-bench-'))
  try {
    await (await startTestShop({ DATA_DIR })).stop()
    const { pool, maintenance, close } = await openDatabase({
      databaseUrl: undefined,
      dataDir: DATA_DIR,
    })
    await maintenance(() => fillCatalogue((text) => pool.query(text), EMBEDDED_SIZE))
    await close()
    const shop = await startTestShop({ DATA_DIR })
    await measure(shop.url, 'embedded').finally(shop.stop)
  } finally {
    rmSync(DATA_DIR, { recursive: true, force: true })
  }
}
report('Search by catalogue size, ms (Infinity: asks to narrow the search)', rows)
