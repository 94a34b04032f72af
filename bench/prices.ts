import pg from 'pg'
import { createDb } from '../src/platform/database/database.server.ts'
import { cents } from '../src/platform/money.ts'
import { startPostgres } from '../src/platform/testing/postgres-server.ts'
import { startTestShop } from '../src/server/testing/shop-process.ts'
import { pricesFor } from '../src/shop/prices/prices-for.server.ts'
import { adminSettings } from './admin.ts'
import { medianTime } from './median-time.ts'
import { type Rows, report } from './report.ts'

/**
 * Measures the prices of 100 products among 1,000 lists with 1,000,000 rows and 5,000 companies, in
 * milliseconds: for a visitor, and for members of a company with and without lists.
 */
const server = await startPostgres()
const shop = await startTestShop({ DATABASE_URL: server.url, ...adminSettings })
const pool = new pg.Pool({ connectionString: server.url })
try {
  const db = createDb(pool)
  const rows: Rows = {}
  const { rows: products } = await pool.query(`
    insert into product (id, name, description, unit_price_cents, quantity, min_quantity, image)
    select gen_random_uuid(), 'Tool ' || n, 'x', 1000 + n % 500, 100, 1, '/media/x'
    from generate_series(1, 10000) n returning id`)
  const wanted = products
    .slice(0, 100)
    .map(({ id }) => ({ id, category: null, unitPrice: cents(1000) }))
  const measure = async (companyId?: string) => {
    const viewer = companyId === undefined ? {} : { companyId }
    // A statement is planned anew the first times.
    for (let warm = 0; warm < 8; warm++) await pricesFor(db, viewer, wanted)
    return medianTime(() => pricesFor(db, viewer, wanted))
  }
  rows['no list at all'] = { ms: await measure() }
  await fill(pool)
  const { rows: companies } = await pool.query(`
    select (select id from company where group_id is null limit 1) as none,
      (select company_id as id from price_list where company_id is not null limit 1) as own`)
  rows['a visitor: 5 lists for everybody'] = { ms: await measure() }
  rows['a company without lists of its own'] = { ms: await measure(companies[0].none) }
  rows['a company in a group: 5 + 5 + 1 lists'] = { ms: await measure(companies[0].own) }
  report('Prices of 100 products', rows)
} finally {
  await pool.end()
  await shop.stop()
  await server.stop()
}

/** Adds 5 lists for everybody, 5 for each of 19 groups and 900 for companies, each with 1,000 rows. */
async function fill(pool: pg.Pool): Promise<void> {
  await pool.query(`
    insert into customer_group (id, name)
    select gen_random_uuid(), 'Group ' || n from generate_series(1, 19) n`)
  await pool.query(`
    insert into company (id, name, group_id)
    select gen_random_uuid(), 'Company ' || n, case when n % 5 > 0 then (
      select id from customer_group order by id offset n % 19 limit 1) end
    from generate_series(1, 5000) n`)
  await pool.query(`
    insert into price_list (id, name, group_id, company_id)
    select gen_random_uuid(), 'Everybody ' || n, null::uuid, null::uuid from generate_series(1, 5) n
    union all
    select gen_random_uuid(), 'Group', id, null from customer_group, generate_series(1, 5)
    union all
    select * from (
      select gen_random_uuid(), 'Company', null::uuid, id from company
      where group_id is not null order by id limit 900) own`)
  await pool.query(`
    insert into price_row (list_id, product_id, min_quantity, unit_price_cents)
    select list.id, product.id, step, 1000 - step
    from price_list list
    cross join (select id from product limit 500) product
    cross join (values (1), (100)) steps (step)`)
  await pool.query('analyze')
}
