import pg from 'pg'
import { createDb } from '../src/platform/database/database.server.ts'
import { cents } from '../src/platform/money.ts'
import { startPostgres } from '../src/platform/testing/postgres-server.ts'
import { startTestShop } from '../src/server/testing/shop-process.ts'
import { pricesFor } from '../src/shop/prices/prices-for.server.ts'
import { medianOf, medianTime } from './median-time.ts'
import { loadOrders } from './order-load.ts'
import { type Rows, report } from './report.ts'
import { AUTH_SECRET, auditShop, type Customers, fillShop } from './shops/order-shop.ts'

const ROUNDS = 5
const SECONDS = 3

/**
 * Measures prices among 1,000 lists with 1,000,000 rows and 5,000 companies: how long those of 100 lines take, and
 * orders over HTTP in a shop with these lists, by buyers who have some and who have none, compared in turns with a
 * shop that has no list.
 */
const [plain, priced] = [await openShop(), await openShop()]
try {
  await fillLists(priced.pool)
  await measureLines()
  await measureOrders()
} finally {
  for (const { pool, shop, server } of [plain, priced]) {
    await pool.end()
    await shop.stop()
    await server.stop()
  }
}

async function openShop() {
  const server = await startPostgres()
  const customers = await fillShop({ databaseUrl: server.url })
  const shop = await startTestShop({ DATABASE_URL: server.url, AUTH_SECRET })
  const pool = new pg.Pool({ connectionString: server.url })
  await loadOrders(shop.url, customers, 1)
  await pool.query('analyze')
  return { server, customers, shop, pool }
}

async function measureLines(): Promise<void> {
  const rows: Rows = {}
  const lines = priced.customers.products
    .slice(0, 100)
    .map((id) => ({ id, category: null, unitPrice: cents(1250) }))
  const measure = async (pool: pg.Pool, companyId?: string) => {
    const db = createDb(pool)
    const viewer = companyId === undefined ? {} : { companyId }
    // A statement is planned anew the first times.
    for (let warm = 0; warm < 8; warm++) await pricesFor(db, viewer, lines)
    return { ms: await medianTime(() => pricesFor(db, viewer, lines)) }
  }
  const { rows: companies } = await priced.pool.query(`
    select (select id from company where group_id is null limit 1) as none,
      (select company_id as id from price_list where company_id is not null limit 1) as own`)
  rows['no list at all'] = await measure(plain.pool)
  rows['a visitor: 5 lists for everybody'] = await measure(priced.pool)
  rows['a company without lists of its own'] = await measure(priced.pool, companies[0].none)
  rows['a company in a group: 5 + 5 + 1 lists'] = await measure(priced.pool, companies[0].own)
  report('Prices of 100 lines', rows)
}

async function measureOrders(): Promise<void> {
  const { tokens } = priced.customers
  const { rows: productRows } = await priced.pool.query('select distinct product_id as id from price_row')
  const products = productRows.map(({ id }) => id)
  // Without lists for everybody, which all buyers have.
  await priced.pool.query(`update price_list set valid_until = now() where audience = 'everybody'`)
  const half = tokens.length / 2
  const buyers: Record<string, [url: string, Customers]> = {
    'no list in the shop': [
      plain.shop.url,
      {
        tokens: plain.customers.tokens.slice(half),
        products: plain.customers.products.slice(0, 500),
      },
    ],
    'buyers without lists': [priced.shop.url, { tokens: tokens.slice(half), products }],
    'buyers with 5 + 1 lists': [priced.shop.url, { tokens: tokens.slice(0, half), products }],
  }
  const rates: Record<string, number[]> = {}
  for (let round = 0; round < ROUNDS; round++) {
    for (const [who, [url, customers]] of Object.entries(buyers)) {
      const { '2xx': placed, duration } = await loadOrders(url, customers, SECONDS)
      rates[who] = [...(rates[who] ?? []), placed / duration]
    }
  }
  const base = rates['no list in the shop'] ?? []
  const rows: Rows = {}
  for (const [who, measured] of Object.entries(rates)) {
    const ratios = measured.map((rate, round) => rate / (base[round] ?? 1))
    rows[who] = {
      '/ s': Math.round(medianOf(measured)),
      'of none': Number(medianOf(ratios).toFixed(2)),
    }
  }
  report('Orders at own prices', rows)
  for (const { server, shop } of [plain, priced]) {
    await shop.stop()
    const { faults } = await auditShop({ databaseUrl: server.url })
    if (faults.length > 0) throw new Error(`The stock is wrong: ${faults.join('; ')}`)
  }
}

/**
 * Adds 5 lists for everybody, 5 for each of 19 groups and 900 for companies, each with 1,000 rows; the first half
 * of the buyers belongs to companies that have some.
 */
async function fillLists(pool: pg.Pool): Promise<void> {
  await pool.query(`
    insert into customer_group (id, name)
    select gen_random_uuid(), 'Group ' || n from generate_series(1, 19) n`)
  await pool.query(`
    insert into company (id, name, group_id)
    select gen_random_uuid(), 'Company ' || n, case when n % 5 > 0 then (
      select id from customer_group order by id offset n % 19 limit 1) end
    from generate_series(1, 5000) n`)
  await pool.query(`
    insert into price_list (id, name, group_id, company_id, published_at)
    select *, now() from (
    select gen_random_uuid(), 'Everybody ' || n, null::uuid, null::uuid from generate_series(1, 5) n
    union all
    select gen_random_uuid(), 'Group', id, null from customer_group, generate_series(1, 5)
    union all
    select * from (
      select gen_random_uuid(), 'Company', null::uuid, id from company
      where group_id is not null order by id limit 900) own) list`)
  await pool.query(`
    insert into price_row (list_id, product_id, min_quantity, unit_price_cents)
    select list.id, product.id, step, 1000 - step
    from price_list list
    cross join (select id from product order by id limit 500) product
    cross join (values (1), (100)) steps (step)`)
  await pool.query(`
    insert into company_member (account_id, company_id)
    select buyer.id, own.company_id
    from (select id, row_number() over (order by id) as nr from account) buyer
    join (
      select company_id, row_number() over () as nr from price_list where company_id is not null
    ) own on own.nr = buyer.nr % 900 + 1
    where buyer.nr <= (select count(*) / 2 from account)`)
  await pool.query('analyze')
}
