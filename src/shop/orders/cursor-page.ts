import { MAX_LINES } from '#shop/list-store/order-list.ts'
import { MAX_LINES_OF_PAGE } from './order.ts'
import { BEFORE_ALL_ORDERS, type Cursor } from './orders-query.ts'

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

type Listed = { _id: string; lines: unknown[] }

export type PageQuery = { size: string; before?: string | undefined; after?: string | undefined }

const MAX_IN_PAGE = 100

/**
 * Fetches up to `most` orders, newest first: those before or after a position, or the newest. It takes
 * as many pages as that needs, because one of many lines ends early.
 */
export async function fetchOrdersUpTo<Order extends Listed>(
  most: number,
  fetchPage: (query: PageQuery) => Promise<Order[]>,
  { before, after }: Cursor,
): Promise<Order[]> {
  let collected: Order[] = []
  for (;;) {
    const size = Math.min(most - collected.length, MAX_IN_PAGE)
    const isUp = after !== undefined
    const next = (isUp ? collected[0] : collected.at(-1))?._id ?? after ?? before
    const cursor = isUp ? { after: next } : { before: next }
    const page = await fetchPage({ size: String(size), ...(next && cursor) })
    collected = isUp ? [...page, ...collected] : [...collected, ...page]
    if (collected.length >= most || (page.length < size && !mayHaveEndedEarly(page))) return collected
  }
}

/** The next order may have the maximum number of lines. */
function mayHaveEndedEarly(page: Listed[]): boolean {
  return page.reduce((sum, { lines }) => sum + lines.length, 0) > MAX_LINES_OF_PAGE - MAX_LINES
}
