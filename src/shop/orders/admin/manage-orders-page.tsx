import { useRef, useState } from 'react'
import { href } from 'react-router'
import { withQuery } from '#platform/http/query.ts'
import { requireAdmin } from '#shop/auth/access/require-admin.ts'
import { CancelOrderDialog } from '#shop/orders/cancel/cancel-order-dialog.tsx'
import { useCancelProgress } from '#shop/orders/cancel/use-cancel-progress.ts'
import { orderColumns } from '#shop/orders/history/order-cells.tsx'
import { BEFORE_ALL_ORDERS, readOrderPlace } from '#shop/orders/history/order-list.ts'
import type { Order } from '#shop/orders/order.ts'
import { fetchOrders, fetchOrdersCount } from '#shop/orders/orders-client.ts'
import { CursorPager } from '#shop/page/lists/cursor-pager.tsx'
import { SearchForm } from '#shop/page/lists/search-form.tsx'
import { LoadFailure } from '#shop/page/load-failure.tsx'
import { PageHead } from '#shop/page/page-head.tsx'
import { ListHeader } from '#ui/lists/list-header.tsx'
import { ResponsiveTable } from '#ui/lists/responsive-table.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { Route } from './+types/manage-orders-page'
import { ManagedOrderRow } from './managed-order-row.tsx'
import { OrderStateLinks } from './order-state-links.tsx'

const PAGE_SIZE = 20

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  await requireAdmin(url)
  const place = readOrderPlace(url.searchParams)
  const [page, count] = await Promise.all([
    fetchOrders({ ...place, size: PAGE_SIZE }),
    fetchOrdersCount(place),
  ])
  return { ...page, count, search: place.search, state: place.state }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <Spinner label="Loading the orders" />
}

export default function ManageOrdersPage({ loaderData }: Route.ComponentProps) {
  const { orders, count, search, state, hasNewer, hasOlder } = loaderData
  const [doomed, setDoomed] = useState<Order | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useCancelProgress(orders, 'admin')
  const address = (place: { before?: string | undefined; after?: string | undefined } = {}) =>
    withQuery(href('/dashboard/manage-orders'), { search, state, ...place })
  const before = {
    first: address(),
    previous: address({ after: orders[0]?._id }),
  }
  const after = {
    next: address({ before: orders.at(-1)?._id }),
    last: address({ after: BEFORE_ALL_ORDERS }),
  }
  return (
    <>
      <PageHead title="Manage orders" />
      <ListHeader
        title="Manage Orders"
        heading={heading}
        count={{
          of: 'Orders',
          is: `${count.more ? 'more than ' : ''}${count.count.toLocaleString('en-US')}`,
        }}
      />
      <div className="list-filters">
        <OrderStateLinks search={search} state={state} />
        <SearchForm label="Buyer, product or order number" search={search}>
          <input type="hidden" name="state" value={state} />
        </SearchForm>
      </div>
      {orders.length === 0 ? (
        <p>
          {search || state !== 'all' ? 'No orders match this filter.' : 'There are no orders yet.'}
        </p>
      ) : (
        <ResponsiveTable
          columns={[
            orderColumns.number,
            orderColumns.date,
            orderColumns.product,
            'Buyer',
            orderColumns.quantity,
            orderColumns.total,
            orderColumns.payment,
            { name: 'Actions', className: 'col-actions' },
          ]}
          className="order-table manage-orders"
        >
          {orders.map((order) => (
            <ManagedOrderRow key={order._id} order={order} onDelete={() => setDoomed(order)} />
          ))}
        </ResponsiveTable>
      )}
      <CursorPager
        before={hasNewer ? before : null}
        after={hasOlder ? after : null}
        ends={{ first: 'Newest', last: 'Oldest' }}
      />
      {doomed && (
        <CancelOrderDialog
          order={doomed}
          by="admin"
          onClosed={() => setDoomed(null)}
          // Its row is gone, and the button in it that would get the focus back.
          onGone={() => heading.current?.focus()}
        />
      )}
    </>
  )
}

export function ErrorBoundary() {
  return (
    <>
      <PageHead title="Manage orders" />
      <h1 className="page-title">Manage Orders</h1>
      <LoadFailure text="The orders failed to load." />
    </>
  )
}
