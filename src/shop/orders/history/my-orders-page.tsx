import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { pageCount, readListPlace, withinList } from '#platform/http/pagination.ts'
import { requireSession } from '#shop/auth/access/require-session.ts'
import { CancelOrderDialog } from '#shop/orders/cancel/cancel-order-dialog.tsx'
import { useCancelProgress } from '#shop/orders/cancel/use-cancel-progress.ts'
import type { Order } from '#shop/orders/order.ts'
import { countMyOrders, fetchMyOrders } from '#shop/orders/orders-client.ts'
import { ListHeader } from '#ui/lists/list-header.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { ResponsiveTable } from '#ui/lists/responsive-table.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { Route } from './+types/my-orders-page'
import { MyOrdersTabs } from './my-orders-tabs.tsx'
import { orderColumns } from './order-cells.tsx'
import type { OwnOrders } from './order-list.ts'
import { OrderRow } from './order-row.tsx'

const PAGE_SIZE = 20
// Nobody has so many; the API takes no page far above.
const FARTHEST_PAGE = 1_000_000

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  const which: OwnOrders = url.searchParams.get('state') === 'cancelled' ? 'cancelled' : 'listed'
  const email = await requireSession(url)
  const { page } = readListPlace(url.searchParams, PAGE_SIZE)
  const asked = { page: Math.min(page, FARTHEST_PAGE), size: PAGE_SIZE }
  const [found, count] = await Promise.all([
    fetchMyOrders(email, { ...asked, which }),
    countMyOrders(email, which),
  ])
  // A page past the end shows the last one.
  const last = withinList(asked, count).page
  if (last === asked.page) return { orders: found, page: last, count, which }
  const orders = await fetchMyOrders(email, { page: last, size: PAGE_SIZE, which })
  return { orders, page: last, count, which }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <Spinner label="Loading your orders" />
}

export default function MyOrdersPage({ loaderData }: Route.ComponentProps) {
  const { orders, page, count, which } = loaderData
  const [doomed, setDoomed] = useState<Order | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useCancelProgress(orders, 'buyer')
  return (
    <>
      <PageHead title="My orders" />
      <ListHeader
        title="My Orders"
        heading={heading}
        count={count > 0 ? { of: 'Orders', is: count.toLocaleString('en-US') } : undefined}
      />
      <div className="list-filters">
        <MyOrdersTabs which={which} />
      </div>
      {count === 0 && which === 'cancelled' ? (
        <p>You have no cancelled orders.</p>
      ) : count === 0 ? (
        <p>
          You have no orders yet.{' '}
          <Link to="/purchase" className="text-link">
            Browse our tools
          </Link>
        </p>
      ) : (
        <ResponsiveTable
          columns={[
            orderColumns.number,
            orderColumns.date,
            orderColumns.product,
            orderColumns.quantity,
            orderColumns.total,
            orderColumns.payment,
            { name: 'Actions', className: 'col-actions' },
          ]}
          className="order-table my-orders"
        >
          {orders.map((order) => (
            <OrderRow key={order._id} order={order} onCancel={() => setDoomed(order)} />
          ))}
        </ResponsiveTable>
      )}
      <Pager
        page={page}
        pageCount={pageCount(count, PAGE_SIZE)}
        to={(page) =>
          `?${new URLSearchParams({
            ...(which === 'cancelled' && { state: which }),
            page: String(page),
          })}`
        }
      />
      {doomed && (
        <CancelOrderDialog
          order={doomed}
          by="buyer"
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
      <PageHead title="My orders" />
      <h1 className="page-title">My Orders</h1>
      <LoadFailure text="Your orders failed to load." />
    </>
  )
}
