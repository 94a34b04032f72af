import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { type Cents, cents } from '#platform/money.ts'
import { maxCounted } from '#shop/orders/history/order-search.server.ts'
import {
  areFound,
  areWanted,
  inState,
  matching,
  type WantedOrders,
} from '#shop/orders/history/wanted-orders.server.ts'
import { lineIs, lineIsListed } from '#shop/orders/line-states.server.ts'
import { type DeskTab, deskTabs, type OrderCount } from '#shop/orders/orders-query.ts'
import { mostToShip } from '#shop/pieces/pieces.ts'
import { countToShip } from '#shop/pieces/shipping-conditions.server.ts'

/** A tab shows no higher count, so that all tabs together cost as much as one page. */
const MAX_IN_TAB = 1_000

/** What a filter finds: its orders, their pieces, net sum and what of it is unpaid; with `more`, lower bounds. */
export type DeskSums = { count: number; pieces: number; total: Cents; open: Cents; more: boolean }

/** Counts and sums orders as their rows show them: without cancelled lines, unless all were. */
export async function sumOrders(db: Db, filters: WantedOrders): Promise<DeskSums> {
  const most = maxCounted(matching(filters.search))
  const { rows } = await sql<{ count: number } & Record<'pieces' | 'cents' | 'open', string | null>>`
    select count(*)::integer as count, sum(pieces) as pieces, sum(cents) as cents, sum(open) as open
    from (
      select id from orders where ${areWanted(filters)} limit ${most + 1}
    ) as found
    cross join lateral (
      select ${shownSum(sql`quantity`)} as pieces, ${shownSum(sql`unit_price_cents::bigint * quantity`)} as cents,
        sum(unit_price_cents::bigint * quantity) filter (where ${lineIs('unpaid')}) as open
      from order_line where order_id = found.id
    ) as lines`.execute(db)
  const { count = 0, pieces = null, cents: sum = null, open = null } = rows[0] ?? {}
  return {
    count: Math.min(count, most),
    pieces: Number(pieces ?? 0),
    total: cents(Number(sum ?? 0)),
    open: cents(Number(open ?? 0)),
    more: count > most,
  }
}

function shownSum(amount: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce(sum(${amount}) filter (where ${lineIsListed()}), sum(${amount}))`
}

/** How many orders each tab has within the other filters; of a text with too many hits, in some of these. */
export async function countTabs(
  db: Db,
  filters: Omit<WantedOrders, 'state'>,
): Promise<Record<DeskTab, OrderCount>> {
  const ids = matching(filters.search) === null ? null : await findSome(db, filters)
  const isFound = ids ? sql<SqlBool>`orders.id = any(${ids}::uuid[])` : areFound(filters)
  const isNarrowed = [filters.search.trim(), filters.buyer, filters.company, filters.from, filters.to].some(
    Boolean,
  )
  const toShip: Partial<Record<DeskTab, number>> = await countToShip(db, isNarrowed ? isFound : undefined)
  const others = deskTabs.filter((tab) => !(tab in toShip))
  const counts = others.map(
    (state) => sql`(
      select count(*)::integer from (
        select from orders where ${isFound} and ${inState({ state })} limit ${MAX_IN_TAB + 1}
      ) as found)`,
  )
  const { rows } = await sql<{ counts: number[] }>`
    select array[${sql.join(counts)}] as counts`.execute(db)
  const isPart = (ids?.length ?? 0) > MAX_IN_TAB
  const isToShipCut = Object.values(toShip).reduce((sum, count) => sum + count, 0) >= mostToShip(false)
  return Object.fromEntries(
    deskTabs.map((tab) => {
      const count = toShip[tab] ?? rows[0]?.counts[others.indexOf(tab)] ?? 0
      return [
        tab,
        {
          count: Math.min(count, MAX_IN_TAB),
          more: isPart || count > MAX_IN_TAB || (tab in toShip && isToShipCut),
        },
      ]
    }),
  ) as Record<DeskTab, OrderCount>
}

async function findSome(db: Db, filters: Omit<WantedOrders, 'state'>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from orders where ${areFound(filters)} limit ${MAX_IN_TAB + 1}`.execute(db)
  return rows.map(({ id }) => id)
}
