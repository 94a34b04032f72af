import { sql } from 'kysely'
import { type CsvFormat, csvDollars } from '#platform/csv.ts'
import { type CsvColumns, streamCsv } from '#platform/csv-stream.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { cents, centsToDollars } from '#platform/money.ts'
import { type DocumentKind, documentNames } from './document.ts'

const BATCH = 500

type Entry = {
  number: string
  kind: DocumentKind
  /** To the microsecond, unlike a Date, because it is the cursor. */
  at: string
  day: string
  buyer: string
  company: string
  taxId: string
  netCents: number
  taxCents: number
}

const columns: CsvColumns<Entry> = [
  ['Number', ({ number }) => number],
  ['Document', ({ kind }) => documentNames[kind]],
  ['Date, UTC', ({ day }) => day],
  ['Buyer', ({ buyer }) => buyer],
  ['Company', ({ company }) => company],
  ['Tax ID', ({ taxId }) => taxId],
  ['Net, USD', ({ netCents }, format) => amount(netCents, format)],
  ['Tax, USD', ({ taxCents }, format) => amount(taxCents, format)],
  ['Gross, USD', ({ netCents, taxCents }, format) => amount(netCents + taxCents, format)],
]

const amount = (value: number, format: CsvFormat) => csvDollars(centsToDollars(cents(value)), format)

/** Streams the documents of a period as CSV, oldest first; credit notes are negative. */
export function streamLedgerCsv(
  db: Db,
  period: { from?: Date | undefined; to?: Date | undefined },
  format: CsvFormat,
): Promise<ReadableStream<Uint8Array>> {
  return streamCsv(columns, format, async (before?: Batch) => {
    if (before && before.rows.length < BATCH) return null
    return { rows: await readEntries(db, period, before?.rows.at(-1)) }
  })
}

type Batch = { rows: Entry[] }

async function readEntries(
  db: Db,
  { from, to }: { from?: Date | undefined; to?: Date | undefined },
  after?: Pick<Entry, 'at' | 'number'>,
): Promise<Entry[]> {
  const conditions = [
    ...(from ? [sql`issued_at >= ${from}`] : []),
    ...(to ? [sql`issued_at < ${to}`] : []),
    ...(after ? [sql`(issued_at, number) > (${after.at}::timestamptz, ${after.number})`] : []),
  ]
  const { rows } = await sql<Entry>`
    select number, kind, issued_at::text as at, net_cents, tax_cents,
      to_char(issued_at at time zone 'UTC', 'YYYY-MM-DD') as day,
      content #>> '{buyer,name}' as buyer, content #>> '{buyer,company}' as company,
      content #>> '{buyer,taxId}' as tax_id
    from ledger where ${conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`}
    order by issued_at, number limit ${BATCH}`.execute(db)
  return rows
}
