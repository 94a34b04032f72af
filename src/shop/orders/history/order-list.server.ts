import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { hasWords, wordQuery } from '#platform/database/word-search.server.ts'
import type { PlacedOrder } from '#shop/orders/order.ts'
import { toOrder } from '#shop/orders/order-queries.server.ts'
import { orderIs, orderIsListed } from '#shop/orders/order-states.server.ts'
import type { OrderCount, OrderPlace, OrderSearch } from './order-list.ts'

/** Returns one page of all orders that match a search, newest first. */
export async function listOrders(db: Db, place: OrderPlace): Promise<PlacedOrder[]> {
  const ids = await findIds(db, place)
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('purchase')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toOrder)
}

// Counting a million orders would take longer than the page itself.
const MOST_COUNTED = 10_000
const MOST_COUNTED_IN_SEARCH = 1_000

/** Returns how many orders match a search, up to a maximum. */
export async function countOrders(db: Db, wanted: OrderSearch): Promise<OrderCount> {
  const match = matching(wanted.search)
  const most = match === null ? MOST_COUNTED : MOST_COUNTED_IN_SEARCH
  const inSearch = inState(db, wanted)
  const found = (match === null ? inSearch : inSearch.where(match)).limit(most + 1)
  const row = await db
    .selectFrom(found.as('found'))
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  const count = Number(row.count)
  return { count: Math.min(count, most), more: count > most }
}

const LOOKED_AT = 1_000
// The columns that `matching` reads.
const SEARCHED = ['name', 'email', 'productName', 'sku', 'poNumber', 'orderNumber'] as const

/**
 * Frequent words are found fastest by scanning the next orders in sequence; rare ones by the
 * full-text index, which would have to sort all matches of a frequent word. So a short scan comes
 * first.
 */
async function findIds(db: Db, place: OrderPlace): Promise<string[]> {
  const { size, search } = place
  const match = matching(search)
  const direction = place.after === undefined ? 'desc' : 'asc'
  const inLine = inPlace(db, place).orderBy('id', direction)
  if (match === null) return idsOf(await inLine.limit(size).execute())

  const next = inLine.select(SEARCHED).limit(LOOKED_AT)
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
  const all = inPlace(db, place).where(match).offset(0)
  const found = db.selectFrom(all.as('found')).select('id').orderBy('id', direction).limit(size)
  return idsOf(await found.execute())
}

function inPlace(db: Db, place: OrderPlace) {
  const { before, after } = place
  return inState(db, place)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
}

function inState(db: Db, { search, state }: OrderSearch) {
  const wanted = search.trim()
  const all = db.selectFrom('purchase').select('id')
  const inSearch = isUuid(wanted) ? all.where('id', '=', wanted) : all
  return inSearch.where(state === 'all' ? orderIsListed() : orderIs(state))
}

/**
 * Returns the condition of a word search; null when it contains no words. Of a compound such as an
 * e-mail address only the last word is a prefix search, because those cost more. What looks like an
 * order's number may also be a SKU.
 */
function matching(search: string): RawBuilder<SqlBool> | null {
  const wanted = search.trim()
  if (wanted === '' || isUuid(wanted)) return null
  const words = sql`order_words(name, email, product_name, sku, po_number)`
  const match = hasWords(words, wordQuery(search, 'last'))
  const isOrderNumber = /^fw-\d+$/i.test(wanted)
  return isOrderNumber ? sql`(order_number = ${wanted.toUpperCase()} or ${match})` : match
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
