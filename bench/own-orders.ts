import { findOftenBought } from '../src/shop/orders/history/often-bought.server.ts'
import { BEFORE_ALL_ORDERS } from '../src/shop/orders/history/orders-query.ts'
import {
  listOwnOrders,
  type OwnPlace,
  summarizeOwnOrders,
} from '../src/shop/orders/history/own-orders.server.ts'
import { medianTime } from './median-time.ts'
import { openMigratedDatabase } from './migrated-database.ts'
import { type Rows, report } from './report.ts'

/**
 * Measures pages, searches and counts of My Orders for a buyer with 100,000 orders, on a private
 * PostgreSQL server with as many orders of other buyers. Each should take less than 100 ms.
 */
const { db, pool, stop } = await openMigratedDatabase()
try {
  await fill()
  const buyer = await idOf(0)
  const rows: Rows = {}
  for (const [name, place] of Object.entries(await places())) {
    rows[name] = {
      'list, ms': await medianTime(() => listOwnOrders(db, buyer, place)),
      'summary, ms': await medianTime(() => summarizeOwnOrders(db, buyer, place)),
      shown: (await listOwnOrders(db, buyer, place)).length,
    }
  }
  rows['bought often'] = { 'list, ms': await medianTime(() => findOftenBought(db, buyer)) }
  report('Orders of one buyer with 100,000 orders', rows)
} finally {
  await stop()
}

async function places(): Promise<Record<string, OwnPlace>> {
  const page = { search: '', tab: 'all', size: 21 } as const
  const before = await idOf(100_000)
  return {
    newest: page,
    'in the middle': { ...page, before },
    'oldest, read backwards': { ...page, after: BEFORE_ALL_ORDERS },
    open: { ...page, tab: 'open' },
    'cancelled, in the middle': { ...page, tab: 'cancelled', before },
    'tools (10 %)': { ...page, search: 'wrench' },
    'a tool (0.1 %)': { ...page, search: 'zeppelin' },
    'nothing at all': { ...page, search: 'absent' },
    'an order’s number': { ...page, search: 'FW-110001' },
    'a quarter of an hour': {
      ...page,
      from: new Date(1_700_050_000_000),
      to: new Date(1_700_050_900_000),
    },
  }
}

async function idOf(place: number): Promise<string> {
  return (await pool.query('select made_id($1) as id', [place])).rows[0].id
}

// A third of the orders is cancelled, 0.1 % is unpaid.
async function fill(): Promise<void> {
  await pool.query(`
    create function made_id(n bigint) returns uuid language sql immutable return
      (lpad(to_hex(1700000000000 + n * 1000), 12, '0') || '7000' || '8000' || lpad(to_hex(n), 12, '0'))::uuid;
    insert into account (id, email, name) select made_id(n), 'buyer-' || n || '@example.com', 'Jane Name' from generate_series(0, 99) n;
    insert into product (id, name, description, unit_price_cents, quantity, min_quantity, image)
      select made_id(n), case when n = 998 then 'Zeppelin ' || n when n % 10 = 0 then 'Wrench ' || n else 'Hammer ' || n end, 'A tool.', 1250, 5000, 50, '/media/x' from generate_series(0, 999) n;
    alter table purchase disable trigger user;
    insert into order_line (id, account_id, product_id, name, email, address, product_name, sku, unit_price_cents, quantity, image, created_at, transaction_id, paid_at, cancelled_at, cancelled_by, stock_restored)
      select made_id(n), account.id, product.id, account.name, account.email, '1 Anvil Street', product.name, product.sku, 1250, 10, '/x', to_timestamp(1700000000 + n),
        case when n % 3 > 0 and n % 2000 > 0 then 'pi_' || n end, case when n % 3 > 0 and n % 2000 > 0 then now() end,
        case when n % 3 = 0 and n % 2000 > 0 then now() end, case when n % 3 = 0 and n % 2000 > 0 then account.id end, case when n % 3 = 0 and n % 2000 > 0 then true end
      from generate_series(0, 199999) n
      join account on account.id = made_id(case when n % 2 = 0 then 0 else 1 + n % 99 end)
      join product on product.id = made_id(n * 7919::bigint % 1000);
    alter table purchase enable trigger user`)
  await pool.query('vacuum analyze')
}
