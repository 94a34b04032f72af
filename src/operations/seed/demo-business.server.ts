import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { createPasswordHashing } from '#shop/auth/password/password-hashing.server.ts'
import { setPassword } from '#shop/auth/password/set-password.server.ts'

/** The buyer of the demo's business whose login is printed; a company's, which has prices of its own. */
export const COMPANY_BUYER = 'dana.cole@northgate.example'

/** Of each table, the names of its columns and then its rows. */
type Tables = Record<string, [string[], ...unknown[][]]>
type Business = { end: string; tables: Tables }

const HOUR_MS = 3600_000

/**
 * Adds three months of trade to a demo that has its products: `db/seed/business.json`, moved by whole hours
 * so that it ends now. Products keep their stock. `password` is that of its one buyer who can sign in.
 * Runs in the caller's transaction.
 */
export async function addDemoBusiness(db: Db, password: string, now = new Date()): Promise<void> {
  const text = await readFile('db/seed/business.json', 'utf8')
  const { end }: Business = JSON.parse(text)
  const shiftMs = Math.floor((now.getTime() - Date.parse(end)) / HOUR_MS) * HOUR_MS
  const moved: Business = JSON.parse(await fillReferences(db, moveDates(text, shiftMs)))
  for (const [table, rows] of Object.entries(numberDocuments(moved.tables))) await insertRows(db, table, rows)
  await sql`insert into document_counter (series, year, last_position)
    select 'INV', year, max(position) from invoice group by year
    union all select 'CN', year, max(position) from credit_note group by year`.execute(db)
  await sql`select setval('order_number', max(split_part(number, '-', 2)::bigint)) from orders`.execute(db)
  // What was sold since then was there at the beginning.
  await sql`update stock_movement opening
    set delta = opening.delta - coalesce(moved.delta, 0), created_at = first.at
    from (select min(placed_at) - interval '1 day' as at from orders) first,
      product left join (
        select product_id, sum(delta) as delta from stock_movement where kind <> 'opening' group by 1
      ) moved on moved.product_id = product.id
    where opening.kind = 'opening' and opening.product_id = product.id`.execute(db)
  // The provider was just asked about the refunds of the last weeks.
  await sql`update refund set check_at = ${now}::timestamptz + interval '1 day'
    where check_at is not null`.execute(db)
  const buyer = db.selectFrom('account').select('id').where('email', '=', COMPANY_BUYER)
  const { id } = await buyer.executeTakeFirstOrThrow()
  await setPassword(db, id, await createPasswordHashing().hash(password))
}

/** Replaces what stands for the ids and images of this shop. */
async function fillReferences(db: Db, text: string): Promise<string> {
  const products = await db.selectFrom('product').select(['id', 'sku', 'image']).execute()
  const bySku = new Map(products.map(({ id, sku, image }) => [sku, { product: id, image }]))
  const admin = db.selectFrom('account').select('id').where('role', '=', 'admin')
  const { id } = await admin.executeTakeFirstOrThrow()
  return text
    .replaceAll('"admin"', `"${id}"`)
    .replaceAll(/(product|image):(FW-\d+)/g, (found, kind: 'product' | 'image', sku) => {
      return bySku.get(sku)?.[kind] ?? found
    })
}

/** Moves moments, days, Unix seconds, and the time in ids of version 7. */
function moveDates(text: string, ms: number): string {
  const later = (date: string) => new Date(Date.parse(date) + ms).toISOString()
  return text
    .replaceAll(/"(\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00))"/g, (_, at) => `"${later(at)}"`)
    .replaceAll(/"(\d{4}-\d\d-\d\d)"/g, (_, day) => `"${later(day).slice(0, 10)}"`)
    .replaceAll(/"created":(\d{10})\b/g, (_, at) => `"created":${Number(at) + ms / 1000}`)
    .replaceAll(/\b([0-9a-f]{8})-([0-9a-f]{4})-7/g, (_, high, low) => {
      const time = (Number.parseInt(high + low, 16) + ms).toString(16).padStart(12, '0')
      return `${time.slice(0, 8)}-${time.slice(8)}-7`
    })
}

/** Numbers invoices and credit notes anew: each year begins with 1. */
function numberDocuments(tables: Tables): Tables {
  const numbers = new Map<string, string>()
  for (const table of ['invoice', 'credit_note']) {
    const [head, ...rows] = tables[table] ?? [[]]
    const [number, year, position, at] = ['number', 'year', 'position', 'issued_at'].map((name) =>
      head.indexOf(name),
    ) as [number, number, number, number]
    let last = { year: 0, position: 0 }
    rows.sort((a, b) => Number(a[position]) - Number(b[position]))
    for (const row of rows) {
      const issued = new Date(row[at] as string).getUTCFullYear()
      last = { year: issued, position: last.year === issued ? last.position + 1 : 1 }
      const [prefix] = (row[number] as string).split('-')
      const padded = String(last.position).padStart(5, '0')
      numbers.set(row[number] as string, `${prefix}-${issued}-${padded}`)
      row[year] = last.year
      row[position] = last.position
    }
  }
  const text = JSON.stringify(tables)
  return JSON.parse(text.replaceAll(/(INV|CN)-\d{4}-\d{5}/g, (found) => numbers.get(found) ?? found))
}

async function insertRows(db: Db, table: string, [head, ...rows]: Tables[string]): Promise<void> {
  const columns = sql.join(head.map((name) => sql.id(name)))
  const objects = rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at]])))
  await sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(objects)})`.execute(
    db,
  )
}
