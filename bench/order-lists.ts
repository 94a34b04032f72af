import { countOrders, listOrders } from '../src/shop/orders/history/list-orders.server.ts'
import { BEFORE_ALL_ORDERS } from '../src/shop/orders/orders-query.ts'
import { findWaitingWork } from '../src/shop/reports/admin-overview.server.ts'
import { medianTime } from './median-time.ts'
import { type Rows, report } from './report.ts'
import { openMigratedDatabase } from './shops/migrated-database.ts'

const ORDERS = 1_000_000
/**
 * Measures pages, searches and counts of Manage Orders and the admin overview on a private PostgreSQL
 * server with a million orders, 1,000 products and 20,000 buyers. Each should take less than 100 ms.
 */
const { db, pool, stop } = await openMigratedDatabase()
try {
  const filling = performance.now()
  await fill()
  console.log(`${ORDERS} orders inserted in ${Math.round((performance.now() - filling) / 1000)} s`)
  const rows: Rows = {}
  for (const [name, query] of Object.entries(await queries())) {
    const orders = await listOrders(db, query)
    const { count, more } = await countOrders(db, query)
    rows[name] = {
      'list, ms': await medianTime(() => listOrders(db, query)),
      'count, ms': await medianTime(() => countOrders(db, query)),
      shown: orders.length,
      counted: `${more ? 'more than ' : ''}${count}`,
    }
  }
  const { unpaidOrders } = await findWaitingWork(db)
  rows['admin overview'] = {
    'list, ms': await medianTime(() => findWaitingWork(db)),
    counted: `${unpaidOrders} unpaid`,
  }
  report('Order lists at 1,000,000 orders', rows)
} finally {
  await stop()
}

async function queries(): Promise<Record<string, Parameters<typeof listOrders>[1]>> {
  const page = { search: '', state: 'all', size: 21 } as const
  const before = await orderAt(ORDERS / 2)
  return {
    newest: page,
    'in the middle': { ...page, before },
    'oldest, read backwards': { ...page, after: BEFORE_ALL_ORDERS },
    unpaid: { ...page, state: 'unpaid' },
    'paid, in the middle': { ...page, state: 'paid', before },
    cancelling: { ...page, state: 'cancelling' },
    'one buyer’s e-mail': { ...page, search: 'buyer-777@example.com' },
    'a name (1 % of orders)': { ...page, search: 'name77' },
    'a tool (0.1 %)': { ...page, search: 'hammer 771' },
    'tools (10 %)': { ...page, search: 'wrench' },
    'tools, in the middle': { ...page, search: 'wrench', before },
    'tools, unpaid': { ...page, search: 'wrench', state: 'unpaid' },
    'tools, cancelling': { ...page, search: 'wrench', state: 'cancelling' },
    'tools sold only at first (3 %)': { ...page, search: 'discontinued' },
    'two frequent words that never meet': { ...page, search: 'wrench hammer' },
    'a letter that begins every order': { ...page, search: 'e' },
    'nothing at all': { ...page, search: 'zeppelin' },
    'an order’s id': { ...page, search: before },
  }
}

async function orderAt(index: number): Promise<string> {
  const { rows } = await pool.query('select id from orders order by id offset $1 limit 1', [index])
  return rows[0].id
}

// 2 % of the orders are unpaid, most of them new, and 20 are cancelling.
async function fill(): Promise<void> {
  await pool.query(`
    create function made_id(n bigint) returns uuid language sql immutable return
      (lpad(to_hex(1700000000000 + n * 1000), 12, '0') || '7000' || '8000' || lpad(to_hex(n), 12, '0'))::uuid;
    insert into account (id, email, name)
      select made_id(n), 'buyer-' || n || '@example.com', 'Jane Name' || n % 100
      from generate_series(0, 19999) n;
    insert into product (id, name, description, unit_price_cents, quantity, min_quantity, image)
      select made_id(n),
        case when n >= 970 then 'Discontinued Square ' || n
             when n % 10 = 0 then 'Combination Wrench ' || n || ' mm'
             when n % 10 = 1 then 'Claw Hammer ' || n || ' g'
             else 'Flat File ' || n || ' mm, Cut 2' end,
        'A tool.', 1250, n * 7919 % 2000, 50, '/media/0123456789abcdef0123456789abcdef.webp'
      from generate_series(0, 999) n`)
  await pool.query(`
    alter table orders disable trigger user;
    alter table order_line disable trigger user;
    create temporary table made as
      select n, n % 50000 <> 7 and (n * 31 % 1000 <> 0) and (n < ${ORDERS} * 0.98 or n % 20 = 0) as paid,
        made_id(n * 104729::bigint % 20000) as account_id,
        made_id(case when n < ${ORDERS} * 0.03 then 970 + n % 30 else n * 7919::bigint % 970 end) as product_id
      from generate_series(0, ${ORDERS - 1}) n;
    insert into orders (id, number, account_id, name, email, address, searched)
      select made_id(n), 'FW-' || (10001 + n), account.id, account.name, account.email,
        '1 Anvil Street, Sheffield',
        account.name || ' ' || account.email || ' ' || product.name || ' ' || product.sku
      from made join account on account.id = account_id join product on product.id = product_id
      order by n;
    insert into payment (id, account_id, provider, provider_id, net_cents, tax_cents, captured_at)
      select made_id(n), account_id, 'stripe', 'pi_' || n, 12500, 0, now() from made where paid;
    insert into order_line (id, order_id, account_id, position, product_id, product_name, sku,
        unit_price_cents, quantity, image, payment_id, cancelling_at)
      select made_id(n), made_id(n), account_id, 1, product.id, product.name, product.sku, 1250, 10,
        product.image, case when paid then made_id(n) end,
        case when n % 50000 = 7 then now() end
      from made join product on product.id = product_id
      order by n;
    alter table orders enable trigger user;
    alter table order_line enable trigger user`)
  await pool.query('vacuum analyze')
}
