import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { type Cents, cents } from '#platform/money.ts'
import { MAX_LINES } from '#shop/list-store/order-list.ts'
import { lineIs, lineIsOpen, lineMay } from '#shop/orders/line-states.server.ts'
import { MAX_LINES_OF_PAGE, type PlacedOrder } from '#shop/orders/order.ts'
import { findOrdersById } from '#shop/orders/order-queries.server.ts'
import { BEFORE_ALL_ORDERS, type Cursor, type OrderCount, type OrderKey } from '#shop/orders/orders-query.ts'
import { addAmounts, withTax } from '#shop/tax/tax.ts'
import { buyerName, LOOKED_AT, maxCounted } from './order-search.server.ts'
import { areWanted, inState, isFew, matching, ofOrder, type WantedOrders } from './wanted-orders.server.ts'

type WantedPage = WantedOrders & Cursor & { size: number; sort?: OrderKey }

/**
 * Returns one page of the orders that match, newest first, or by buyer from Z to A. It has fewer orders
 * than `size` if they have too many lines; only an empty page says for certain that there are no more.
 */
export async function listOrders(db: Db, query: WantedPage): Promise<PlacedOrder[]> {
  const placed = await withinLines(db, await findIds(db, query))
  const ids = query.after === undefined ? placed : placed.toReversed()
  const orders = new Map((await findOrdersById(db, ids)).map((order) => [order.id, order]))
  return ids.flatMap((id) => orders.get(id) ?? [])
}

/** Returns the first of these orders, at least one, up to the maximum lines of a page. */
async function withinLines(db: Db, ids: string[]): Promise<string[]> {
  if (ids.length * MAX_LINES <= MAX_LINES_OF_PAGE) return ids
  const counts = await db
    .selectFrom('orderLine')
    .select(['orderId', ({ fn }) => fn.countAll<string>().as('count')])
    .where('orderId', 'in', ids)
    .groupBy('orderId')
    .execute()
  const linesOf = new Map(counts.map(({ orderId, count }) => [orderId, Number(count)]))
  let lines = 0
  const tooMany = ids.findIndex((id, index) => {
    lines += linesOf.get(id) ?? 0
    return index > 0 && lines > MAX_LINES_OF_PAGE
  })
  return tooMany === -1 ? ids : ids.slice(0, tooMany)
}

/** Returns how many orders match, up to a maximum. */
export async function countOrders(db: Db, query: WantedOrders): Promise<OrderCount> {
  const { count, more } = await summarize(db, query, sql`false`)
  return { count, more }
}

/**
 * How many orders match, the net sum of their lines of a status, and what these cost with tax when they
 * are paid together; with `more`, lower bounds.
 */
export type OrdersSummary = { count: number; total: Cents; due: Cents; more: boolean }

export type TabSummaries = Record<'open' | 'unpaid' | 'paid' | 'cancelled', OrdersSummary>

/** Counts the orders of each tab that match, and sums their lines that are open, unpaid, paid or cancelled. */
export async function summarizeOrders(db: Db, query: Omit<WantedOrders, 'state'>): Promise<TabSummaries> {
  const open = await summarize(db, { ...query, state: 'open' }, lineIsOpen)
  const unpaid = await summarize(db, { ...query, state: 'unpaid' }, lineMay('pay'))
  const paid = await summarize(db, { ...query, state: 'paid' }, lineIs('paid'))
  const cancelled = await summarize(db, { ...query, state: 'cancelled' }, lineIs('cancelled'))
  return { open, unpaid, paid, cancelled }
}

async function summarize(db: Db, query: WantedOrders, summed: RawBuilder<unknown>) {
  const most = maxCounted(matching(query.search))
  const { rows } = await sql<{ count: number; cents: string | null; percent: string }>`
    select tax_percent as percent, count(*)::integer as count, sum((
      select sum(unit_price_cents::bigint * quantity) from order_line
      where order_id = found.id and ${summed}
    )) as cents
    from (
      select id, tax_percent, company_id from orders where ${areWanted(query)}
      limit ${most + 1}
    ) as found
    group by tax_percent, company_id`.execute(db)
  const count = rows.reduce((sum, row) => sum + row.count, 0)
  // Orders of one rate and company can be paid together; the tax is then rounded once.
  const sums = addAmounts(...rows.map((row) => withTax(cents(Number(row.cents ?? 0)), Number(row.percent))))
  return { count: Math.min(count, most), total: sums.net, due: sums.total, more: count > most }
}

/**
 * Frequent words are found fastest by scanning the next orders in sequence; rare ones by the
 * full-text index, which would have to sort all matches of a frequent word. So a short scan comes
 * first.
 */
async function findIds(db: Db, query: WantedPage): Promise<string[]> {
  const { size, before, after, sort = 'placed' } = query
  const match = matching(query.search)
  const direction = sql.raw(after === undefined ? 'desc' : 'asc')
  const byBuyer = sort === 'buyer'
  const key = byBuyer ? sql`(${buyerName}, id)` : sql`id`
  const keyOf = (id: string) =>
    byBuyer ? sql`(select ${buyerName}, id from orders where id = ${id})` : sql`${id}`
  const isBounded = after !== undefined && after !== BEFORE_ALL_ORDERS
  const inRange = sql.join(
    [
      ofOrder(query),
      ...(before === undefined ? [] : [sql`${key} < ${keyOf(before)}`]),
      ...(isBounded ? [sql`${key} > ${keyOf(after)}`] : []),
    ],
    sql` and `,
  )
  const order = sql`${byBuyer ? sql`${buyerName} ${direction},` : sql``} id ${direction}`
  const state = inState(query)
  const ids = async (from: RawBuilder<unknown>) => {
    const { rows } = await sql<{ id: string }>`${from} order by ${order} limit ${size}`.execute(db)
    return rows.map(({ id }) => id)
  }
  if (match === null) return ids(sql`select id from orders where ${inRange} and ${state}`)
  // Few orders have pieces to ship or a return: the words are looked for in those.
  if (isFew(query.state)) {
    return ids(sql`select id from orders where ${inRange} and ${state} and ${match}`)
  }
  const seen = await ids(sql`
    select id from (
      select * from orders where ${inRange} and ${state} order by ${order} limit ${LOOKED_AT}
    ) as orders where ${match}`)
  if (seen.length === size) return seen
  // OFFSET 0 prevents the planner from scanning orders by id; it then reads the lines of the few
  // matches only.
  return ids(sql`
    select id from (
      select id, name, address from (
        select id, name, address from orders where ${inRange} and ${match} offset 0
      ) as rare
      order by ${order} offset 0
    ) as orders where ${state}`)
}
