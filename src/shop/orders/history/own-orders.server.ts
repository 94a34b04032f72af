import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { type Cents, cents } from '#platform/money.ts'
import { type OrderState, orderStateNames, type PlacedOrder } from '#shop/orders/order.ts'
import { findOrdersById } from '#shop/orders/order-queries.server.ts'
import { orderIs } from '#shop/orders/order-states.server.ts'
import { LOOKED_AT, matchesOrder, mostCounted } from './order-search.server.ts'
import type { Cursor } from './orders-query.ts'
import type { OrderTab } from './own-orders.ts'

/** Which of a buyer's orders are wanted; `from` is inclusive, `to` exclusive. */
export type OwnSearch = { search: string; from?: Date | undefined; to?: Date | undefined }

/** A page of the list. */
export type OwnPlace = OwnSearch & Cursor & { tab: OrderTab; size: number }

const statesOf: Record<OrderTab, OrderState[]> = {
  all: orderStateNames.filter((state) => state !== 'cancelled'),
  open: ['unpaid', 'cancelling'],
  paid: ['paid'],
  cancelled: ['cancelled'],
}

/** Returns one page of a buyer's own orders, newest first. */
export async function listOwnOrders(
  db: Db,
  accountId: string,
  place: OwnPlace,
): Promise<PlacedOrder[]> {
  return findOrdersById(db, await findIds(db, accountId, place))
}

async function findIds(db: Db, accountId: string, place: OwnPlace): Promise<string[]> {
  const match = matchesOrder(place.search)
  const isForward = place.after === undefined
  const found = async (source: (state: OrderState) => RawBuilder<unknown>) => {
    // Each status has its own range of the index, so a list of several merges their first rows.
    const parts = statesOf[place.tab].map((state) => sql`(${source(state)})`)
    const { rows } = await sql<{ id: string }>`
      select id from (${sql.join(parts, sql` union all `)}) as found
      order by id ${direction(isForward)} limit ${place.size}`.execute(db)
    return rows.map(({ id }) => id)
  }
  const inLine = (state: OrderState) => sql`
    select * from purchase
    where account_id = ${accountId} and not abandoned and ${orderIs(state)} ${within(place)}`
  const next = (state: OrderState, size: number) => sql`
    ${inLine(state)} order by id ${direction(isForward)} limit ${size}`
  if (match === null) return found((state) => sql`select id from (${next(state, place.size)}) as n`)

  // A frequent word is found among the next orders, a rare one by the full-text index.
  const seen = await found(
    (state) => sql`
      select id from (${next(state, LOOKED_AT)}) as next
      where ${match} order by id ${direction(isForward)} limit ${place.size}`,
  )
  if (seen.length === place.size) return seen
  // OFFSET 0 keeps the planner from testing orders one by one in the sequence of their ids.
  return found(
    (state) => sql`
      select id from (select id from (${inLine(state)}) as mine where ${match} offset 0) as rare
      order by id ${direction(isForward)} limit ${place.size}`,
  )
}

const direction = (isForward: boolean) => sql.raw(isForward ? 'desc' : 'asc')

// Ids begin with the time of their order; an hour's tolerance allows for clocks that differ.
const TOLERANCE_MS = 3_600_000

function within({ from, to, before, after }: Omit<OwnPlace, 'tab' | 'size' | 'search'>) {
  const conditions = [
    before !== undefined && sql`and id < ${before}`,
    after !== undefined && sql`and id > ${after}`,
    from && sql`and id >= ${idAt(from.getTime() - TOLERANCE_MS)} and created_at >= ${from}`,
    to && sql`and id < ${idAt(to.getTime() + TOLERANCE_MS)} and created_at < ${to}`,
  ]
  const given = conditions.filter((condition) => typeof condition === 'object')
  return given.length === 0 ? sql`` : sql.join(given, sql` `)
}

/** The lowest id of version 7 at a time. */
function idAt(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-0000-0000-000000000000`
}

/** How many orders a tab has, and their sum; with `more`, lower bounds. */
export type TabSummary = { count: number; total: Cents; more: boolean }

export type TabSummaries = Record<Exclude<OrderTab, 'all'> | 'unpaid', TabSummary>

/** Counts and sums the orders of each tab that match, whatever page is shown. */
export async function summarizeOwnOrders(
  db: Db,
  accountId: string,
  wanted: OwnSearch,
): Promise<TabSummaries> {
  const [open, unpaid, paid, cancelled] = [
    await summarize(db, accountId, statesOf.open, wanted),
    await summarize(db, accountId, ['unpaid'], wanted),
    await summarize(db, accountId, statesOf.paid, wanted),
    await summarize(db, accountId, statesOf.cancelled, wanted),
  ]
  return { open, unpaid, paid, cancelled }
}

async function summarize(
  db: Db,
  accountId: string,
  states: OrderState[],
  wanted: OwnSearch,
): Promise<TabSummary> {
  const match = matchesOrder(wanted.search)
  const most = mostCounted(match)
  const parts = states.map(
    (state) => sql`(
      select unit_price_cents::bigint * quantity as cents from purchase
      where account_id = ${accountId} and not abandoned and ${orderIs(state)} ${within(wanted)}
      ${match === null ? sql`` : sql`and ${match}`} limit ${most + 1}
    )`,
  )
  const { rows } = await sql<{ count: number; cents: string | null }>`
    select count(*)::integer as count, sum(cents) as cents
    from (select cents from (${sql.join(parts, sql` union all `)}) as parts limit ${most + 1}) as found
  `.execute(db)
  const [{ count, cents: sum } = { count: 0, cents: null }] = rows
  return { count: Math.min(count, most), total: cents(Number(sum ?? 0)), more: count > most }
}
