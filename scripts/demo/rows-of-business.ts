import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'

/** The tables that the business is in, each after those that it refers to. */
const TABLES = [
  'account',
  'customer_group',
  'company',
  'company_member',
  'price_list',
  'price_row',
  'order_list',
  'orders',
  'payment',
  'order_line',
  'payment_line',
  'invoice',
  'invoice_line',
  'shipment',
  'shipment_line',
  'return_request',
  'return_line',
  'refund',
  'refund_line',
  'credit_note',
  'stock_movement',
  'order_event',
  'order_note',
  'contact_message',
  'search_miss',
  'audit_entry',
  'card_simulator.object',
]

/**
 * The rows as JSON for `addDemoBusiness`, one a line, with the names of the columns before those of a table:
 * without what the database makes itself, and with `product:SKU`, `image:SKU` and `admin` instead of what
 * differs from shop to shop.
 */
export async function rowsOfBusiness(db: Db, adminId: string, end: Date): Promise<string> {
  const products = await db.selectFrom('product').select(['id', 'sku']).execute()
  const skus = new Map(products.map(({ id, sku }) => [id, `product:${sku}`]))
  const tables = []
  for (const table of TABLES) {
    const { head, rows } = await readRows(db, table, adminId)
    const lines = [head, ...rows].map((row) =>
      JSON.stringify(row)
        .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => skus.get(id) ?? id)
        .replaceAll(adminId, 'admin')
        // Nobody pays with these any more.
        .replaceAll(/_secret_\w+/g, '_secret_demo')
        .replaceAll('https://tracking.example/?number=', 'https://www.ups.com/track?tracknum='),
    )
    tables.push(`"${table}": [\n${lines.join(',\n')}\n]`)
  }
  return `{\n"end": ${JSON.stringify(end)},\n"tables": {\n${tables.join(',\n')}\n}\n}\n`
}

async function readRows(db: Db, table: string, adminId: string) {
  const [name = '', schema = 'public'] = table.split('.').reverse()
  const all = await sql<{ name: string; isIdentity: boolean }>`
    select column_name as name, is_identity = 'YES' as is_identity from information_schema.columns
    where table_schema = ${schema} and table_name = ${name} and is_generated = 'NEVER'`.execute(db)
  const columns = all.rows.filter(({ isIdentity }) => !isIdentity)
  // The shop that gets the rows numbers them anew, in this order.
  const order = sql.ref(all.rows.find(({ isIdentity }) => isIdentity)?.name ?? 'ctid')
  const { rows } = await sql<{ row: Record<string, unknown> }>`
    select to_jsonb(t) as row from ${sql.table(table)} t
    where ${rowsToKeep(table, adminId)} order by ${order}`.execute(db)
  // Columns without a value are left out.
  const head = columns.map(({ name }) => name).filter((name) => rows.some(({ row }) => row[name] !== null))
  return { head, rows: rows.map(({ row }) => head.map((name) => row[name])) }
}

function rowsToKeep(table: string, adminId: string) {
  if (table === 'account') return sql<boolean>`id <> ${adminId}`
  if (table === 'stock_movement') return sql<boolean>`kind <> 'opening'`
  if (table === 'card_simulator.object') return sql<boolean>`type in ('payment_intent', 'charge', 'refund')`
  return sql<boolean>`true`
}
