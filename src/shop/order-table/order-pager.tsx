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

const reversedEnds = {
  oldest: { first: 'Oldest', last: 'Newest' },
  buyer: { first: 'First', last: 'Last' },
}

/** Links to the neighbouring pages of a list of orders. */
export function OrderPager({ page, path, sort = 'newest' }: OrderPagerProps) {
  const { rows, hasNewer, hasOlder } = page
  const newer = path({ after: rows[0]?._id })
  const older = path({ before: rows.at(-1)?._id })
  if (sort !== 'newest') {
    return (
      <CursorPager
        before={hasOlder ? { first: path(), previous: older } : null}
        after={hasNewer ? { next: newer, last: path({ before: AFTER_ALL_ORDERS }) } : null}
        ends={reversedEnds[sort]}
      />
    )
  }
  return (
    <CursorPager
      before={hasNewer ? { first: path(), previous: newer } : null}
      after={hasOlder ? { next: older, last: path({ after: BEFORE_ALL_ORDERS }) } : null}
      ends={{ first: 'Newest', last: 'Oldest' }}
    />
  )
}
