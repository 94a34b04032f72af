import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import type { DocumentKind } from '#shop/documents/document.ts'

export type Series = 'INV' | 'CN'

const prefixes = { INV: 'invoice_prefix', CN: 'credit_note_prefix' } as const

/** The statement that locks a series until the transaction ends, as `nextNumber` does. */
export const lockOf = (series: Series) =>
  sql`select pg_advisory_xact_lock(hashtextextended('documents ' || ${series}, 0))`

/**
 * Takes the next number of this year (UTC) and locks its series until the transaction ends, so that
 * numbers have no gaps and follow the order of issue, also with several processes. The time is read
 * after the wait for the lock: a document that waited past the end of the year belongs to the next one.
 */
export async function nextNumber(db: Db, series: Series) {
  const { rows } = await sql<{ year: number; position: number; issuedAt: Date; prefix: string }>`
    with lock as materialized (${lockOf(series)}), moment as materialized (
      select clock_timestamp() as issued_at from lock
    )
    insert into document_counter (series, year, last_position)
    select ${series}, extract(year from issued_at at time zone 'UTC'), 1 from moment
    on conflict (series, year) do update set last_position = document_counter.last_position + 1
    returning year, last_position as position, (select issued_at from moment),
      (select ${sql.ref(prefixes[series])} from numbering) as prefix
  `.execute(db)
  const [row] = rows
  if (!row) throw new Error(`No number for ${series}`)
  const { prefix, ...issued } = row
  const number = `${prefix}${row.year}-${String(row.position).padStart(5, '0')}`
  return { ...issued, number }
}

/** Notes in the timeline of orders that a document about them was issued. */
export async function recordIssue(
  db: Db,
  document: { kind: DocumentKind; number: string },
  orderIds: string[],
): Promise<void> {
  const rows = [...new Set(orderIds)].map((orderId) => ({
    orderId,
    kind: 'document-issued',
    data: JSON.stringify(document),
  }))
  await db.insertInto('orderEvent').values(rows).execute()
}
