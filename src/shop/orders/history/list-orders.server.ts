import type { RawBuilder, SqlBool } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import type { PlacedOrder } from '#shop/orders/order.ts'
import { findOrdersById } from '#shop/orders/order-queries.server.ts'
import { orderIs, orderIsListed } from '#shop/orders/order-states.server.ts'
import { LOOKED_AT, matchesOrder, mostCounted, searchedColumns } from './order-search.server.ts'
import type { OrderCount, OrderSearch, OrdersQuery } from './orders-query.ts'

/** Returns one page of all orders that match a search, newest first. */
export async function listOrders(db: Db, query: OrdersQuery): Promise<PlacedOrder[]> {
  return findOrdersById(db, await findIds(db, query))
}

/** Returns how many orders match a search, up to a maximum. */
export async function countOrders(db: Db, wanted: OrderSearch): Promise<OrderCount> {
  const match = matching(wanted.search)
  const most = mostCounted(match)
  const inSearch = inState(db, wanted)
  const found = (match === null ? inSearch : inSearch.where(match)).limit(most + 1)
  const row = await db
    .selectFrom(found.as('found'))
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  const count = Number(row.count)
  return { count: Math.min(count, most), more: count > most }
}

/**
 * Frequent words are found fastest by scanning the next orders in sequence; rare ones by the
 * full-text index, which would have to sort all matches of a frequent word. So a short scan comes
 * first.
 */
async function findIds(db: Db, query: OrdersQuery): Promise<string[]> {
  const { size, search } = query
  const match = matching(search)
  const direction = query.after === undefined ? 'desc' : 'asc'
  const inLine = fromPosition(db, query).orderBy('id', direction)
  if (match === null) return idsOf(await inLine.limit(size).execute())

  const next = inLine.select(searchedColumns).limit(LOOKED_AT)
  const seen = await db
    .selectFrom(next.as('next'))
    .select('id')
    .where(match)
    .orderBy('id', direction)
    .limit(size)
    .execute()
  if (seen.length === size) return idsOf(seen)

  // OFFSET 0 keeps the planner from scanning orders one by one instead of using the full-text
  // index.
  const all = fromPosition(db, query).where(match).offset(0)
  const found = db.selectFrom(all.as('found')).select('id').orderBy('id', direction).limit(size)
  return idsOf(await found.execute())
}

function fromPosition(db: Db, query: OrdersQuery) {
  const { before, after } = query
  return inState(db, query)
    .$if(before !== undefined, (orders) => orders.where('id', '<', before ?? ''))
    .$if(after !== undefined, (orders) => orders.where('id', '>', after ?? ''))
}

function inState(db: Db, { search, state }: OrderSearch) {
  const wanted = search.trim()
  const all = db.selectFrom('purchase').select('id')
  const inSearch = isUuid(wanted) ? all.where('id', '=', wanted) : all
  return inSearch.where(state === 'all' ? orderIsListed() : orderIs(state))
}

// An order's id is looked up before its words.
function matching(search: string): RawBuilder<SqlBool> | null {
  return isUuid(search.trim()) ? null : matchesOrder(search)
}
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
