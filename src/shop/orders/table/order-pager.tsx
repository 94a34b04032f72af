import type { CursorPage } from '#shop/orders/cursor-page.ts'
import type { Order } from '#shop/orders/order.ts'
import { BEFORE_ALL_ORDERS, type Cursor } from '#shop/orders/orders-query.ts'
import { CursorPager } from '#web/lists/cursor-pager.tsx'

type OrderPagerProps = {
  page: CursorPage<Order>
  /** Returns the path of the list at a position; without one, of its newest page. */
  path: (cursor?: Cursor) => string
}

/** Links to the newer and older pages of a list of orders. */
export function OrderPager({ page: { rows, hasNewer, hasOlder }, path }: OrderPagerProps) {
  return (
    <CursorPager
      before={hasNewer ? { first: path(), previous: path({ after: rows[0]?._id }) } : null}
      after={
        hasOlder
          ? { next: path({ before: rows.at(-1)?._id }), last: path({ after: BEFORE_ALL_ORDERS }) }
          : null
      }
      ends={{ first: 'Newest', last: 'Oldest' }}
    />
  )
}
