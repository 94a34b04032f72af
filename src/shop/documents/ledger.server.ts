import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { type Cents, cents } from '#platform/money.ts'

/** A span of time; `to` is exclusive. */
export type Span = { from: Date; to: Date }

/** The documents of a span: invoices less credit notes, without tax. */
export type LedgerSum = { net: Cents; tax: Cents; invoices: number }

/** Sums the ledger between each two of these times, which ascend. */
export async function sumLedger(db: Db, times: Date[]): Promise<LedgerSum[]> {
  const { rows } = await sql<{ part: number; net: string; tax: string; invoices: number }>`
    select width_bucket(issued_at, ${times}::timestamptz[]) as part,
      sum(net_cents) as net, sum(tax_cents) as tax,
      count(*) filter (where kind = 'invoice')::integer as invoices
    from ledger where issued_at >= ${times[0]} and issued_at < ${times.at(-1)}
    group by 1`.execute(db)
  const byPart = new Map(rows.map((row) => [row.part, row]))
  return times.slice(1).map((_, index) => {
    const { net = 0, tax = 0, invoices = 0 } = byPart.get(index + 1) ?? {}
    return { net: cents(Number(net)), tax: cents(Number(tax)), invoices }
  })
}

/** What a buyer bought by the documents, without tax: invoices less credit notes. */
export type BuyerSums = {
  /** Since the beginning of the year (UTC). */
  thisYear: Cents
  allTime: Cents
  /** The credit notes alone. */
  refunded: Cents
}

export async function sumLedgerOf(db: Db, accountId: string, now: Date): Promise<BuyerSums> {
  const newYear = new Date(Date.UTC(now.getUTCFullYear(), 0, 1))
  const { rows } = await sql<Record<keyof BuyerSums, string>>`
    select coalesce(sum(net_cents), 0) as all_time,
      coalesce(sum(net_cents) filter (where issued_at >= ${newYear}), 0) as this_year,
      coalesce(sum(-net_cents) filter (where kind = 'credit-note'), 0) as refunded
    from ledger where account_id = ${accountId}`.execute(db)
  const [{ allTime, thisYear, refunded } = { allTime: 0, thisYear: 0, refunded: 0 }] = rows
  return {
    thisYear: cents(Number(thisYear)),
    allTime: cents(Number(allTime)),
    refunded: cents(Number(refunded)),
  }
}

/** Returns the sums of this year of those of these buyers who have any, without tax. */
export async function sumYearOf(db: Db, ids: string[], now: Date): Promise<Map<string, Cents>> {
  const newYear = new Date(Date.UTC(now.getUTCFullYear(), 0, 1))
  const { rows } = await sql<{ id: string; net: string }>`
    select account_id as id, sum(net_cents) as net from ledger
    where account_id = any(${ids}::uuid[]) and issued_at >= ${newYear} group by account_id`.execute(db)
  return new Map(rows.map(({ id, net }) => [id, cents(Number(net))]))
}

/** The subquery of what was sold of each product since a time: invoiced less credited. */
export function soldSince(since: Date): RawBuilder<unknown> {
  return sql`(
    select product_id, sum(quantity)::integer as pieces, sum(net_cents) as net_cents
    from ledger_line
    where issued_at >= ${since}
    group by product_id
  )`
}
