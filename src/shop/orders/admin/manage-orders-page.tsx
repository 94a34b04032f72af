import { href } from 'react-router'
import { withQuery } from '#platform/http/query.ts'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { saveDocumentsOf } from '#shop/documents/documents-client.ts'
import { useSave } from '#shop/documents/order-documents.tsx'
import { fetchOrders, fetchOrdersCount } from '#shop/orders/orders-client.ts'
import { type Cursor, ORDER_SEARCH, readOrdersQuery } from '#shop/orders/orders-query.ts'
import { OrderPager } from '#shop/orders/table/order-pager.tsx'
import { OrderTable } from '#shop/orders/table/order-table.tsx'
import { Button } from '#ui/button.tsx'
import { loading } from '#ui/spinner.tsx'
import { ListPage, useListHeading } from '#web/lists/list-page.tsx'
import { SearchForm } from '#web/lists/search-form.tsx'
import { PageError } from '#web/page-error.tsx'
import type { Route } from './+types/manage-orders-page'
import { OrderStateLinks } from './order-state-links.tsx'

const PAGE_SIZE = 20

export const clientLoader = adminLoader(async ({ url }: Route.ClientLoaderArgs) => {
  const query = readOrdersQuery(url.searchParams)
  const [page, count] = await Promise.all([
    fetchOrders({ ...query, size: PAGE_SIZE }),
    fetchOrdersCount(query),
  ])
  return { page, count, search: query.search, state: query.state }
})
export const HydrateFallback = loading('the orders')

export default function ManageOrdersPage({ loaderData }: Route.ComponentProps) {
  const { page, count, search, state } = loaderData
  const { rows: orders } = page
  const { heading, focusHeading } = useListHeading()
  const documents = useSave(() => saveDocumentsOf(orders.map(({ _id }) => _id)))
  const path = (cursor: Cursor = {}) =>
    withQuery(href('/dashboard/manage-orders'), { search, state, ...cursor })
  const isFiltered = search !== '' || state !== 'all'
  return (
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
          <OrderPager page={page} path={path} />
        </>
      }
    >
      <OrderTable orders={orders} by="admin" onCancelled={focusHeading} />
    </ListPage>
  )
}

export function ErrorBoundary() {
  return (
    <PageError title="Manage orders" heading="Manage Orders" text="The orders failed to load." />
  )
}
