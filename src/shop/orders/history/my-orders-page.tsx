import { href, Link } from 'react-router'
import { clampPage, pageCount, readPageParams } from '#platform/http/pagination.ts'
import { requireSession } from '#shop/auth/access/require-session.ts'
import { CancelOrderDialog } from '#shop/orders/cancel/cancel-order-dialog.tsx'
import { useCancelProgress } from '#shop/orders/cancel/use-cancel-progress.ts'
import type { Order } from '#shop/orders/order.ts'
import { countMyOrders, fetchMyOrders } from '#shop/orders/orders-client.ts'
import { ListPage, useChosenItem } from '#shop/page/lists/list-page.tsx'
import { Pager } from '#shop/page/lists/pager.tsx'
import { PageError } from '#shop/page/page-error.tsx'
import { ResponsiveTable } from '#ui/lists/responsive-table.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { Route } from './+types/my-orders-page'
import { MyOrdersTabs } from './my-orders-tabs.tsx'
import { orderColumns } from './order-cells.tsx'
import { myOrdersPath, type OwnOrders } from './order-list.ts'
import { OrderRow } from './order-row.tsx'
import { ReorderMonth } from './reorder-month.tsx'

const PAGE_SIZE = 20
// The API refuses pages far above this.
const FARTHEST_PAGE = 1_000_000

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  const which: OwnOrders = url.searchParams.get('state') === 'cancelled' ? 'cancelled' : 'listed'
  const email = await requireSession(url)
  const { page } = readPageParams(url.searchParams, PAGE_SIZE)
  const requested = { page: Math.min(page, FARTHEST_PAGE), size: PAGE_SIZE }
  const [found, count] = await Promise.all([
    fetchMyOrders(email, { ...requested, which }),
    countMyOrders(email, which),
  ])
  // A page past the end shows the last one.
  const last = clampPage(requested, count).page
  if (last === requested.page) return { orders: found, page: last, count, which }
  const orders = await fetchMyOrders(email, { page: last, size: PAGE_SIZE, which })
  return { orders, page: last, count, which }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <Spinner label="Loading your orders" />
}

export default function MyOrdersPage({ loaderData }: Route.ComponentProps) {
  const { orders, page, count, which } = loaderData
  const { chosen, choose, close, heading, focusHeading } = useChosenItem<Order>()
  useCancelProgress(orders, 'buyer')
  return (
    <>
      <ListPage
        title="My orders"
        name="My Orders"
        heading={heading}
        count={count > 0 ? { of: 'Orders', is: count.toLocaleString('en-US') } : undefined}
        filters={
          <>
            <MyOrdersTabs which={which} />
            {which === 'listed' && orders[0] && <ReorderMonth email={orders[0].email} />}
          </>
        }
        empty={count === 0 && <NoOrders which={which} />}
        pager={
          <Pager
            page={page}
            pageCount={pageCount(count, PAGE_SIZE)}
            to={(page) => myOrdersPath(which, page)}
          />
        }
      >
        <ResponsiveTable
          columns={[
            orderColumns.number,
            orderColumns.date,
            orderColumns.product,
            orderColumns.quantity,
            orderColumns.total,
            orderColumns.payment,
            orderColumns.actions,
          ]}
          className="order-table my-orders"
        >
          {orders.map((order) => (
            <OrderRow key={order._id} order={order} onCancel={() => choose(order)} />
          ))}
        </ResponsiveTable>
      </ListPage>
      {chosen && (
        <CancelOrderDialog order={chosen} by="buyer" onClosed={close} onGone={focusHeading} />
      )}
    </>
  )
}

function NoOrders({ which }: { which: OwnOrders }) {
  if (which === 'cancelled') return <p>You have no cancelled orders.</p>
  return (
    <p>
      You have no orders yet.{' '}
      <Link to={href('/purchase')} className="text-link">
        Browse our tools
      </Link>
    </p>
  )
}

export function ErrorBoundary() {
  return <PageError title="My orders" heading="My Orders" text="Your orders failed to load." />
}
