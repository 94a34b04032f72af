import pg from 'pg'
import { startPostgres } from '../src/platform/testing/postgres-server.ts'
import { startTestShop } from '../src/server/testing/shop-process.ts'
import { adminSettings, signInAsAdmin } from './admin.ts'
import { type Rows, report } from './report.ts'

const SIZES = (process.env.BENCH_PRODUCTS ?? '1000,1000000').split(',').map(Number)
const TRIES = 7

const lists = {
  'visitor, oldest first': { path: 'products?size=10', pages: ['first', 'middle', 'last'] },
  'admin, newest': { path: 'products/manage?sort=newest', pages: ['first', 'middle', 'last'] },
  'admin, by name': { path: 'products/manage?sort=name', pages: ['first', 'middle', 'last'] },
  'admin, by quantity': {
    path: 'products/manage?sort=quantity',
    pages: ['first', 'middle', 'last'],
  },
  'admin, by price': { path: 'products/manage?sort=price', pages: ['first', 'middle', 'last'] },
  'admin, a rare word': { path: 'products/manage?sort=name&search=12345', pages: ['first'] },
  'admin, a tenth of all': {
    path: 'products/manage?sort=name&search=hammer',
    pages: ['first', '499'],
  },
  'admin, in each of all': {
    path: 'products/manage?sort=name&search=made',
    pages: ['first', '499'],
  },
  'count of all': { path: 'productsCount?', pages: ['first'] },
  'count of a tenth': { path: 'products/manageCount?search=hammer', pages: ['first'] },
  'count of each of all': { path: 'products/manageCount?search=made', pages: ['first'] },
}

/** Measures product lists with a thousand and a million products, in milliseconds. */
const server = await startPostgres()
const shop = await startTestShop({ DATABASE_URL: server.url, ...adminSettings })
const client = new pg.Client(server.url)
try {
  await client.connect()
  const headers = { Authorization: `Bearer ${await signInAsAdmin(shop)}` }
  const rows: Rows = {}
  for (const size of SIZES) {
    await fillCatalogue(client, size)
    for (const [name, { path, pages }] of Object.entries(lists)) {
      for (const position of pages) {
        const page = { first: 0, middle: size / 20, last: size / 10 - 1 }[position] ?? Number(position)
        const url = `${shop.url}/api/${path}&page=${page}`
        const row = `${name}, ${position} page`
        rows[row] = { ...rows[row], [`ms with ${size}`]: await median(url, headers) }
      }
    }
  }
  report('Product lists, by catalogue size', rows)
} finally {
  await client.end()
  await shop.stop()
  await server.stop()
}

/** The median response time in milliseconds. Signed-in requests bypass the cache. */
async function median(url: string, headers: Record<string, string>): Promise<number> {
  const times: number[] = []
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const start = performance.now()
    const answer = await fetch(url, { headers })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${url} responded ${answer.status}`)
    times.push(performance.now() - start)
  }
  const middle = times.sort((a, b) => a - b)[Math.floor(TRIES / 2)] ?? Number.NaN
  return Number(middle.toFixed(1))
}

/** Inserts `size` products with a number in each name; one in ten is a hammer. */
async function fillCatalogue(client: pg.Client, size: number): Promise<void> {
  await client.query('truncate product, orders cascade')
  await client.query('update product_count set listed = 0')
  await client.query(
    `insert into product (id, name, description, unit_price_cents, quantity, min_quantity, image)
     select
       (lpad(to_hex(1700000000000 + n), 12, '0') || '7' || left(md5(n::text), 3) || '8'
         || substr(md5(n::text), 4, 15))::uuid,
       (array['Hammer', 'Square', 'Chisel', 'Gauge', 'Anvil', 'Tongs', 'Rasp', 'Plane', 'Saw',
         'Clamp'])[1 + n * 104729 % 10] || ' ' || n,
       'Made to last, checked by hand, lot ' || n * 31 % 100000,
       500 + n * 7907 % 90000, n * 6661 % 5000, 10, '/media/0123456789abcdef0123456789abcdef.webp'
     from generate_series(1::bigint, $1) n`,
    [size],
  )
  await client.query(
    `insert into stock_movement (product_id, delta, kind)
     select id, quantity, 'opening' from product where quantity > 0`,
  )
  await client.query('vacuum analyze product, product_search')
}
