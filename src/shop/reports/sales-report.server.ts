import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { addLocalDays } from '#platform/local-days.ts'
import { type Cents, cents } from '#platform/money.ts'
import { type LedgerSum, type Span, soldSince, sumLedger } from '#shop/documents/ledger.server.ts'
import { MOST_SOLD } from './sales-days.ts'

/** The figures of a span; the revenue is invoices less credit notes, without tax. */
export type SalesFigures = { revenue: Cents; orders: number; paid: number; average: Cents }

export type SoldProduct = {
  productId: string
  sku: string
  name: string
  pieces: number
  net: Cents
}
export type EndingStock = { productId: string; name: string; quantity: number; daysLeft: number }

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
const SOLD_DAYS = 30
const ENDING_DAYS = 90
// A stock of "no limit" lasts for more days than an integer holds.
const MAX_DAYS = 1_000_000
const LISTED = 5

/**
 * Returns the figures of some days, which end at a coming midnight of a time zone, beside those of as many days
 * before up to the same time of day, and the revenue of each day, or hour of a single day.
 */
export async function reportSales(
  db: Db,
  { days, until, zone, all }: { days: number; until: Date; zone: string; all?: boolean },
  now = new Date(),
) {
  const span = { from: addLocalDays(until, -days, zone), to: until }
  const before = { from: addLocalDays(span.from, -days, zone), to: addLocalDays(now, -days, zone) }
  const hours = Math.round((span.to.getTime() - span.from.getTime()) / HOUR_MS)
  const times = Array.from({ length: (days === 1 ? hours : days) + 1 }, (_, part) =>
    days === 1 ? new Date(span.from.getTime() + part * HOUR_MS) : addLocalDays(until, part - days, zone),
  )
  // At the same time, as an admin waits for the slowest.
  const [sums, current, sumsBefore, countBefore, sold, ending] = await Promise.all([
    sumLedger(db, times),
    countOrders(db, span),
    sumLedger(db, [before.from, before.to]),
    countOrders(db, before),
    listSold(db, span.from, all ? MOST_SOLD : LISTED),
    listEnding(db, new Date(now.getTime() - SOLD_DAYS * DAY_MS)),
  ])
  return {
    current: figuresOf(sums, current),
    before: figuresOf(sumsBefore, countBefore),
    chart: sums.map(({ net }, part) => ({ from: times[part] ?? span.from, revenue: net })),
    sold,
    ending,
  }
}

function figuresOf(parts: LedgerSum[], orders: number): SalesFigures {
  const revenue = cents(parts.reduce((all, { net }) => all + net, 0))
  const paid = parts.reduce((all, { invoices }) => all + invoices, 0)
  const average = cents(paid === 0 ? 0 : Math.round(revenue / paid))
  return { revenue, orders, paid, average }
}

async function countOrders(db: Db, { from, to }: Span): Promise<number> {
  const { count } = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('placedAt', '>=', from)
    .where('placedAt', '<', to)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns the products that were sold since a time, the highest revenues first. */
async function listSold(db: Db, since: Date, limit: number): Promise<SoldProduct[]> {
  const { rows } = await sql<Omit<SoldProduct, 'net'> & { net: string }>`
    select product_id, sku, name, pieces, net_cents as net
    from ${soldSince(since)} as sold join product on product.id = product_id
    where pieces > 0 order by net_cents desc, product_id limit ${limit}`.execute(db)
  return rows.map(({ net, ...product }) => ({ ...product, net: cents(Number(net)) }))
}

/** Returns what runs out within 90 days if it keeps selling as since a time, the first ones first. */
async function listEnding(db: Db, since: Date): Promise<EndingStock[]> {
  const { rows } = await sql<EndingStock>`
    select * from (
      select product_id, name, quantity,
        floor(least(quantity * ${SOLD_DAYS}::float8 / nullif(pieces, 0), ${MAX_DAYS}))::integer as days_left
      from ${soldSince(since)} as sold join product on product.id = product_id
      where pieces > 0 and deleted_at is null
    ) as named
    where days_left <= ${ENDING_DAYS} order by days_left, product_id limit ${LISTED}`.execute(db)
  return rows
}
