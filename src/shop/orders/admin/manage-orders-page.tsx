import { href } from 'react-router'
import { withQuery } from '#platform/http/query.ts'
import { requireAdmin } from '#shop/auth/access/require-admin.ts'
import { saveDocumentsOf } from '#shop/documents/documents-client.ts'
import { useSave } from '#shop/documents/order-documents.tsx'
import { CancelOrderDialog } from '#shop/orders/cancel/cancel-order-dialog.tsx'
import { useCancelProgress } from '#shop/orders/cancel/use-cancel-progress.ts'
import { orderColumns } from '#shop/orders/history/order-cells.tsx'
import {
  BEFORE_ALL_ORDERS,
  ORDER_SEARCH,
  readOrdersQuery,
} from '#shop/orders/history/orders-query.ts'
import type { OrderLine } from '#shop/orders/order.ts'
import { fetchOrders, fetchOrdersCount } from '#shop/orders/orders-client.ts'
import { CursorPager } from '#shop/page/lists/cursor-pager.tsx'
import { ListPage, useChosenItem } from '#shop/page/lists/list-page.tsx'
import { SearchForm } from '#shop/page/lists/search-form.tsx'
import { PageError } from '#shop/page/page-error.tsx'
import { Button } from '#ui/button.tsx'
import { ResponsiveTable } from '#ui/lists/responsive-table.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { Route } from './+types/manage-orders-page'
import { ManagedOrderRow } from './managed-order-row.tsx'
import { OrderStateLinks } from './order-state-links.tsx'

const PAGE_SIZE = 20

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  await requireAdmin(url)
  const query = readOrdersQuery(url.searchParams)
  const [page, count] = await Promise.all([
    fetchOrders({ ...query, size: PAGE_SIZE }),
    fetchOrdersCount(query),
  ])
  return { ...page, count, search: query.search, state: query.state }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <Spinner label="Loading the orders" />
}

export default function ManageOrdersPage({ loaderData }: Route.ComponentProps) {
  const { rows: orders, count, search, state, hasNewer, hasOlder } = loaderData
  const { chosen, choose, close, heading, focusHeading } = useChosenItem<OrderLine>()
  useCancelProgress(orders, 'admin')
  const documents = useSave(() => saveDocumentsOf(orders.map(({ _id }) => _id)))
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
  const isFiltered = search !== '' || state !== 'all'
  return (
    <>
      <ListPage
        title="Manage orders"
        name="Manage Orders"
        heading={heading}
        count={{
          of: 'Orders',
          is: `${count.more ? 'more than ' : ''}${count.count.toLocaleString('en-US')}`,
        }}
        filters={
          <>
            <OrderStateLinks search={search} state={state} />
            <SearchForm label={ORDER_SEARCH} search={search}>
              <input type="hidden" name="state" value={state} />
            </SearchForm>
          </>
        }
        empty={
          orders.length === 0 && (
            <p>{isFiltered ? 'No orders match this filter.' : 'There are no orders yet.'}</p>
          )
        }
        pager={
          <>
            {orders.length > 0 && (
              <p className="orders-download">
                <Button variant="quiet" busy={documents.busy} onClick={documents.save}>
                  Documents of this page (ZIP)
                </Button>
              </p>
            )}
            <CursorPager
              before={hasNewer ? before : null}
              after={hasOlder ? after : null}
              ends={{ first: 'Newest', last: 'Oldest' }}
            />
          </>
        }
      >
        <ResponsiveTable
          columns={[
            orderColumns.number,
            orderColumns.date,
            orderColumns.product,
            'Buyer',
            orderColumns.quantity,
            orderColumns.total,
            orderColumns.payment,
            orderColumns.actions,
          ]}
          className="order-table manage-orders"
        >
          {orders.map((order) => (
            <ManagedOrderRow key={order._id} order={order} onDelete={() => choose(order)} />
          ))}
        </ResponsiveTable>
      </ListPage>
      {chosen && (
        <CancelOrderDialog order={chosen} by="admin" onClosed={close} onGone={focusHeading} />
      )}
    </>
  )
}

export function ErrorBoundary() {
  return (
    <PageError title="Manage orders" heading="Manage Orders" text="The orders failed to load." />
  )
}
