import type pg from 'pg'

/** The buyer who has half of all orders. */
export const BULK_BUYER = 'bulk@shop.example'
/** An admin. */
export const ADMIN = 'buyer-1@shop.example'

type Client = {
  query: <Row extends pg.QueryResultRow>(
    text: string,
    values?: unknown[],
  ) => Promise<{ rows: Row[] }>
}

/**
 * Fills a demo shop with variants of its products, as many orders with their invoices and credit notes,
 * and a tenth as many users; or with products alone. Triggers are off and indexes are built afterwards, because it would take ten times as
 * long.
 */
export async function fillShop(
  client: Client,
  size: number,
  what: 'all' | 'products' = 'all',
): Promise<void> {
  await client.query(`set maintenance_work_mem = '256MB'`)
  await client.query('set session_replication_role = replica')
  const fill = (statement: string) =>
    client.query(statement.replaceAll('$size', String(size)).replaceAll('$now', String(Date.now())))
  await fill(MADE_MS)
  await fill(MADE_ID)
  for (const [table, statements] of Object.entries(rowsOf)) {
    if (what === 'products' && !table.startsWith('product')) continue
    const { rows } = await client.query<{ name: string; definition: string }>(INDEXES, [table])
    for (const { name } of rows) await client.query(`drop index ${name}`)
    for (const statement of statements) await fill(statement)
    for (const { definition } of rows) await client.query(definition)
  }
  await client.query('reset session_replication_role')
  await client.query(
    `truncate product_count; insert into product_count
      select coalesce(category, ''), count(*) from product where deleted_at is null group by 1`,
  )
  // These orders have no payments, and checking a million would distort the measurements.
  await client.query('update invariant_check set changed_before = now()')
  await client.query(`insert into lease values ('invariants-whole', now() + interval '1 day')
    on conflict (worker) do update set free_at = excluded.free_at`)
  await client.query(`update account set role = 'admin' where email = $1`, [ADMIN])
  await client.query('vacuum analyze')
}

/** Signs a user in, for the claims of an access token. */
export async function openSession(client: Client, email: string) {
  const id = await idOf(
    client,
    `insert into session (id, user_id, token, expires_at)
      select id, id, id, now() + interval '1 hour' from account where email = $1 returning id`,
    email,
  )
  return { accountId: id, sessionId: id }
}

/** The id of an order of the bulk buyer in the middle of all orders. */
export function middleOrder(client: Client, size: number): Promise<string> {
  return idOf(client, 'select made_id($1) as id', Math.floor(size / 4) * 2)
}

/** The id that a query returns. Throws when it returns no row. */
export async function idOf(client: Client, query: string, ...values: unknown[]): Promise<string> {
  const { rows } = await client.query<{ id: string }>(query, values)
  if (!rows[0]) throw new Error(`No row for ${query}`)
  return rows[0].id
}

// Spread over the last two years, ever more of them: a sixth in the last 30 days.
const MADE_MS = `create or replace function made_ms(n bigint) returns bigint language sql immutable return
  ($now - 730 * 86400000.0 * power(greatest(0, 1 - n::float8 / $size), 1.8))::bigint`

// In the order of n, like version 7.
const MADE_ID = `create or replace function made_id(n bigint) returns uuid language sql immutable return
  (lpad(to_hex(made_ms(n)), 12, '0') || '7000' || '8000' || lpad(to_hex(n), 12, '0'))::uuid`

const INDEXES = `select relname as name, pg_get_indexdef(oid) as definition
  from pg_index join pg_class on oid = indexrelid
  where indrelid = $1::regclass and not exists (select from pg_constraint where conindid = indexrelid)`

// Specifications and prices repeat, so that their search documents are made once.
const PATTERNS = `create temporary table pattern as
  select kind, row_number() over () - 1 as nr, name, description, min_quantity, image, category,
    specifications, 500 + (unit_price_cents + kind * 7907) % 90000 as cents,
    search_document('', name, description, category, specifications,
      500 + (unit_price_cents + kind * 7907) % 90000) as words
  from (select name, description, unit_price_cents, min_quantity, image, category, kind,
      (select coalesce(jsonb_object_agg(key, case jsonb_typeof(value) when 'number'
        then to_jsonb(round((value #>> '{}')::numeric * (1 + kind) / 10, 1)) else value end), '{}')
        from jsonb_each(specifications)) as specifications
    from product, generate_series(0, 39) kind where sku like 'FW-%') made`

const PAID_LINES = `select *, quantity * unit_price_cents as net,
    extract(year from issued_at at time zone 'UTC')::integer as year
  from (select *, ('x' || right(id::text, 12))::bit(48)::bigint as n,
      to_timestamp(('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint / 1000.0)
        + interval '1 hour' as issued_at
    from order_line where payment_id is not null and sku like 'V-%') of_order`

