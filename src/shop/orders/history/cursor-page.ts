import { BEFORE_ALL_ORDERS, type Cursor } from './orders-query.ts'

/** A page of a list, newest first, and whether there are newer and older rows. */
export type CursorPage<Row> = { rows: Row[]; hasNewer: boolean; hasOlder: boolean }

type RowsQuery = { size: string; before?: string; after?: string }

/** Fetches a page; a position that no longer exists leads to the newest page. */
export async function fetchCursorPage<Row>(
  fetchRows: (query: RowsQuery) => Promise<Row[]>,
  { before, after }: Cursor,
  size: number,
): Promise<CursorPage<Row>> {
  // One extra row tells whether there is another page.
  const query = { size: String(size + 1), ...(before && { before }), ...(after && { after }) }
  const found = await fetchRows(query)
  const goesOn = found.length > size
  if (after === undefined) {
    if (before !== undefined && found.length === 0) return fetchCursorPage(fetchRows, {}, size)
    return { rows: found.slice(0, size), hasNewer: before !== undefined, hasOlder: goesOn }
  }
  const isLast = after === BEFORE_ALL_ORDERS
  if (!goesOn && !isLast) return fetchCursorPage(fetchRows, {}, size)
  return { rows: found.slice(-size), hasNewer: goesOn, hasOlder: !isLast }
}
