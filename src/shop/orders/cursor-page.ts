import { BEFORE_ALL_ORDERS, type Cursor } from './orders-query.ts'
import { fetchOrdersUpTo, type Listed, type PageQuery } from './orders-up-to.ts'

/** A page of a list, newest or last first, and whether newer and older rows exist: before and after it. */
export type CursorPage<Row> = { rows: Row[]; hasNewer: boolean; hasOlder: boolean }

/** Fetches a page; a position that no longer exists leads to the newest page. */
export async function fetchCursorPage<Row extends Listed>(
  fetchPage: (query: PageQuery) => Promise<Row[]>,
  { before, after }: Cursor,
  size: number,
): Promise<CursorPage<Row>> {
  // One extra row shows whether there is another page.
  const orders = await fetchOrdersUpTo(size + 1, fetchPage, { before, after })
  const goesOn = orders.length > size
  if (after === undefined) {
    if (before !== undefined && orders.length === 0) return fetchCursorPage(fetchPage, {}, size)
    return { rows: orders.slice(0, size), hasNewer: before !== undefined, hasOlder: goesOn }
  }
  const isLast = after === BEFORE_ALL_ORDERS
  if (!goesOn && !isLast) return fetchCursorPage(fetchPage, {}, size)
  return { rows: orders.slice(-size), hasNewer: goesOn, hasOlder: !isLast }
}
