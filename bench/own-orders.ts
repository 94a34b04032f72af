import { listOrders, summarizeOrders } from '../src/shop/orders/history/list-orders.server.ts'
import { findOftenBought } from '../src/shop/orders/history/often-bought.server.ts'
import type { WantedOrders } from '../src/shop/orders/history/wanted-orders.server.ts'
import { BEFORE_ALL_ORDERS, type Cursor } from '../src/shop/orders/orders-query.ts'
import { medianTime } from './median-time.ts'
import { type Rows, report } from './report.ts'
import { openMigratedDatabase } from './shops/migrated-database.ts'

/**
 * Measures pages, searches and counts of My Orders for a buyer with 100,000 orders, on a private
 * PostgreSQL server with as many orders of other buyers. Each should take less than 100 ms.
 */
const { db, pool, stop } = await openMigratedDatabase()
try {
  await fill()
  const buyer = await idOf(0)
  const rows: Rows = {}
  for (const [name, query] of Object.entries(await queriesOf(buyer))) {
    rows[name] = {
      'list, ms': await medianTime(() => listOrders(db, query)),
      'summary, ms': await medianTime(() => summarizeOrders(db, query)),
      shown: (await listOrders(db, query)).length,
    }
  }
  rows['bought often'] = { 'list, ms': await medianTime(() => findOftenBought(db, buyer)) }
  report('Orders of one buyer with 100,000 orders', rows)
} finally {
  await stop()
}

type Wanted = WantedOrders & Cursor & { size: number }

async function queriesOf(accountId: string): Promise<Record<string, Wanted>> {
  const page = { accountId, search: '', state: 'all', size: 21 } as const
  const before = await idOf(100_000)
  return {
    newest: page,
    'in the middle': { ...page, before },
    'oldest, read backwards': { ...page, after: BEFORE_ALL_ORDERS },
    open: { ...page, state: 'open' },
    'cancelled, in the middle': { ...page, state: 'cancelled', before },
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

async function idOf(index: number): Promise<string> {
  return (await pool.query('select made_id($1) as id', [index])).rows[0].id
}

// A third of the orders is cancelled, 0.1 % is unpaid.
async function fill(): Promise<void> {
  await pool.query(`
    create function made_id(n bigint) returns uuid language sql immutable return
      (lpad(to_hex(1700000000000 + n * 1000), 12, '0') || '7000' || '8000' || lpad(to_hex(n), 12, '0'))::uuid;
    insert into account (id, email, name) select made_id(n), 'buyer-' || n || '@example.com', 'Jane Name' from generate_series(0, 99) n;
    insert into product (id, name, description, unit_price_cents, quantity, min_quantity, image)
      select made_id(n), case when n = 998 then 'Zeppelin ' || n when n % 10 = 0 then 'Wrench ' || n else 'Hammer ' || n end, 'A tool.', 1250, 5000, 50, '/media/x' from generate_series(0, 999) n;
    alter table orders disable trigger user;
    alter table order_line disable trigger user;
    insert into orders (id, number, account_id, name, email, address, placed_at, searched)
      select made_id(n), 'FW-' || (10001 + n), account.id, account.name, account.email, '1 Anvil Street',
        to_timestamp(1700000000 + n), account.name || ' ' || account.email || ' ' || product.name || ' ' || product.sku
      from generate_series(0, 199999) n
      join account on account.id = made_id(case when n % 2 = 0 then 0 else 1 + n % 99 end)
      join product on product.id = made_id(n * 7919::bigint % 1000);
    insert into payment (id, account_id, provider, provider_id, net_cents, tax_cents, captured_at)
      select made_id(n), made_id(case when n % 2 = 0 then 0 else 1 + n % 99 end), 'stripe', 'pi_' || n, 12500, 0, now()
      from generate_series(0, 199999) n where n % 3 > 0 and n % 2000 > 0;
    insert into order_line (id, order_id, account_id, position, product_id, product_name, sku, unit_price_cents, quantity, image, payment_id, cancelled_at, cancelled_by, stock_restored)
      select made_id(n), made_id(n), account.id, 1, product.id, product.name, product.sku, 1250, 10, '/x',
        case when n % 3 > 0 and n % 2000 > 0 then made_id(n) end,
        case when n % 3 = 0 and n % 2000 > 0 then now() end, case when n % 3 = 0 and n % 2000 > 0 then account.id end, case when n % 3 = 0 and n % 2000 > 0 then true end
      from generate_series(0, 199999) n
      join account on account.id = made_id(case when n % 2 = 0 then 0 else 1 + n % 99 end)
      join product on product.id = made_id(n * 7919::bigint % 1000);
    alter table orders enable trigger user;
    alter table order_line enable trigger user`)
  await pool.query('vacuum analyze')
}
