import type pg from 'pg'
import { ADMIN, rowsOf } from './growth-rows.ts'

type Client = {
  query: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<{ rows: Row[] }>
}

/**
 * Fills a demo shop with variants of its products, as many orders with their invoices and credit notes,
 * a tenth as many users, up to 1,000 companies, 500 price lists, and 200 posts and legal pages of
 * the greatest length; or with products alone. Triggers are off and indexes are built afterwards, because it would
 * take ten times as long.
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
  await fill(`select setval('order_number', 10001 + $size)`)
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
