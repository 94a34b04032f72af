import type { CursorPage } from '#shop/orders/cursor-page.ts'
import type { Order } from '#shop/orders/order.ts'
import { AFTER_ALL_ORDERS, BEFORE_ALL_ORDERS, type Cursor } from '#shop/orders/orders-query.ts'
import { CursorPager } from '#web/lists/cursor-pager.tsx'

type OrderPagerProps = {
  /** Its rows are newest first, or by buyer from Z to A. */
  page: CursorPage<Order>
  /** Returns the path of the list at a position; without one, of its first page. */
  path: (cursor?: Cursor) => string
  /** What the list shows first. */
  sort?: 'newest' | 'oldest' | 'buyer'
}

const ends = {
  newest: { first: 'Newest', last: 'Oldest' },
  oldest: { first: 'Oldest', last: 'Newest' },
  buyer: { first: 'First', last: 'Last' },
}

/** Links to the neighbouring pages of a list of orders. */
export function OrderPager({ page, path, sort = 'newest' }: OrderPagerProps) {
  const { rows, hasNewer, hasOlder } = page
  const newer = path({ after: rows[0]?._id })
  const older = path({ before: rows.at(-1)?._id })
  const [hasBefore, previous, hasAfter, next, end] =
    sort === 'newest'
      ? [hasNewer, newer, hasOlder, older, { after: BEFORE_ALL_ORDERS }]
      : [hasOlder, older, hasNewer, newer, { before: AFTER_ALL_ORDERS }]
  return (
    <CursorPager
      before={hasBefore ? { first: path(), previous } : null}
      after={hasAfter ? { next, last: path(end) } : null}
      ends={ends[sort]}
    />
  )
}
