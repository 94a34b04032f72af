import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import type { Refusal } from '#platform/http/api/refusals.server.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import { lockOf, type Series } from './document-numbers.server.ts'
import { type NumberingForm, seriesNames } from './numbering-form.ts'

/** What numbers begin with and the next of each series. */
export type Numbering = NumberingForm & {
  version: number
  /** The series of documents that have numbers of this year, which therefore go on. */
  begun: ('invoices' | 'creditNotes')[]
}

export type NumberingRefusal =
  | Refusal<'stale'>
  | (Refusal<'invalid-next'> & { series: keyof NumberingForm; problem: string })

const documentSeries = { invoices: 'INV', creditNotes: 'CN' } as const
const documents = ['invoices', 'creditNotes'] as const

/** Reads the numbering as it is now; documents have their year in UTC. */
export async function findNumbering(db: Db): Promise<Numbering> {
  const nextOrder = sql<number>`(select (last_value + is_called::integer)::float8 from order_number)`
  const row = await db
    .selectFrom('numbering')
    .select(['orderPrefix', 'invoicePrefix', 'creditNotePrefix', 'version'])
    .select(nextOrder.as('nextOrder'))
    .executeTakeFirstOrThrow()
  const { rows: counters } = await sql<{ series: Series; next: number; isBegun: boolean }>`
    select series, last_position + 1 as next, last_position >= first_position as is_begun
    from document_counter
    where year = extract(year from clock_timestamp() at time zone 'UTC')`.execute(db)
  const counterOf = (name: (typeof documents)[number]) =>
    counters.find(({ series }) => series === documentSeries[name])
  return {
    orders: { prefix: row.orderPrefix, next: row.nextOrder },
    invoices: { prefix: row.invoicePrefix, next: counterOf('invoices')?.next ?? 1 },
    creditNotes: { prefix: row.creditNotePrefix, next: counterOf('creditNotes')?.next ?? 1 },
    version: row.version,
    begun: documents.filter((name) => counterOf(name)?.isBegun),
  }
}

/**
 * Saves the numbering. Orders may go on at any later number; documents start where the owner says while this
 * year has none. Numbers that were given never change.
 */
export function saveNumbering(
  db: Db,
  form: NumberingForm & { version: number },
  audit: AuditContext,
): Promise<Numbering | NumberingRefusal> {
  return db.transaction().execute(async (db) => {
    await sql`select from numbering for update`.execute(db)
    // No number is taken meanwhile: by orders, then by documents.
    await sql`select pg_advisory_xact_lock(hashtextextended('order numbers', 0))`.execute(db)
    for (const name of documents) await lockOf(documentSeries[name]).execute(db)
    const before = await findNumbering(db)
    if (before.version !== form.version) return { refused: 'stale' }
    const problem = whyNotNext(before, form)
    if (problem) return problem
    if (form.orders.next > before.orders.next)
      await sql`select setval('order_number', ${form.orders.next}, false)`.execute(db)
    for (const name of documents) {
      const { next } = form[name]
      if (next !== before[name].next) await startSeries(db, documentSeries[name], next)
    }
    await db
      .updateTable('numbering')
      .set((row) => ({
        orderPrefix: form.orders.prefix,
        invoicePrefix: form.invoices.prefix,
        creditNotePrefix: form.creditNotes.prefix,
        version: row('version', '+', 1),
      }))
      .execute()
    const changed = (['orders', ...documents] as const).map(
      (name) => `${seriesNames[name]} ${form[name].prefix}${form[name].next}`,
    )
    const subject = { id: null, name: changed.join(', ') }
    await recordAudit(db, { action: 'numbering-changed', subject, ...audit })
    return findNumbering(db)
  })
}

function whyNotNext(before: Numbering, form: NumberingForm): NumberingRefusal | null {
  const refused = 'invalid-next'
  if (form.orders.next < before.orders.next) {
    const problem = `The next order’s number can only be raised, from ${before.orders.next}`
    return { refused, series: 'orders', problem }
  }
  const series = before.begun.find((name) => form[name].next !== before[name].next)
  if (series === undefined) return null
  const problem = `This year already has ${seriesNames[series]}, so that they go on with ${before[series].next}, without gaps`
  return { refused, series, problem }
}

async function startSeries(db: Db, series: Series, first: number): Promise<void> {
  await sql`
    insert into document_counter (series, year, last_position, first_position)
    values (${series}, extract(year from clock_timestamp() at time zone 'UTC'), ${first - 1}, ${first})
    on conflict (series, year) do update
      set last_position = excluded.last_position, first_position = excluded.first_position`.execute(db)
}