const rowsOf = {
  product: [
    PATTERNS,
    `insert into product (id, sku, name, description, unit_price_cents, quantity, min_quantity, image,
        category, specifications)
      select made_id(n), 'V-' || n, name || ' ' || n, description, cents, n * 6661::bigint % 5000,
        min_quantity, image, category, specifications
      from generate_series(1, $size) n
      join pattern on nr = n * 7919::bigint % (select count(*) from pattern)`,
  ],
  product_search: [
    `insert into product_search
      select made_id(n), category, name || ' ' || n, cents, min_quantity,
        n * 6661::bigint % 5000 >= min_quantity, search_facets(specifications),
        array_to_tsvector(tsvector_to_array(words) || array[n::text, '~' || n, 'v-' || n, 'v' || n]),
        'v' || n, array_to_string(search_terms(name || ' ' || n), ' ')
      from generate_series(1, $size) n
      join pattern on nr = n * 7919::bigint % (select count(*) from pattern)`,
  ],
  account: [
    `insert into account (id, email, email_verified, name)
      select made_id(n), 'buyer-' || n || '@shop.example', true, 'Jane Name' || n % 1000
      from generate_series(1, $size / 10) n
      union all select made_id(0), '${BULK_BUYER}', true, 'Bulk Buyer'`,
  ],
  // Half are of one buyer; a third is cancelled; 2 % are unpaid, most of them new.
  orders: [
    `insert into orders (id, number, account_id, name, email, address, placed_at, searched)
      select made_id(n), 'FW-' || (10000 + n), account.id, account.name, account.email,
        '1 Anvil Street', to_timestamp(made_ms(n) / 1000.0),
        account.name || ' ' || account.email || ' ' || product.name || ' ' || product.sku
      from generate_series(1, $size) n
      join account on account.id = made_id(case when n % 2 = 0 then 0
        else 1 + n * 7::bigint % ($size / 10) end)
      join product on product.id = made_id(1 + n * 7919::bigint % $size)
      order by n`,
  ],
  payment: [
    `insert into payment (id, account_id, provider, provider_id, net_cents, tax_cents, captured_at)
      select made_id(n), made_id(case when n % 2 = 0 then 0 else 1 + n * 7::bigint % ($size / 10) end),
        'stripe', 'pi_' || n, 1000, 0, now()
      from generate_series(1, $size) n`,
  ],
  order_line: [
    `insert into order_line (id, order_id, account_id, position, product_id, product_name, sku,
        unit_price_cents, quantity, image, payment_id, cancelled_at,
        cancelled_by, stock_restored)
      select made_id(n), made_id(n), account.id, 1, product.id,
        product.name, product.sku, product.unit_price_cents, 10, product.image,
        case when state = 'paid' then made_id(n) end,
        case when state = 'cancelled' then now() end,
        case when state = 'cancelled' then account.id end,
        case when state = 'cancelled' then true end
      from (select n, case when n % 50 = 0 and n > $size * 0.9 or n % 1000 = 0 then 'unpaid'
          when n % 3 = 0 then 'cancelled' else 'paid' end as state
        from generate_series(1, $size) n) made
      join account on account.id = made_id(case when n % 2 = 0 then 0
        else 1 + n * 7::bigint % ($size / 10) end)
      join product on product.id = made_id(1 + n * 7919::bigint % $size)
      order by n`,
  ],
  // Each paid order has an invoice of an hour later; of each 50th, half was credited, without or with its line.
  invoice: [
    `insert into invoice (number, year, position, issued_at, account_id, payment_id, content)
      select 'INV-' || year || '-' || lpad(n::text, greatest(5, length(n::text)), '0'), year, n, issued_at,
        account_id, payment_id,
        jsonb_build_object('amounts', jsonb_build_object('net', net, 'tax', 0, 'total', net))
      from (${PAID_LINES}) paid`,
  ],
  invoice_line: [
    `insert into invoice_line (invoice_number, order_line_id, quantity, net_cents, issued_at, product_id)
      select number, paid.id, quantity, net, paid.issued_at, product_id
      from (${PAID_LINES}) paid join invoice using (payment_id)`,
  ],
  refund: [
    `insert into refund (id, payment_id, net_cents, tax_cents, reason, status, provider_id, succeeded_at)
      select payment_id, payment_id, net / 2, 0, 'Returned', 'succeeded', 're_' || n, issued_at
      from (${PAID_LINES}) paid where n % 50 < 2`,
  ],
  refund_line: [
    `insert into refund_line (refund_id, order_line_id, net_cents)
      select refund.id, refund.id, net_cents from refund where right(provider_id, 1) in ('0', '5')`,
  ],
  credit_note: [
    `insert into credit_note (number, year, position, issued_at, account_id, refund_id, content)
      select replace(number, 'INV', 'CN'), year, position, succeeded_at, account_id, refund.id,
        jsonb_build_object('amounts', jsonb_build_object('net', refund.net_cents, 'tax', 0))
      from refund join invoice using (payment_id)`,
  ],
}
